import type { Target } from '../../hosts/image.ts';
import {
  bestOf,
  type ImageProbe,
  isAmbiguous,
  type Probe,
  probeOf,
  proxyPath,
  type Service,
  serviceAddress,
  unknown,
} from '../../hosts/probe.ts';
import { isForbidden } from '../../kube/api/errors.ts';
import type { KubeClient, KubeList, KubeObject } from '../../kube/api/types.ts';
import { asPart, CommandError } from '../../words/errors.ts';
import { masked } from '../../words/masked.ts';

interface Options {
  /** The host's namespace: a short service name resolves there first. */
  namespace: string;
  /** Aborts the run. */
  signal: AbortSignal;
  /** Timeout of the whole probe, in milliseconds; defaults to 5,000. */
  limit?: number;
}

/**
 * Requests the headers of the image and the checksum file of `target` from inside the cluster, through the API server's
 * proxy to the service that each address names. Any answer, or a timeout, is a finding.
 *
 * @throws {CommandError} only if `signal` aborts the run.
 */
export async function probeImage(client: KubeClient, target: Target, options: Options): Promise<ImageProbe> {
  const { namespace, signal, limit = 5_000 } = options;
  const late = AbortSignal.timeout(limit);
  const failed = (error: unknown): Probe => {
    if (signal.aborted || !(error instanceof CommandError)) throw error;
    return late.aborted ? tooLate(limit) : unreached(error);
  };
  const inTime = AbortSignal.any([signal, late]);
  const asking: Asking = { client, namespace, signal: inTime, failed, found: new Map() };
  const isFile = target.checksum.includes('://');
  const [image, checksum] = await Promise.all([
    probe(asking, target.url),
    isFile ? probe(asking, target.checksum) : undefined,
  ]);
  return {
    image: image.probe,
    ...(checksum && { checksum: checksum.probe }),
    ...(image.service && { service: image.service }),
  };
}

interface Asking {
  client: KubeClient;
  namespace: string;
  signal: AbortSignal;
  /** The finding for an error of the cluster; rethrows any other error. */
  failed(error: unknown): Probe;
  /** Services by name, as already looked up. */
  found: Map<string, Promise<Found>>;
}

interface Found {
  services: Service[];
  /** Whether services of all namespaces could be listed. */
  everywhere: boolean;
}

async function probe(asking: Asking, url: string): Promise<{ probe: Probe; service?: Service }> {
  const address = serviceAddress(url);
  if (!address) return { probe: notInCluster(url) };
  const { name, namespace } = address;
  try {
    const { services, everywhere } =
      namespace === undefined
        ? await findServices(asking, name)
        : { services: [{ namespace, name }], everywhere: true };
    const answers = services.map(async (service) => {
      const path = proxyPath(address, service.namespace);
      return { service, probe: await probeAt(path, service, asking).catch(asking.failed) };
    });
    const best = bestOf(await Promise.all(answers));
    if (!best) return { probe: noService(name, url) };
    return everywhere ? best : { ...best, probe: narrowed(best.probe) };
  } catch (error) {
    return { probe: asking.failed(error) };
  }
}

/** The services that a short name may mean: in the host's namespace or, if there is none, in any other. */
function findServices(asking: Asking, name: string): Promise<Found> {
  const known = asking.found.get(name) ?? listServices(asking, name);
  asking.found.set(name, known);
  return known;
}

async function listServices({ client, namespace, signal }: Asking, name: string): Promise<Found> {
  const request = { path: '/api/v1/services', query: { fieldSelector: `metadata.name=${name}` } };
  try {
    const { items } = await client.send<KubeList<KubeObject>>({ method: 'GET', ...request }, signal);
    const all = items.map(({ metadata }) => ({ namespace: metadata.namespace ?? '', name }));
    const own = all.filter((service) => service.namespace === namespace);
    return { services: own.length > 0 ? own : all, everywhere: true };
  } catch (error) {
    if (!isForbidden(error)) throw error;
    return { services: [{ namespace, name }], everywhere: false };
  }
}

async function probeAt(path: string, service: Service, { client, signal }: Asking): Promise<Probe> {
  const head = await client.ask({ method: 'HEAD', path }, signal);
  if (!isAmbiguous(head)) return probeOf(head, service);
  const { body } = await client.ask({ method: 'GET', path, headers: { Range: 'bytes=0-0' } }, signal);
  return probeOf({ ...head, body }, service);
}

const byHand = (url: string): string => `check that curl -I ${masked(url)} gets 200 in a pod of the cluster`;

const notInCluster = (url: string): Probe =>
  unknown('the address is not that of a service in the cluster', byHand(url));

const noService = (name: string, url: string): Probe =>
  unknown(`no namespace has a service ${name}`, `check the name (--service), or ${byHand(url)}`);

const tooLate = (limit: number): Probe =>
  unknown(
    `there was no answer within ${limit / 1000} s`,
    'check that the pods behind the service are ready (kubectl get pods)',
  );

const unreached = (error: CommandError): Probe =>
  unknown(`the API server could not be asked: ${asPart(error)}`, error.hint ?? 'run the same command again');

/** If only the host's namespace could be searched, the service may be in another one. */
const narrowed = (probe: Probe): Probe =>
  probe.kind === 'unknown'
    ? { ...probe, reason: `${probe.reason}; services in other namespaces cannot be listed` }
    : probe;
