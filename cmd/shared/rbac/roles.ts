import { isDeepStrictEqual } from 'node:util';
import type { Host } from '../../../lib/cli/command.ts';
import { writeDocument } from '../../../lib/cli/output.ts';
import { policyRule, type Right, ruleYaml } from '../../../lib/kube/api/access.ts';
import { oneLine, printableYaml } from '../../../lib/words/text.ts';
import type { RbacValues } from './flags.ts';

/** A Role or, without a namespace, a ClusterRole. */
export interface NamedRole {
  name: string;
  namespace: string | undefined;
  rights: Right[];
}

const GROUP = 'rbac.authorization.k8s.io';
const API_VERSION = `${GROUP}/v1`;

/** Prints roles with these rights: as YAML with a comment per rule, or as JSON. */
export async function printRoles(
  rights: readonly Right[],
  { name, namespace, output }: Omit<NamedRole, 'rights'> & Pick<RbacValues, 'output'>,
  { stdout }: Pick<Host, 'stdout'>,
): Promise<void> {
  const roles = rolesOf(rights, { name, namespace });
  if (output === 'yaml') stdout.write(printableYaml(rolesYaml(roles)));
  else await writeDocument(stdout, output, { apiVersion: 'v1', kind: 'List', items: roles.map(roleObject) });
}

/** One ClusterRole; for one namespace, a Role there and a ClusterRole for the rest. */
export function rolesOf(
  rights: readonly Right[],
  { name, namespace }: Omit<NamedRole, 'rights'>,
): NamedRole[] {
  const inNamespace = rights.filter(({ scope }) => scope === 'namespace');
  const inCluster = rights.filter(({ scope }) => scope === 'cluster');
  if (namespace !== undefined)
    return [
      { name, namespace, rights: inNamespace },
      // A name of its own: applying it must not overwrite the cluster-wide role.
      { name: `${name}-cluster`, namespace: undefined, rights: inCluster },
    ];
  // What is granted in every namespace is not granted once more for the whole cluster.
  const isGranted = (right: Right): boolean =>
    inNamespace.some((one) => isDeepStrictEqual(policyRule(one), policyRule(right)));
  return [{ name, namespace, rights: [...inNamespace, ...inCluster.filter((right) => !isGranted(right))] }];
}

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
const rolesYaml = (roles: NamedRole[]): string =>
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
