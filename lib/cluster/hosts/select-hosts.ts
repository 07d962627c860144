import type { Flags, Values } from '../../cli/command.ts';
import { hostPath } from '../../hosts/action.ts';
import type { HostObject } from '../../hosts/host.ts';
import { objectName, pathPart } from '../../kube/api/object-name.ts';
import { pagesOf } from '../../kube/api/pages.ts';
import type { KubeClient } from '../../kube/api/types.ts';
import { HOST_RESOURCE, HOST_VERSION } from '../../objects/names.ts';
import { usageError } from '../../words/errors.ts';

/** How the hosts are said that a command is for, beside their names. */
export const selectionFlags = {
  'all-namespaces': {
    type: 'boolean',
    short: 'A',
    describe: 'If true, selects among the hosts of all namespaces.',
  },
  selector: {
    type: 'string',
    short: 'l',
    describe: 'Selector (label query) to filter on, such as -l key1=value1,key2!=value2.',
  },
  all: { type: 'boolean', describe: 'Select every host of the namespace, or with -A of all namespaces.' },
} as const satisfies Flags;

export type SelectionValues = Values<typeof selectionFlags>;

/** Which hosts a command is for: those with the names or, where there are none, all that the label query selects. */
export interface Selection {
  /** Undefined: all namespaces. */
  namespace: string | undefined;
  names: string[];
  /** Undefined: all of them. */
  selector: string | undefined;
}

/**
 * What words and flags select. All hosts are never meant by saying nothing.
 *
 * @param namespace the one that the connection is for.
 * @throws {CommandError} where nothing is selected, or names and a query contradict each other.
 */
export function selectionOf(
  words: string[],
  { allNamespaces, selector, all }: SelectionValues,
  namespace: string,
): Selection {
  if (words.length > 0 && (selector !== undefined || all || allNamespaces))
    throw contradiction(allNamespaces);
  if (selector !== undefined && all)
    throw usageError('--all and --selector (-l) contradict each other', 'Give one or the other.');
  if (words.length === 0 && !selector && !all)
    throw usageError('no host is named or selected', 'Name one or more, or select them with -l or --all.');
  return {
    namespace: allNamespaces ? undefined : namespace,
    names: [...new Set(words.map((word) => objectName(bareName(word), 'resource name')))],
    selector,
  };
}

const contradiction = (isEverywhere: boolean): Error =>
  isEverywhere
    ? usageError(
        'a host can not be named across all namespaces',
        'Give its namespace with -n, or select with -l or --all.',
      )
    : usageError('names can not be given beside a selection (-l, --all)', 'Give one or the other.');

/** `bmh/worker-0` and what `-o name` prints are taken as kubectl takes them. */
export const bareName = (word: string): string =>
  word.replace(/^(bmh|bmhost|baremetalhosts?(\.[\w.-]+)?)\//, '');

/** Where hosts are listed: those of a namespace, or all. */
export const hostsPath = (group: string, namespace: string | undefined): string =>
  `/apis/${group}/${HOST_VERSION}${namespace === undefined ? '' : `/namespaces/${pathPart(namespace)}`}/${HOST_RESOURCE}`;

/** Hosts page by page, so that nobody has to hold the records of all. */
export const hostPages = (
  client: KubeClient,
  group: string,
  selection: Pick<Selection, 'namespace' | 'selector'>,
): AsyncGenerator<HostObject[]> =>
  pagesOf<HostObject>(client, {
    path: hostsPath(group, selection.namespace),
    query: hostsQuery(selection),
  });

/** What a list or a watch of hosts is asked with. */
export const hostsQuery = ({ selector }: Pick<Selection, 'selector'>): Record<string, string> => ({
  ...(selector && { labelSelector: selector }),
});

/**
 * The hosts of a selection, those that are named in the order of their names.
 *
 * @throws {ApiError} NotFound where one that is named is not there.
 */
export async function readSelected(
  client: KubeClient,
  group: string,
  selection: Selection,
): Promise<HostObject[]> {
  const { namespace = '', names } = selection;
  if (names.length > 0)
    return Promise.all(
      names.map((name) => client.send<HostObject>({ method: 'GET', path: hostPath(group, namespace, name) })),
    );
  const hosts: HostObject[] = [];
  for await (const page of hostPages(client, group, selection)) hosts.push(...page);
  return hosts;
}
