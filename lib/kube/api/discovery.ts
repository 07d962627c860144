import { HOST_RESOURCE, HOST_VERSION, USUAL_HOST_GROUP } from '../../objects/names.ts';
import { CommandError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import { ApiError } from './errors.ts';
import type { KubeClient } from './types.ts';

/**
 * The API group that serves BareMetalHosts: the one with `baremetalhosts` in `v1alpha1`.
 *
 * @throws {CommandError} if none does, or several do.
 */
export async function findHostGroup(client: KubeClient): Promise<string> {
  const { groups, unread } = await discover(client);
  const lists = await Promise.all(
    groups.map(({ versions }) => versions.find(({ name }) => name === HOST_VERSION)?.resources()),
  );
  const serving = groups.flatMap(({ name }, index) => (lists[index]?.includes(HOST_RESOURCE) ? [name] : []));
  const [group] = serving;
  if (group !== undefined && serving.length === 1) return group;
  const what = `"${HOST_RESOURCE}" in version ${HOST_VERSION}`;
  if (group === undefined) {
    const gaps = unread();
    const unknown = gaps.length > 0 ? ` (these could not be read: ${oneLine(gaps.join(', '))})` : '';
    throw new CommandError('api', `error: the server has no API group with ${what}${unknown}`, {
      hint: 'Install the bare-metal operator in this cluster, or choose the cluster that has it (--context).',
    });
  }
  throw new CommandError('api', `error: several API groups have ${what}: ${oneLine(serving.join(', '))}`, {
    hint: 'Remove the CustomResourceDefinition that is no longer used.',
  });
}

/**
 * Reads something from the group that serves BareMetalHosts. The usual group is read while discovery runs, so that both cost
 * one round trip; if the group is another, that first read is discarded.
 *
 * @throws {CommandError} what `findHostGroup` or `read` throws.
 */
export async function readInHostGroup<T>(
  client: KubeClient,
  read: (group: string) => Promise<T>,
): Promise<{ group: string; found: T }> {
  const finding = findHostGroup(client);
  const guessed = read(USUAL_HOST_GROUP);
  guessed.catch(() => {});
  const group = await finding;
  return { group, found: await (group === USUAL_HOST_GROUP ? guessed : read(group)) };
}

/** The preferred version of `group` among those that serve `resource`; undefined if none does. */
export async function resourceVersionOf(
  client: KubeClient,
  group: string,
  resource: string,
): Promise<string | undefined> {
  const { groups } = await discover(client);
  for (const version of groups.find(({ name }) => name === group)?.versions ?? []) {
    if ((await version.resources()).includes(resource)) return version.name;
  }
  return undefined;
}

/** The API groups that serve `resource` in any version. */
export async function groupsServing(client: KubeClient, resource: string): Promise<string[]> {
  const { groups } = await discover(client);
  const serves = await Promise.all(
    groups.map(async ({ versions }) => {
      const lists = await Promise.all(versions.map((version) => version.resources()));
      return lists.some((resources) => resources.includes(resource));
    }),
  );
  return groups.filter((_, index) => serves[index]).map(({ name }) => name);
}

interface Discovery {
  groups: Group[];
  /** The versions (`group/version`) whose resources were asked for and could not be read. */
  unread(): string[];
}

interface Group {
  name: string;
  /** The preferred one first. */
  versions: { name: string; resources(): Promise<string[]> }[];
}

const documents = new WeakMap<KubeClient, Promise<Discovery>>();

/** The client's discovery, fetched once. */
function discover(client: KubeClient): Promise<Discovery> {
  const known = documents.get(client);
  if (known) return known;
  const fetching = fetchDiscovery(client);
  documents.set(client, fetching);
  fetching.catch(() => documents.delete(client));
  return fetching;
}

/** Aggregated discovery takes one request; a server without it answers with the plain list. */
const ACCEPT = ['v2', 'v2beta1']
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .concat('application/json')
  .join(',');

interface Aggregated {
  items?: {
    metadata?: { name?: string };
    versions?: { version: string; freshness?: string; resources?: { resource?: string }[] }[];
  }[];
}

interface Plain {
  groups?: {
    name: string;
    versions?: { version: string }[];
    preferredVersion?: { version?: string };
  }[];
}

type Item<List> = NonNullable<List> extends (infer T)[] ? T : never;

async function fetchDiscovery(client: KubeClient): Promise<Discovery> {
  const document = await client.send<Aggregated & Plain>({ method: 'GET', path: '/apis', accept: ACCEPT });
  const gaps = new Set<string>();
  const groups = document.groups
    ? document.groups.map((group) => plainGroup(client, group, gaps))
    : (document.items ?? []).map((item) => aggregatedGroup(item, gaps));
  return { groups, unread: () => [...gaps] };
}

function aggregatedGroup({ metadata, versions = [] }: Item<Aggregated['items']>, gaps: Set<string>): Group {
  const group = metadata?.name ?? '';
  return {
    name: group,
    versions: versions.map(({ version, freshness, resources = [] }) => {
      const names = resources.map(({ resource = '' }) => resource);
      if (freshness === 'Stale' && names.length === 0) gaps.add(`${group}/${version}`);
      return { name: version, resources: async () => names };
    }),
  };
}

function plainGroup(client: KubeClient, group: Item<Plain['groups']>, gaps: Set<string>): Group {
  const { name, versions = [], preferredVersion } = group;
  const isPreferred = (version: string): number => Number(version === preferredVersion?.version);
  return {
    name,
    versions: versions
      .map(({ version }) => version)
      .toSorted((one, other) => isPreferred(other) - isPreferred(one))
      .map((version) => {
        let asked: Promise<string[]> | undefined;
        return {
          name: version,
          resources: () => {
            asked ??= plainResources(client, `${name}/${version}`, gaps);
            return asked;
          },
        };
      }),
  };
}

/** An aggregated API server that is down must not hide the other groups: its version is noted as a gap. */
async function plainResources(client: KubeClient, version: string, gaps: Set<string>): Promise<string[]> {
  try {
    const list = await client.send<{ resources?: { name: string }[] }>({
      method: 'GET',
      path: `/apis/${version}`,
    });
    return (list.resources ?? []).map(({ name }) => name);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    gaps.add(version);
    return [];
  }
}
