import { pathPart } from '../../kube/api/object-name.ts';
import { allOf } from '../../kube/api/pages.ts';
import type { KubeObject } from '../../kube/api/types.ts';
import { ALERTMANAGER, type PodPlace, placesOf, podSelector } from '../../metrics/place.ts';
import { COMPONENTS, instancesPath } from '../../objects/components.ts';
import { names } from '../../objects/names.ts';
import { isReady, type PodObject } from '../../objects/pod.ts';
import { CommandError } from '../../words/errors.ts';
import { at } from '../metrics/local.ts';
import { type Asker, noneUnlessFatal, openPod, type PodReader, readerBy } from '../metrics/pod.ts';
import type { HttpOptions } from '../metrics/ways.ts';

/** Which Alertmanager is asked, and how. */
export interface AlertsAsker {
  host: Asker['host'];
  /** An address of the user's own (`--alerts-url`), or the cluster that it runs in. */
  of: { url: string } | AlertsInCluster;
  http: HttpOptions;
}

export interface AlertsInCluster {
  session: Asker['session'];
  namespace: string;
  /** The name of the Alertmanager; undefined if there is only one. */
  name: string | undefined;
  /** Whether the first replica is asked by port-forward if that is possible (§4.B), and not through the API server. */
  forwards?: boolean;
}

/** One replica of an Alertmanager. */
export interface Replica extends PodReader {
  /** Its pod, or its address. */
  name: string;
}

/** An Alertmanager, and its replicas in the order of their names. */
export interface Manager {
  /** Empty for one at an address. */
  namespace: string;
  name: string;
  replicas: Replica[];
  /** Pods that cannot be asked because they are not ready. */
  notReady: string[];
  close(): void;
}

/**
 * Opens an Alertmanager: the one at the user's address, or the one in a namespace, through the API server's proxy or, where that
 * fails or credentials are to be passed on, by port-forward.
 *
 * @throws {CommandError} if there is none, if several are there and none is named, or if no replica is ready.
 */
export async function openManager({ host, of, http }: AlertsAsker): Promise<Manager> {
  if ('url' in of) {
    const way = at(of.url, ADDRESSED, http);
    return managerOf({ namespace: '', name: way.via, notReady: [] }, [
      { name: way.via, ...readerBy([way], host) },
    ]);
  }
  const { session, namespace, forwards = false } = of;
  const { name, places, notReady } = await find(of);
  const replicas = places.map(
    (place, index): Replica => ({
      name: place.pod,
      ...openPod({ session, host }, place, { http, forwards: forwards && index === 0 }),
    }),
  );
  return managerOf({ namespace, name, notReady }, replicas);
}

const ADDRESSED = { flag: '--alerts-url', example: 'http://localhost:9093', server: 'Alertmanager' };

const managerOf = (about: Omit<Manager, 'replicas' | 'close'>, replicas: Replica[]): Manager => ({
  ...about,
  replicas,
  close() {
    for (const replica of replicas) replica.close();
  },
});

/** The Alertmanager that is meant, and where its ready pods are. */
async function find({ session: { client }, namespace, name }: AlertsInCluster): Promise<{
  name: string;
  places: PodPlace[];
  notReady: string[];
}> {
  const { flags = [] } = client;
  const [resources, pods] = await Promise.all([
    // Alertmanagers without the operator have no resource. If those that do cannot be read, the defaults are used.
    allOf<KubeObject>(client, { path: instancesPath(COMPONENTS.alerts, pathPart(namespace)) }).catch(
      noneUnlessFatal,
    ),
    allOf<PodObject>(client, {
      path: `/api/v1/namespaces/${pathPart(namespace)}/pods`,
      query: { labelSelector: podSelector(ALERTMANAGER) },
    }),
  ]);
  const own = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const known = [
    ...new Set([...resources.map(({ metadata }) => metadata.name), ...own.map(instanceOf)]),
  ].toSorted();
  const chosen = name ?? (known.length === 1 ? known[0] : undefined);
  const reading = (words: string): string => ['kubectl', ...words.split(' '), ...flags].join(' ');
  if (known.length === 0)
    throw new CommandError('api', `error: there is no Alertmanager in namespace ${namespace}`, {
      hint: `Choose its namespace with -n: ${reading(`get pods -A -l ${podSelector(ALERTMANAGER)}`)}`,
    });
  if (chosen === undefined || !known.includes(chosen))
    throw new CommandError(
      'usage',
      chosen === undefined
        ? `error: there are several Alertmanagers in namespace ${namespace}: ${known.join(', ')}`
        : `error: there is no Alertmanager ${chosen} in namespace ${namespace}`,
      { hint: `Choose one with --alertmanager: ${known.join(', ')}.` },
    );
  const pod = own.filter((one) => instanceOf(one) === chosen);
  const places = placesOf(ALERTMANAGER, resources, pod);
  const notReady = pod.filter((one) => !isReady(one)).map(({ metadata }) => metadata);
  if (places.length === 0)
    throw new CommandError(
      'api',
      notReady.length > 0
        ? `error: no replica of Alertmanager ${namespace}/${chosen} is ready: ${names(notReady)}`
        : `error: Alertmanager ${namespace}/${chosen} has no pods`,
      { hint: 'Find out why: kubectl monitoring status' },
    );
  return { name: chosen, places, notReady: notReady.map((one) => one.name) };
}

const instanceOf = ({ metadata }: KubeObject): string =>
  metadata.labels?.['app.kubernetes.io/instance'] ?? metadata.name;
