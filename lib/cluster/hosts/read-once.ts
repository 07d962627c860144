import type { Target } from '../../hosts/image.ts';
import type { ImageProbe } from '../../hosts/probe.ts';
import type { KubeClient, KubeRequest } from '../../kube/api/types.ts';
import { probeImage } from './probe-image.ts';

/** Paths of what many hosts share: Clusters and health checks of a namespace, and services by their name. */
const SHARED = /\/(clusters\/[^/]+|machinehealthchecks|services)$/;

/**
 * A client that reads once what many hosts share, whoever asks for it. Only for a look at how things stand: what it gives
 * does not get any newer.
 */
export function readingOnce(client: KubeClient): KubeClient {
  const known = new Map<string, Promise<unknown>>();
  return {
    ...client,
    send<T>(request: KubeRequest, signal?: AbortSignal): Promise<T> {
      const { method, path, query = {} } = request;
      const read = () => client.send<T>(request, signal);
      return method === 'GET' && SHARED.test(path)
        ? (remembered(known, `${path}?${new URLSearchParams(query)}`, read) as Promise<T>)
        : read();
    },
  };
}

/** Asks for each image once. A short name means another service in another namespace. */
export function probingOnce(
  client: KubeClient,
  signal: AbortSignal,
): (namespace: string, target: Target) => Promise<ImageProbe> {
  const known = new Map<string, Promise<ImageProbe>>();
  return (namespace, target) =>
    remembered(known, JSON.stringify([namespace, target.url, target.checksum]), () =>
      probeImage(client, target, { namespace, signal }),
    );
}

/** What was read under a key before, or is read now. */
export function remembered<T>(
  known: Map<string, Promise<T>>,
  key: string,
  read: () => Promise<T>,
): Promise<T> {
  const reading = known.get(key) ?? read();
  known.set(key, reading);
  return reading;
}
