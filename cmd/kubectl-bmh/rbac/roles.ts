import type { Right } from '../../../lib/hosts/rbac.ts';
import { policyRule, ruleYaml } from '../../../lib/kube/access.ts';
import { oneLine } from '../../../lib/text.ts';

/** A Role of one namespace or, without one, a ClusterRole. */
export interface NamedRole {
  namespace: string | undefined;
  rights: Right[];
}

const API_VERSION = 'rbac.authorization.k8s.io/v1';
const NAME = 'kubectl-bmh';

/** One ClusterRole; for the hosts of one namespace, a Role there and a ClusterRole for the rest. */
export const rolesOf = (rights: Right[], namespace: string | undefined): NamedRole[] =>
  namespace === undefined
    ? [{ namespace, rights }]
    : [
        { namespace, rights: rights.filter(({ scope }) => scope === 'hosts') },
        { namespace: undefined, rights: rights.filter(({ scope }) => scope === 'cluster') },
      ];

/** A role as the API has it. */
export const roleObject = ({ namespace, rights }: NamedRole): object => ({
  ...header(namespace),
  rules: rights.map(policyRule),
});

/** Roles as YAML documents, with a comment above each rule. */
export const rolesYaml = (roles: NamedRole[]): string => roles.map(roleYaml).join('---\n');

function roleYaml({ namespace, rights }: NamedRole): string {
  const { apiVersion, kind, metadata } = header(namespace);
  const lines = [
    `# To give it to somebody: ${bindingCommand(namespace)} --user=NAME`,
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

const header = (namespace: string | undefined) => ({
  apiVersion: API_VERSION,
  kind: namespace === undefined ? 'ClusterRole' : 'Role',
  metadata: { name: NAME, ...(namespace !== undefined && { namespace }) },
});

const bindingCommand = (namespace: string | undefined): string =>
  namespace === undefined
    ? `kubectl create clusterrolebinding ${NAME} --clusterrole=${NAME}`
    : `kubectl create rolebinding ${NAME} -n ${oneLine(namespace)} --role=${NAME}`;
