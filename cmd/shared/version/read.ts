import type { Host } from '../../../lib/cli/command.ts';
import { openSession, type Session, type SessionFlags } from '../../../lib/cluster/session.ts';
import { isForbidden, isNotFound } from '../../../lib/kube/api/errors.ts';
import { collectionPath } from '../../../lib/kube/api/object-name.ts';
import { allOf } from '../../../lib/kube/api/pages.ts';
import type { KubeObject } from '../../../lib/kube/api/types.ts';
import type { Chart, Install } from '../../../lib/versions/install.ts';
import { sayable } from '../../../lib/words/errors.ts';

/** What a cluster was found to run. */
export interface Installs {
  operators: Install[];
  /** What the operators run. */
  components: Install[];
  charts: Chart[];
}

export interface Versions extends Installs {
  /** The answer of `/version` as it came. */
  serverVersion: { gitVersion?: string };
  /** Resources that could not be read, or not in all namespaces, so that something may be missing above. */
  unread: string[];
}

/** A collection, by where it is served: `/apis/apps/v1`, `deployments`. */
export interface Collection {
  api: string;
  resource: string;
  labelSelector?: string;
}

export interface Reader {
  serverVersion: Versions['serverVersion'];
  /** All objects of a collection, wherever they are; none where there are none, or where they can't be read. */
  list<T extends KubeObject>(collection: Collection): Promise<T[]>;
  /** Names of the collections that could not be read so far, or not in all namespaces. */
  unread(): string[];
  warn(text: string): void;
}

/** Finds out what runs. */
export type ReadInstalls = (reader: Reader) => Promise<Installs>;

/**
 * Asks the server for its version and for what `read` wants to know. What can't be read is a warning.
 *
 * @throws {CommandError} where there is no cluster that says its own version.
 */
export async function readVersions(values: SessionFlags, host: Host, read: ReadInstalls): Promise<Versions> {
  const session = await openSession(values, host);
  const { client, warn } = session;
  const unread: Reading['unread'] = new Map();
  try {
    const serverVersion = await client.send<Versions['serverVersion']>({ method: 'GET', path: '/version' });
    const list: Reader['list'] = (collection) =>
      readEverywhere(collection, { session, named: values.namespace, unread });
    const installs = await read({ serverVersion, list, warn, unread: () => [...unread.keys()] });
    // In the same order, whichever answer came first.
    const gaps = [...unread].toSorted(([one], [other]) => (one < other ? -1 : 1));
    for (const [, text] of gaps) warn(text);
    return { serverVersion, ...installs, unread: gaps.map(([resource]) => resource) };
  } finally {
    client.close();
  }
}

interface Reading {
  session: Session;
  /** The namespace that is named. */
  named: string | undefined;
  /** What to say of each collection that could not be read, or not in all namespaces, by the name of its resource. */
  unread: Map<string, string>;
}

/** All namespaces are read, unless one is named; where that is forbidden, the one of the context. */
async function readEverywhere<T extends KubeObject>(
  { api, resource, labelSelector }: Collection,
  { session: { client, connection }, named, unread }: Reading,
): Promise<T[]> {
  const query = { ...(labelSelector && { labelSelector }) };
  const read = (namespace?: string) =>
    allOf<T>(client, { path: collectionPath(api, resource, namespace), query });
  try {
    return await read(named);
  } catch (error) {
    if (isNotFound(error)) return [];
    const { message, hint } = sayable(error);
    const own = await (isForbidden(error) && named === undefined
      ? read(connection.namespace).catch(() => undefined)
      : undefined);
    const scope = own
      ? `only those of namespace ${connection.namespace} were read`
      : 'they could not be read';
    const others = isForbidden(error) ? 'Name a namespace that you may read (-n). ' : '';
    unread.set(resource, `${resource}: ${scope}: ${message}\n${others}${hint ?? ''}`.trimEnd());
    return own ?? [];
  }
}
