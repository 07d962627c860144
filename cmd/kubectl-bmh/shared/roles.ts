import type { Right } from '../../../lib/hosts/rbac.ts';
import { policyRule, ruleYaml } from '../../../lib/kube/api/access.ts';
import { oneLine } from '../../../lib/words/text.ts';

/** A Role or, without a namespace, a ClusterRole. */
export interface NamedRole {
  name: string;
  namespace: string | undefined;
  rights: Right[];
}

const GROUP = 'rbac.authorization.k8s.io';
const API_VERSION = `${GROUP}/v1`;
const NAME = 'kubectl-bmh';

/** One ClusterRole; for the hosts of one namespace, a Role there and a ClusterRole for the rest. */
export const rolesOf = (rights: Right[], namespace: string | undefined, name = NAME): NamedRole[] =>
  namespace === undefined
    ? [{ name, namespace, rights }]
    : [
        { name, namespace, rights: rights.filter(({ scope }) => scope === 'hosts') },
        // A name of its own: applying it must not overwrite the cluster-wide role.
        {
          name: `${name}-cluster`,
          namespace: undefined,
          rights: rights.filter(({ scope }) => scope === 'cluster'),
        },
      ];

/** A role as the API has it. */
export const roleObject = ({ rights, ...role }: NamedRole): object => ({
  ...header(role),
  rules: rights.map(policyRule),
});

/** The binding of a role to a ServiceAccount; its name has both, so that no binding replaces another one. */
export const bindingObject = (
  { name, namespace }: Omit<NamedRole, 'rights'>,
  account: { name: string; namespace: string },
): object => ({
  apiVersion: API_VERSION,
  kind: namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding',
  metadata: { name: `${name}-job-${account.namespace}`, ...(namespace !== undefined && { namespace }) },
  roleRef: { apiGroup: GROUP, kind: namespace === undefined ? 'ClusterRole' : 'Role', name },
  subjects: [{ kind: 'ServiceAccount', ...account }],
});

/** Roles as YAML documents, with a comment above each rule. */
export const rolesYaml = (roles: NamedRole[]): string =>
  roles
    .map((role) => `# To grant it to a user: ${bindingCommand(role)} --user=NAME\n${roleYaml(role)}`)
    .join('---\n');

/** One role as a YAML document, with a comment above each rule. */
export function roleYaml({ rights, ...role }: NamedRole): string {
  const { apiVersion, kind, metadata } = header(role);
  const lines = [
    `apiVersion: ${apiVersion}`,
    `kind: ${kind}`,
    'metadata:',
    ...Object.entries(metadata).map(([field, value]) => `  ${field}: ${JSON.stringify(value)}`),
    'rules:',
    ...rights
      .flatMap((right) => [
        `# ${right.use}.`,
        right.without === undefined
          ? '# Required: without it, they refuse.'
          : `# Optional: without it, ${right.without}.`,
        ...ruleYaml(right).split('\n'),
      ])
      .map((line) => `  ${line}`),
  ];
  return `${lines.join('\n')}\n`;
}

const header = ({ name, namespace }: Omit<NamedRole, 'rights'>) => ({
  apiVersion: API_VERSION,
  kind: namespace === undefined ? 'ClusterRole' : 'Role',
  metadata: { name, ...(namespace !== undefined && { namespace }) },
});

const bindingCommand = ({ name, namespace }: Omit<NamedRole, 'rights'>): string =>
  namespace === undefined
    ? `kubectl create clusterrolebinding ${name} --clusterrole=${name}`
    : `kubectl create rolebinding ${name} -n ${oneLine(namespace)} --role=${name}`;
