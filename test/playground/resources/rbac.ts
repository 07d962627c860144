import type { Finding } from '../http/status.ts';
import { isFields, list, type Obj, text } from '../objects/model.ts';
import { listOf, object, string, strings } from '../schema/shorthand.ts';
import type { Schema } from '../schema/types.ts';
import { ageColumn, nameColumn, plainColumns, told, wide } from './columns.ts';
import { type Resource, storedVerbs } from './types.ts';

const GROUP = 'rbac.authorization.k8s.io';

const rules: Schema = listOf(
  object({
    verbs: strings,
    apiGroups: strings,
    resources: strings,
    resourceNames: strings,
    nonResourceURLs: strings,
  }),
);
const selectors = listOf(
  object({
    matchLabels: { type: 'object', additionalProperties: string },
    matchExpressions: listOf(object({ key: string, operator: string, values: strings })),
  }),
);
const roleRef: Schema = {
  ...object({ apiGroup: string, kind: string, name: string }),
  'x-kubernetes-map-type': 'atomic',
};
const subjects = listOf(object({ kind: string, apiGroup: string, name: string, namespace: string }));

const bindingColumns = [
  nameColumn,
  told('Role', 'the role that is given', roleOf),
  ageColumn,
  wide(told('Users', 'the users who have it', (binding) => subjectsOf(binding, 'User'))),
  wide(told('Groups', 'the groups that have it', (binding) => subjectsOf(binding, 'Group'))),
  wide(
    told('ServiceAccounts', 'the service accounts that have it', (binding) =>
      subjectsOf(binding, 'ServiceAccount'),
    ),
  ),
];

const rbac = (kind: string, told: Pick<Resource, 'schema' | 'columns'> & Partial<Resource>): Resource => ({
  group: GROUP,
  version: 'v1',
  kind,
  listKind: `${kind}List`,
  plural: `${kind.toLowerCase()}s`,
  singular: kind.toLowerCase(),
  namespaced: !kind.startsWith('Cluster'),
  verbs: storedVerbs,
  subresources: [],
  custom: false,
  counted: false,
  nameRule: 'path',
  ...told,
});

const role = (kind: string, schema: Schema): Resource =>
  rbac(kind, {
    schema,
    columns: plainColumns,
    validate: (role) =>
      list(role, 'rules').flatMap((rule, index) => ruleFindings(rule, `rules[${index}]`, kind === 'Role')),
  });

const binding = (kind: string, roleKinds: string[]): Resource =>
  rbac(kind, {
    schema: object({ roleRef, subjects }),
    columns: bindingColumns,
    defaults(binding) {
      if (isFields(binding.roleRef)) binding.roleRef.apiGroup ||= GROUP;
      for (const subject of list(binding, 'subjects').filter(isFields)) {
        if (subject.kind === 'User' || subject.kind === 'Group') subject.apiGroup ||= GROUP;
      }
    },
    validate: (binding, old) => bindingFindings(binding, old, roleKinds),
  });

/** Roles and their bindings: what decides who may do what. */
export const rbacResources: readonly Resource[] = [
  role('ClusterRole', object({ rules, aggregationRule: object({ clusterRoleSelectors: selectors }) })),
  binding('ClusterRoleBinding', ['ClusterRole']),
  role('Role', object({ rules })),
  binding('RoleBinding', ['Role', 'ClusterRole']),
];

function ruleFindings(rule: unknown, path: string, namespaced: boolean): Finding[] {
  const findings: Finding[] = [];
  const require = (field: string, detail: string) => {
    if (list(rule, field).length > 0) return;
    findings.push({ reason: 'FieldValueRequired', field: `${path}.${field}`, detail });
  };
  require('verbs', 'verbs must contain at least one value');
  const urls = list(rule, 'nonResourceURLs');
  if (urls.length === 0) {
    require('apiGroups', 'resource rules must supply at least one api group');
    require('resources', 'resource rules must supply at least one resource');
    return findings;
  }
  const wrong = (detail: string): Finding => ({
    reason: 'FieldValueInvalid',
    field: `${path}.nonResourceURLs`,
    value: urls,
    detail,
  });
  if (namespaced) findings.push(wrong('namespaced rules cannot apply to non-resource URLs'));
  if (['apiGroups', 'resources', 'resourceNames'].some((field) => list(rule, field).length > 0)) {
    findings.push(wrong('rules cannot apply to both regular resources and non-resource URLs'));
  }
  return findings;
}

function bindingFindings(binding: Obj, old: Obj | undefined, roleKinds: string[]): Finding[] {
  const findings: Finding[] = [];
  const kind = text(binding, 'roleRef', 'kind');
  if (!roleKinds.includes(kind)) {
    const detail = `supported values: ${roleKinds.map((one) => JSON.stringify(one)).join(', ')}`;
    findings.push({ reason: 'FieldValueNotSupported', field: 'roleRef.kind', value: kind, detail });
  }
  if (text(binding, 'roleRef', 'name') === '')
    findings.push({ reason: 'FieldValueRequired', field: 'roleRef.name' });
  for (const [index, subject] of list(binding, 'subjects').entries()) {
    if (text(subject, 'name') === '') {
      findings.push({ reason: 'FieldValueRequired', field: `subjects[${index}].name` });
    }
  }
  const moved = old !== undefined && JSON.stringify(old.roleRef) !== JSON.stringify(binding.roleRef);
  if (moved) {
    const value = binding.roleRef;
    findings.push({ reason: 'FieldValueInvalid', field: 'roleRef', value, detail: 'cannot change roleRef' });
  }
  return findings;
}

function subjectsOf(binding: Obj, kind: string): string {
  return list(binding, 'subjects')
    .filter((one) => text(one, 'kind') === kind)
    .map((one) =>
      kind === 'ServiceAccount' ? `${text(one, 'namespace')}/${text(one, 'name')}` : text(one, 'name'),
    )
    .join(', ');
}

function roleOf({ roleRef: role }: Obj): string {
  return `${text(role, 'kind')}/${text(role, 'name')}`;
}
