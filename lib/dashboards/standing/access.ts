import { fieldsOf, textOf } from '../../objects/fields.ts';
import { itemsOf } from '../../versions/install.ts';
import type { Container } from '../container.ts';
import type { Sidecar } from './sidecar.ts';

/** What a sidecar must be allowed so that it finds the containers of a namespace. */
export interface Need {
  verb: 'list' | 'watch' | 'get';
  resource: 'configmaps' | 'secrets';
  /** Undefined: in all namespaces at once. */
  namespace: string | undefined;
}

/** The permissions that a sidecar needs to find a container that it searches for. */
export function needsFor(
  { namespaces, method, only }: Sidecar,
  { kind, namespace }: Pick<Container, 'kind'> & { namespace: string },
): Need[] {
  const where = namespaces === 'all' ? undefined : namespace;
  const isNamed = only.length > 0 && where !== undefined;
  const verbs = isNamed
    ? (['get'] as const)
    : method === 'watch'
      ? (['list', 'watch'] as const)
      : (['list'] as const);
  return verbs.map((verb) => ({
    verb,
    resource: kind === 'Secret' ? 'secrets' : 'configmaps',
    namespace: where,
  }));
}

/** The bindings and roles of a cluster, as far as they were read; bindings of namespaces have one in their metadata. */
export interface Grants {
  bindings: readonly unknown[];
  /** By `ClusterRole//name` or `Role/namespace/name`; a role that is not there was not found. */
  roles: ReadonlyMap<string, unknown>;
}

/** A service account. */
export interface Account {
  namespace: string;
  name: string;
}

/** The service account of a sidecar. */
export const accountOf = ({ account, workload }: Pick<Sidecar, 'account' | 'workload'>): Account => ({
  namespace: workload.namespace,
  name: account,
});

/** The roles that are bound to an account, as keys of `Grants.roles`, and the namespace that each binding is for; undefined: all. */
export function rolesFor(
  bindings: readonly unknown[],
  account: Account,
): { role: string; namespace: string | undefined }[] {
  return bindings.flatMap((binding) => {
    const { metadata, roleRef, subjects } = fieldsOf(binding) ?? {};
    if (!itemsOf(subjects).some((subject) => isMeant(subject, account))) return [];
    const within = fieldsOf(metadata)?.namespace;
    const namespace = typeof within === 'string' && within !== '' ? within : undefined;
    const { kind, name } = fieldsOf(roleRef) ?? {};
    return [
      { role: `${textOf(kind)}/${kind === 'Role' ? (namespace ?? '') : ''}/${textOf(name)}`, namespace },
    ];
  });
}

/** Whether RBAC lets an account do what it needs. */
export const isGranted = ({ bindings, roles }: Grants, account: Account, need: Need): boolean =>
  rolesFor(bindings, account).some(
    ({ role, namespace }) =>
      (namespace === undefined || namespace === need.namespace) &&
      itemsOf(fieldsOf(roles.get(role))?.rules).some((rule) => allows(rule, need)),
  );

function isMeant({ kind, name, namespace }: Record<string, unknown>, account: Account): boolean {
  if (kind === 'ServiceAccount') return name === account.name && namespace === account.namespace;
  if (kind === 'User') return name === userOf(account);
  return (
    kind === 'Group' &&
    [
      'system:serviceaccounts',
      `system:serviceaccounts:${account.namespace}`,
      'system:authenticated',
    ].includes(textOf(name))
  );
}

/** The name of an account as a user. */
export const userOf = ({ namespace, name }: Account): string => `system:serviceaccount:${namespace}:${name}`;

/** A rule for named objects does not allow to list all. */
function allows(
  { apiGroups, resources, verbs, resourceNames }: Record<string, unknown>,
  need: Need,
): boolean {
  const has = (list: unknown, wanted: string): boolean =>
    Array.isArray(list) && (list.includes(wanted) || list.includes('*'));
  const isForAll = !Array.isArray(resourceNames) || resourceNames.length === 0;
  return isForAll && has(apiGroups, '') && has(resources, need.resource) && has(verbs, need.verb);
}
