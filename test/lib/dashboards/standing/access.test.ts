import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isGranted, type Need, needsFor } from '../../../../lib/dashboards/standing/access.ts';
import { sidecarWith } from '../cluster.ts';

const ACCOUNT = { namespace: 'monitoring', name: 'grafana' };
const EVERYWHERE: Need = { verb: 'list', resource: 'configmaps', namespace: undefined };
const IN_SHOP: Need = { ...EVERYWHERE, namespace: 'shop' };
const RULE = { apiGroups: [''], resources: ['configmaps', 'secrets'], verbs: ['get', 'watch', 'list'] };

const binding = (
  subject: object,
  { kind = 'ClusterRole', namespace }: { kind?: string; namespace?: string } = {},
) => ({
  metadata: { name: 'b', ...(namespace && { namespace }) },
  roleRef: { kind, name: 'r' },
  subjects: [subject],
});
const SUBJECT = { kind: 'ServiceAccount', ...ACCOUNT };
const roles = (rule: object = RULE) =>
  new Map(['ClusterRole//r', 'Role/shop/r'].map((key) => [key, { rules: [rule] }]));

describe('isGranted decides as RBAC does', () => {
  for (const [title, bound, rule, need, expected] of [
    ['a ClusterRoleBinding, everywhere', binding(SUBJECT), RULE, EVERYWHERE, true],
    ['a ClusterRoleBinding, in a namespace', binding(SUBJECT), RULE, IN_SHOP, true],
    ['a RoleBinding to a ClusterRole', binding(SUBJECT, { namespace: 'shop' }), RULE, IN_SHOP, true],
    ['a RoleBinding to a Role', binding(SUBJECT, { namespace: 'shop', kind: 'Role' }), RULE, IN_SHOP, true],
    [
      'a RoleBinding does not reach all namespaces',
      binding(SUBJECT, { namespace: 'shop' }),
      RULE,
      EVERYWHERE,
      false,
    ],
    [
      'a RoleBinding of another namespace',
      binding(SUBJECT, { namespace: 'a', kind: 'Role' }),
      RULE,
      IN_SHOP,
      false,
    ],
    ['another account', binding({ ...SUBJECT, name: 'other' }), RULE, EVERYWHERE, false],
    ['the account of another namespace', binding({ ...SUBJECT, namespace: 'a' }), RULE, EVERYWHERE, false],
    [
      'all accounts of its namespace',
      binding({ kind: 'Group', name: 'system:serviceaccounts:monitoring' }),
      RULE,
      EVERYWHERE,
      true,
    ],
    ['another group', binding({ kind: 'Group', name: 'system:serviceaccounts:a' }), RULE, EVERYWHERE, false],
    [
      'the account as a user',
      binding({ kind: 'User', name: 'system:serviceaccount:monitoring:grafana' }),
      RULE,
      EVERYWHERE,
      true,
    ],
    ['everything', binding(SUBJECT), { apiGroups: ['*'], resources: ['*'], verbs: ['*'] }, EVERYWHERE, true],
    ['another verb', binding(SUBJECT), { ...RULE, verbs: ['get', 'watch'] }, EVERYWHERE, false],
    ['another resource', binding(SUBJECT), { ...RULE, resources: ['secrets'] }, EVERYWHERE, false],
    ['another group of the API', binding(SUBJECT), { ...RULE, apiGroups: ['apps'] }, EVERYWHERE, false],
    ['only some names', binding(SUBJECT), { ...RULE, resourceNames: ['a'] }, EVERYWHERE, false],
    ['a rule of another shape', binding(SUBJECT), { verbs: 'list' }, EVERYWHERE, false],
  ] satisfies [string, object, object, Need, boolean][])
    test(`${expected}: ${title}`, () =>
      assert.equal(isGranted({ bindings: [bound], roles: roles(rule) }, ACCOUNT, need), expected));

  test('a role that is not there grants nothing', () =>
    assert.equal(isGranted({ bindings: [binding(SUBJECT)], roles: new Map() }, ACCOUNT, EVERYWHERE), false));
});

describe('needsFor', () => {
  for (const [title, env, expected] of [
    ['all namespaces', {}, ['list configmaps in all', 'watch configmaps in all']],
    ['its namespaces', { NAMESPACE: 'a,shop' }, ['list configmaps in shop', 'watch configmaps in shop']],
    ['now and then', { METHOD: 'SLEEP' }, ['list configmaps in all']],
    ['named objects', { RESOURCE_NAME: 'shop', NAMESPACE: 'shop' }, ['get configmaps in shop']],
  ] as const)
    test(`a sidecar that searches ${title} needs ${expected.join(', ')}`, () =>
      assert.deepEqual(
        needsFor(sidecarWith(env), { kind: 'ConfigMap', namespace: 'shop' }).map(
          ({ verb, resource, namespace = 'all' }) => `${verb} ${resource} in ${namespace}`,
        ),
        expected,
      ));
});
