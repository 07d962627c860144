import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceObjectsIn } from '../../../../lib/block/sync/source-objects.ts';

const RULES = { apiVersion: 'monitoring.coreos.com/v1', kind: 'PrometheusRule' };
const SPEC = { groups: [{ name: 'a', rules: [{ alert: 'A', expr: 'up' }] }] };
const DASHBOARD = '{"title": "Pods", "panels": []}';
const rules = (more: object = {}) => ({ ...RULES, metadata: { name: 'pods' }, spec: SPEC, ...more });
const dashboards = (data: object, name: unknown = 'pods') => ({
  kind: 'ConfigMap',
  metadata: { name },
  data,
});

const objectsOf = (value: unknown) => sourceObjectsIn(JSON.stringify(value));
const FOUND = { type: 'rules', name: 'pods', content: SPEC };
const SHOWN = { type: 'dashboards', name: 'pods', content: { 'pods.json': DASHBOARD } };

for (const [title, value, objects] of [
  ['a PrometheusRule', rules(), [FOUND]],
  ['a MetricsRule', rules({ kind: 'MetricsRule' }), [FOUND]],
  ['a List', { kind: 'List', items: [rules(), { kind: 'Role' }] }, [FOUND]],
  ['a List in a List', { kind: 'List', items: [{ kind: 'List', items: [rules()] }] }, [FOUND]],
  [
    'the folder of dashboards',
    {
      ...dashboards({ 'pods.json': DASHBOARD }),
      metadata: { name: 'pods', annotations: { grafana_folder: 'Shop', other: 'a' } },
    },
    [{ ...SHOWN, folder: 'Shop' }],
  ],
  [
    'a list that names the kind once',
    { kind: 'PrometheusRuleList', items: [rules({ kind: undefined })] },
    [FOUND],
  ],
  ['a ConfigMap with dashboards', dashboards({ 'pods.json': DASHBOARD }), [SHOWN]],
  [
    'a dashboard with rows',
    dashboards({ 'pods.json': '{"rows": []}' }),
    [{ ...SHOWN, content: { 'pods.json': '{"rows": []}' } }],
  ],
  [
    'the dashboards of a ConfigMap alone',
    dashboards({ 'pods.json': DASHBOARD, 'a.yaml': 'a: 1', 'b.json': '{}' }),
    [SHOWN],
  ],
  ['a ConfigMapList', { kind: 'ConfigMapList', items: [dashboards({ 'pods.json': DASHBOARD })] }, [SHOWN]],
] as const)
  test(`finds ${title}`, () => assert.deepEqual(objectsOf(value).objects, objects));

test('finds the objects of several documents, and names the kinds of the others', () => {
  const text = [rules(), { kind: 'Service' }, dashboards({ a: 'b' }), dashboards({ 'pods.json': DASHBOARD })]
    .map((value) => JSON.stringify(value))
    .join('\n---\n');
  assert.deepEqual(sourceObjectsIn(text), {
    objects: [FOUND, SHOWN],
    others: ['Service', 'ConfigMap'],
    faults: [],
  });
});

test('a file without rules and ConfigMaps is not parsed, and its objects are counted', () => {
  const text = 'kind: Deployment\n---\nkind: "Service"\nmetadata: {\n';
  assert.deepEqual(sourceObjectsIn(text), { objects: [], others: ['Deployment', 'Service'], faults: [] });
});

for (const [value, fault] of [
  [rules({ metadata: {} }), 'PrometheusRule  has no valid name'],
  [rules({ metadata: { name: '../up' } }), 'PrometheusRule ../up has no valid name'],
  [rules({ metadata: { name: 'Pods' } }), 'PrometheusRule Pods has no valid name'],
  [rules({ metadata: { name: '..' } }), 'PrometheusRule .. has no valid name'],
  [rules({ metadata: { name: 3 } }), 'PrometheusRule 3 has no valid name'],
  [
    rules({ metadata: { name: 'a'.repeat(253) } }),
    `PrometheusRule ${'a'.repeat(40)}... has a name of more than 200 characters, which is too long for a file`,
  ],
  [rules({ spec: {} }), 'PrometheusRule pods has no groups'],
  [rules({ spec: null }), 'PrometheusRule pods has no groups'],
  [dashboards({ 'a.json': DASHBOARD }, 'a/b'), 'ConfigMap a/b has no valid name'],
  [
    dashboards({ 'a.json': `{"panels": []}${' '.repeat(1024 * 1024)}` }),
    'ConfigMap pods is larger than 1 MiB, which no cluster stores',
  ],
] as const)
  test(`finds a fault: ${fault}`, () => {
    const { objects, faults } = objectsOf(value);
    assert.deepEqual({ objects, faults }, { objects: [], faults: [fault] });
  });

for (const value of [null, [], 3, 'ConfigMap', {}, { kind: ['ConfigMap'] }, { ConfigMap: 1 }])
  test(`${JSON.stringify(value)} has no rules and no dashboards`, () =>
    assert.deepEqual(objectsOf(value).objects, []));

for (const text of ['kind: ConfigMap\ndata: {', 'kind: PrometheusRule\nkind: PrometheusRule'])
  test(`${JSON.stringify(text)} is not valid`, () =>
    assert.throws(() => sourceObjectsIn(text), { name: 'YamlSyntaxError' }));

test('aliases of aliases are refused before they fill the memory', () => {
  const lines = Array.from({ length: 30 }, (_, at) =>
    `a${at}: &a${at} [*b, *b]`.replaceAll('*b', `*a${at - 1}`),
  );
  const text = `kind: PrometheusRule\n${lines.join('\n').replaceAll('*a-1', 'x')}\n`;
  assert.throws(() => sourceObjectsIn(text), { name: 'YamlSyntaxError' });
});

test('an alias that leads in a circle is cut', () => {
  const text =
    'kind: PrometheusRule\nmetadata: { name: a }\nspec: &s\n  groups: [{ name: a, rules: [*s] }]\n';
  assert.deepEqual(sourceObjectsIn(text).objects[0]?.name, 'a');
});
