import { isNotFound } from './errors.ts';
import type { KubeClient } from './types.ts';

/** One thing that a user may or may not do; `group` is empty for the core group. */
export interface Permission {
  verb: string;
  group: string;
  resource: string;
  subresource?: string;
  /** Absent: in all namespaces, or of a resource without one. */
  namespace?: string;
  name?: string;
}

/** The permissions that this user lacks, in the given order. Asks the server about all of them concurrently. */
export async function missingPermissions(
  client: KubeClient,
  permissions: readonly Permission[],
): Promise<Permission[]> {
  const allowed = await Promise.all(permissions.map((permission) => isAllowed(client, permission)));
  return permissions.filter((_, index) => !allowed[index]);
}

async function isAllowed(client: KubeClient, resourceAttributes: Permission): Promise<boolean> {
  const review = await client.send<{ status?: { allowed?: boolean } }>({
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    body: {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes },
    },
  });
  return review.status?.allowed === true;
}

/** The name of this user as the server sees it; undefined if it does not say. Never fails. */
export async function userName(client: KubeClient, signal: AbortSignal): Promise<string | undefined> {
  for (const version of ['v1', 'v1beta1'])
    try {
      const { status } = await client.send<{ status?: { userInfo?: { username?: unknown } } }>(
        {
          method: 'POST',
          path: `/apis/authentication.k8s.io/${version}/selfsubjectreviews`,
          body: { apiVersion: `authentication.k8s.io/${version}`, kind: 'SelfSubjectReview' },
        },
        signal,
      );
      const name = status?.userInfo?.username;
      return typeof name === 'string' && name.length > 0 && name.length <= LONGEST ? name : undefined;
    } catch (error) {
      // Kubernetes 1.27 has the beta, older servers have neither.
      if (!isNotFound(error)) return undefined;
    }
  return undefined;
}

/** The longest name of a user that is one, in characters. */
const LONGEST = 1024;

/** One RBAC rule. */
export interface Rule {
  group: string;
  /** With their subresource, such as `baremetalhosts/status`. */
  resources: string[];
  /** The names of the only objects it applies to; empty: all. */
  names: string[];
  verbs: string[];
}

/** A permission that commands use, and what they do without it. */
export interface Right extends Rule {
  /** Where it is needed: in the namespace of the objects, or in the whole cluster. */
  scope: 'namespace' | 'cluster';
  /** Which commands use it, and why. */
  use: string;
  /** What they do without it; absent if they refuse. */
  without?: string;
}

/** A rule in the API's form. */
export const policyRule = ({ group, resources, names, verbs }: Rule): Record<string, string[]> => ({
  apiGroups: [group],
  resources,
  ...(names.length > 0 && { resourceNames: names }),
  verbs,
});

/** A rule as an item of a YAML list. A JSON array is YAML, and so is every string in it. */
export const ruleYaml = (rule: Rule): string =>
  Object.entries(policyRule(rule))
    .map(([field, words], index) => {
      const quoted = words.map((word) => JSON.stringify(word)).join(', ');
      return `${index === 0 ? '-' : ' '} ${field}: [${quoted}]`;
    })
    .join('\n');

/**
 * The RBAC rules, as YAML list items, that grant these permissions: one per namespace, group and set of verbs, each group
 * under a comment that says which kind of role they belong in.
 */
export function ruleFor(permissions: readonly Permission[]): string {
  const byResource = new Map<string, PlacedRule>();
  for (const { namespace, group, resource, subresource, name, verb } of permissions) {
    const full = subresource ? `${resource}/${subresource}` : resource;
    const names = name === undefined ? [] : [name];
    const key = JSON.stringify([namespace, group, full, names]);
    const rule = byResource.get(key) ?? { namespace, group, names, resources: [full], verbs: [] };
    if (!rule.verbs.includes(verb)) rule.verbs.push(verb);
    byResource.set(key, rule);
  }
  const byVerbs = new Map<string, PlacedRule>();
  for (const rule of byResource.values()) {
    const key = JSON.stringify([rule.namespace, rule.group, rule.names, rule.verbs.toSorted()]);
    const same = byVerbs.get(key);
    if (same) same.resources.push(...rule.resources);
    else byVerbs.set(key, rule);
  }
  const byRole = Map.groupBy(byVerbs.values(), ({ namespace }) => namespace);
  return [...byRole]
    .map(([namespace, rules]) =>
      [
        namespace === undefined ? '# in a ClusterRole' : `# in a Role of namespace ${namespace}`,
        ...rules.map(ruleYaml),
      ].join('\n'),
    )
    .join('\n');
}

interface PlacedRule extends Rule {
  /** Undefined: cluster-wide. */
  namespace: string | undefined;
}
