import type { Host } from '../../../lib/cli/command.ts';
import { openSession, type Session, type SessionFlags } from '../../../lib/cluster/session.ts';
import { isForbidden, isNotFound } from '../../../lib/kube/api/errors.ts';
import { collectionPath } from '../../../lib/kube/api/object-name.ts';
import { allOf } from '../../../lib/kube/api/pages.ts';
import type { KubeObject } from '../../../lib/kube/api/types.ts';
import type { Chart, Install } from '../../../lib/versions/install.ts';
import { reportable } from '../../../lib/words/errors.ts';

/** What runs in a cluster. */
export interface Installs {
  operators: Install[];
  /** What the operators run. */
  components: Install[];
  charts: Chart[];
}

export interface Versions extends Installs {
  /** The response of `/version`. */
  serverVersion: { gitVersion?: string };
  /** Resources that could not be read, or not in all namespaces: the lists above may be incomplete. */
  unread: string[];
}

/** A collection of the API: `/apis/apps/v1`, `deployments`. */
export interface Collection {
  api: string;
  resource: string;
  labelSelector?: string;
}

export interface Reader {
  serverVersion: Versions['serverVersion'];
  /** All objects of a collection in all namespaces. Empty if they cannot be read. */
  list<T extends KubeObject>(collection: Collection): Promise<T[]>;
  /** The collections that could not be read so far, or not in all namespaces. */
  unread(): string[];
  warn(text: string): void;
}

export type ReadInstalls = (reader: Reader) => Promise<Installs>;

/**
 * Reads the server's version and what `read` returns. Warns about what cannot be read.
 *
 * @throws {CommandError} if the server's own version cannot be read.
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
    // Sorted, because responses arrive in any order.
    const gaps = [...unread].toSorted(([one], [other]) => (one < other ? -1 : 1));
    for (const [, text] of gaps) warn(text);
    return { serverVersion, ...installs, unread: gaps.map(([resource]) => resource) };
  } finally {
    client.close();
  }
}

interface Reading {
  session: Session;
  /** The value of -n. */
  named: string | undefined;
  /** The warning about each collection that could not be read, or not in all namespaces, by resource. */
  unread: Map<string, string>;
}

/** Reads all namespaces, unless one is named. If that is forbidden, reads the one of the context. */
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
    const { message, hint } = reportable(error);
    const own = await (isForbidden(error) && named === undefined
      ? read(connection.namespace).catch(() => undefined)
      : undefined);
    const scope = own
      ? `only those of namespace ${connection.namespace} were read`
      : 'they could not be read';
    const others = isForbidden(error) ? 'Use -n to name a namespace that you can read. ' : '';
    unread.set(resource, `${resource}: ${scope}: ${message}\n${others}${hint ?? ''}`.trimEnd());
    return own ?? [];
  }
}
