import type { Flags, Values } from '../../cli/command.ts';
import { hostPath } from '../../hosts/action.ts';
import type { HostObject } from '../../hosts/host.ts';
import type { Shard } from '../../hosts/shard.ts';
import { isNotFound } from '../../kube/api/errors.ts';
import { objectName, pathPart } from '../../kube/api/object-name.ts';
import { pagesOf } from '../../kube/api/pages.ts';
import type { KubeClient } from '../../kube/api/types.ts';
import { HOST_RESOURCE, HOST_VERSION } from '../../objects/names.ts';
import { usageError } from '../../words/errors.ts';

/** Flags that select hosts other than by name. */
export const selectionFlags = {
  'all-namespaces': {
    type: 'boolean',
    short: 'A',
    describe: 'If true, select among the hosts of all namespaces.',
  },
  selector: {
    type: 'string',
    short: 'l',
    describe: 'Selector (label query) to filter on, such as -l key1=value1,key2!=value2.',
  },
  all: { type: 'boolean', describe: 'Select every host in the namespace, or with -A in all namespaces.' },
} as const satisfies Flags;

/** The flag that divides what is selected among several processes. */
export const shardFlag = {
  shard: {
    type: 'string',
    describe:
      'Only take shard I of N of the selection, given as I/N with I from 0 to N-1. A hash of NAMESPACE/NAME decides the shard, so it never changes.',
  },
} as const satisfies Flags;

export type SelectionValues = Values<typeof selectionFlags> & Partial<Values<typeof shardFlag>>;

/** The hosts to work on: those named or, without names, all that the label query selects. */
export interface Selection {
  /** Undefined: all namespaces. */
  namespace: string | undefined;
  names: string[];
  /** Undefined: all of them. */
  selector: string | undefined;
  fieldSelector?: string | undefined;
  /** Undefined: not divided. */
  shard?: Shard | undefined;
}

/**
 * The selection by args and flags. Without any, it is an error: selecting all hosts takes `--all`.
 *
 * @param namespace the current namespace.
 * @throws {CommandError} if nothing is selected, or names are combined with a query.
 */
export function selectionOf(
  args: string[],
  { allNamespaces, selector, all, shard }: SelectionValues,
  namespace: string,
): Selection {
  if (args.length > 0 && allNamespaces)
    throw usageError(
      'a host cannot be named across all namespaces',
      'Give its namespace with -n, or select with -l or --all.',
    );
  if (args.length > 0 && (selector !== undefined || all))
    throw usageError('names cannot be combined with a selection (-l, --all)', 'Give one or the other.');
  if (selector !== undefined && all)
    throw usageError('--all and --selector (-l) cannot be combined', 'Give one or the other.');
  if (args.length === 0 && !selector && !all)
    throw usageError(
      'no host is named or selected',
      'Name one or more hosts, or select them with -l or --all.',
    );
  return {
    namespace: allNamespaces ? undefined : namespace,
    names: [...new Set(args.map((arg) => objectName(bareName(arg), 'resource name')))],
    selector,
    shard: givenShard(shard),
  };
}

/** The most parts that hosts can be divided into. */
export const MOST_SHARDS = 1000;

/** @throws {CommandError} if `--shard` does not have the form `I/N`. */
export function givenShard(text: string | undefined): Shard | undefined {
  if (text === undefined) return undefined;
  const [, index = 0, count = 0] = /^(\d{1,4})\/(\d{1,4})$/.exec(text)?.map(Number) ?? [];
  if (index < count && count <= MOST_SHARDS) return { index, count };
  throw usageError(
    `invalid value "${text}" for --shard`,
    `Give I/N: part I of N, counted from 0, such as 0/4. N is at most ${MOST_SHARDS}.`,
  );
}

/** The name in `bmh/worker-0` or in what `-o name` prints, as kubectl accepts them. */
export const bareName = (arg: string): string =>
  arg.replace(/^(bmh|bmhost|baremetalhosts?(\.[\w.-]+)?)\//, '');

/** The path that lists the hosts of a namespace, or of all. */
export const hostsPath = (group: string, namespace: string | undefined): string =>
  `/apis/${group}/${HOST_VERSION}${namespace === undefined ? '' : `/namespaces/${pathPart(namespace)}`}/${HOST_RESOURCE}`;

/** Hosts page by page, to keep memory flat. */
export const hostPages = (
  client: KubeClient,
  group: string,
  selection: Pick<Selection, 'namespace' | 'selector' | 'fieldSelector'>,
): AsyncGenerator<HostObject[]> =>
  pagesOf<HostObject>(client, {
    path: hostsPath(group, selection.namespace),
    query: hostsQuery(selection),
  });

/** What a list or a watch of hosts is asked with. */
export const hostsQuery = ({
  selector,
  fieldSelector,
}: Pick<Selection, 'selector' | 'fieldSelector'>): Record<string, string> => ({
  ...(selector && { labelSelector: selector }),
  ...(fieldSelector && { fieldSelector }),
});

/**
 * The hosts of a selection; named ones in the order of the args.
 *
 * @throws {ApiError} NotFound if a named host does not exist.
 */
export async function readSelected(
  client: KubeClient,
  group: string,
  selection: Selection,
): Promise<HostObject[]> {
  const hosts: HostObject[] = [];
  for await (const page of selectedPages(client, group, selection)) hosts.push(...page);
  return hosts;
}

/** The same, page by page. */
export async function* selectedPages(
  client: KubeClient,
  group: string,
  selection: Selection,
): AsyncGenerator<HostObject[]> {
  const { namespace = '', names, shard } = selection;
  const isOurs = await memberOf(shard);
  if (names.length > 0)
    yield await Promise.all(
      names
        .filter((name) => isOurs({ namespace, name }))
        .map((name) => readNamed(client, group, { namespace, name })),
    );
  else
    for await (const page of hostPages(client, group, selection))
      yield page.filter(({ metadata }) => isOurs(metadata));
}

/** Whether a host is in a shard. SHA-256 is loaded only where there is one. */
async function memberOf(
  shard: Shard | undefined,
): Promise<(host: { namespace?: string; name: string }) => boolean> {
  if (!shard) return () => true;
  const { isInShard } = await import('../../hosts/shard.ts');
  return (host) => isInShard(host, shard);
}

async function readNamed(
  client: KubeClient,
  group: string,
  at: { namespace: string; name: string },
): Promise<HostObject> {
  try {
    return await client.send<HostObject>({ method: 'GET', path: hostPath(group, at.namespace, at.name) });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw await (await import('./not-found.ts')).hostNotFound(client, group, at);
  }
}
