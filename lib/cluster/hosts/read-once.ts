import type { Target } from '../../hosts/image.ts';
import type { ImageProbe } from '../../hosts/probe.ts';
import type { KubeClient, KubeRequest } from '../../kube/api/types.ts';
import { probeImage } from './probe-image.ts';

/** Paths that many hosts share: Clusters, health checks of a namespace, and services. */
const SHARED = /\/(clusters\/[^/]+|machinehealthchecks|services)$/;

/**
 * A client that caches what many hosts share, without expiry. Only for reading the current state once.
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

/** Probes each image once per namespace, where a short name may mean another service. */
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

/** Reads a key once, and remembers the promise. */
export function remembered<T>(
  known: Map<string, Promise<T>>,
  key: string,
  read: () => Promise<T>,
): Promise<T> {
  const reading = known.get(key) ?? read();
  known.set(key, reading);
  return reading;
}
