import { createHash } from 'node:crypto';
import type { Fields } from '../objects/model.ts';
import { groupVersion, type Resource } from '../resources/types.ts';
import { scaleKind } from '../write/scale.ts';

/** A group with the versions it is served in, the preferred one first. */
export interface Group {
  name: string;
  versions: string[];
}

/** The groups that are served, the core group (`''`) first, then by name. */
export function groups(resources: readonly Resource[]): Group[] {
  const versions = new Map<string, Set<string>>();
  for (const { group, version } of resources)
    versions.set(group, (versions.get(group) ?? new Set()).add(version));
  return [...versions]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, served]) => ({ name, versions: [...served].sort(byPriority) }));
}

/** The body of `/apis`. */
export const apiGroupList = (served: Group[]): Fields => ({
  kind: 'APIGroupList',
  apiVersion: 'v1',
  groups: served.filter(({ name }) => name !== '').map(described),
});

/** The body of `/apis/GROUP`. */
export const apiGroup = (group: Group): Fields => ({
  kind: 'APIGroup',
  apiVersion: 'v1',
  ...described(group),
});

/** The body of `/api`. */
export const apiVersions = (serverAddress: string): Fields => ({
  kind: 'APIVersions',
  versions: ['v1'],
  serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress }],
});

/** The body of `/api/v1` and `/apis/GROUP/VERSION`. */
export const apiResourceList = (version: string, resources: readonly Resource[]): Fields => ({
  kind: 'APIResourceList',
  ...(version !== 'v1' && { apiVersion: 'v1' }),
  groupVersion: version,
  resources: resources.flatMap((resource) => [
    {
      name: resource.plural,
      singularName: resource.singular,
      namespaced: resource.namespaced,
      kind: resource.kind,
      verbs: resource.verbs,
      ...(resource.shortNames && { shortNames: resource.shortNames }),
      ...(resource.categories && { categories: resource.categories }),
      ...(resource.verbs.includes('list') && { storageVersionHash: hash(resource) }),
    },
    ...subresourcesOf(resource).map(({ name, of, kind, verbs }) => ({
      name: `${resource.plural}/${name}`,
      singularName: '',
      namespaced: resource.namespaced,
      ...of,
      kind,
      verbs,
    })),
  ]),
});

/** What discovery says of a subresource; `of` is its group version where that is not its resource's. */
interface Subresource {
  name: string;
  of?: { group: string; version: string };
  kind: string;
  verbs: string[];
}

/** What discovery says of a resource's subresources. */
export function subresourcesOf({
  kind,
  subresources,
  scale,
  connects = {},
  actions = {},
}: Resource): Subresource[] {
  const verbs = ['get', 'patch', 'update'];
  const { group, version } = scaleKind;
  return [
    ...Object.entries(actions).map(([name, kind]) => ({ name, kind, verbs: ['create'] })),
    ...Object.entries(connects).map(([name, kind]) => ({ name, kind, verbs: connectVerbs(name) })),
    ...(scale ? [{ name: 'scale', of: { group, version }, kind: scaleKind.kind, verbs }] : []),
    ...subresources.map((name) => ({ name, kind, verbs })),
  ];
}

const connectVerbs = (name: string): string[] =>
  name === 'portforward' ? ['create', 'get'] : ['create', 'delete', 'get', 'patch', 'update'];

function described({ name, versions }: Group): Fields {
  const told = versions.map((version) => ({ groupVersion: groupVersion({ group: name, version }), version }));
  return { name, versions: told, preferredVersion: told[0] };
}

const hash = ({ group, version, storedVersion, kind }: Resource): string =>
  createHash('sha256')
    .update(`${group}/${storedVersion ?? version}/${kind}`)
    .digest()
    .subarray(0, 8)
    .toString('base64');

/** v2 before v1 before v1beta1 before v1alpha1, as clients prefer them. */
function byPriority(a: string, b: string): number {
  const [stableA, rankA, preA] = rank(a);
  const [stableB, rankB, preB] = rank(b);
  return stableB - stableA || rankB - rankA || preB - preA;
}

function rank(version: string): [stability: number, major: number, pre: number] {
  const [, major = '0', stage = '', pre = '0'] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version) ?? [];
  return [stage === '' ? 2 : stage === 'beta' ? 1 : 0, Number(major), Number(pre)];
}
