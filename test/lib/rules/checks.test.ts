import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHECKS } from '../../../lib/rules/checks.ts';
import { lintText } from '../../../lib/rules/lint.ts';

type Fields = Record<string, unknown>;

const RULE = { alert: 'PodDown', expr: 'up < 1', for: '1m', annotations: { message: 'A pod is down.' } };
const LABELS = { metrics: 'k8s', role: 'alert-rules' };

const withRules = (...rules: unknown[]): Fields => ({ groups: [{ name: 'a.rules', rules }] });
const object = (spec: Fields, labels: Fields = LABELS, kind = 'MetricsRule'): string =>
  JSON.stringify({ apiVersion: 'rules.example.com/v1', kind, metadata: { name: 'a', labels }, spec });
const ruleWith = (more: Fields): string => object(withRules({ ...RULE, ...more }));
const upstream = (labels: Fields): string => object(withRules(RULE), labels, 'PrometheusRule');

/** For each check: objects that it finds something in, and near misses. */
const ROWS: Record<string, { found: string[]; clean: string[] }> = {
  labels: {
    found: [
      object(withRules(RULE), { role: 'alert-rules' }),
      object(withRules(RULE), { ...LABELS, metrics: '' }),
    ],
    clean: [object(withRules(RULE)), upstream({}), JSON.stringify(withRules(RULE))],
  },
  'selector-labels': {
    found: [upstream({}), upstream({ role: 'alert-rules', metrics: 'k8s' })],
    clean: [upstream({ prometheus: 'k8s' }), upstream({ release: 'kps' }), object(withRules(RULE), {})],
  },
  'role-label': {
    found: [
      object(withRules(RULE), { metrics: 'k8s' }),
      object(withRules(RULE), { ...LABELS, role: 'rules' }),
    ],
    clean: [object(withRules(RULE)), upstream({ release: 'kps' })],
  },
  groups: {
    found: [
      object({}),
      object({ groups: {} }),
      object({ groups: ['a'] }),
      object({ groups: [{ rules: [RULE] }] }),
      object({ groups: [{ name: 'a', rules: {} }] }),
    ],
    clean: [object({ groups: [] }), object({ groups: [{ name: 'a' }] })],
  },
  'group-twice': {
    found: [object({ groups: [{ name: 'a' }, { name: 'b' }, { name: 'a' }] })],
    clean: [object({ groups: [{ name: 'a' }, { name: 'A' }] })],
  },
  'rule-shape': {
    found: [
      object(withRules({ expr: '1' })),
      object(withRules({ alert: 'A', record: 'a', expr: '1' })),
      object(withRules({ alert: 'A' })),
      object(withRules({ record: 'a', expr: ' ' })),
    ],
    clean: [object(withRules({ record: 'a', expr: '1' })), object(withRules({ record: 'a', expr: 1 }))],
  },
  for: {
    found: [
      ...['1 m', '1.5h', '30s1m', '5', '', 'm', '-1m'].map((duration) => ruleWith({ for: duration })),
      ruleWith({ for: 5 }),
      ruleWith({ keep_firing_for: '1x' }),
      object(withRules({ record: 'a', expr: '1', for: '1m' })),
    ],
    clean: ['0', '90s', '1h30m', '1d', '1y2w3d4h5m6s7ms', null].map((duration) =>
      ruleWith({ for: duration }),
    ),
  },
  message: {
    found: [
      ruleWith({ annotations: undefined }),
      ruleWith({ annotations: { runbook_url: 'http://a' } }),
      ruleWith({ annotations: { message: ' ' } }),
      ruleWith({ annotations: { summary: 'PodDown' } }),
    ],
    clean: [
      ruleWith({ annotations: { description: 'A pod is down.' } }),
      ruleWith({ annotations: { summary: 'PodDown', message: 'A pod is down.' } }),
      object(withRules({ record: 'a', expr: '1' })),
    ],
  },
  'rule-twice': {
    found: [
      object(withRules(RULE, RULE)),
      object({ groups: ['a', 'b'].map((name) => ({ name, rules: [{ record: 'a', expr: '1' }] })) }),
      object(withRules({ ...RULE, labels: { a: 'b', c: 'd' } }, { ...RULE, labels: { c: 'd', a: 'b' } })),
    ],
    clean: [
      object(withRules({ ...RULE, labels: { severity: 'warning' } }, RULE)),
      object(withRules(RULE, {})),
    ],
  },
};

test('every check has rows that hold and near misses', () => {
  assert.deepEqual(
    Object.keys(ROWS),
    CHECKS.map(({ name }) => name),
  );
});

for (const [name, { found, clean }] of Object.entries(ROWS)) {
  const matches = (text: string): boolean => lintText(text).findings.some(({ check }) => check === name);
  test(`${name} finds each of its rows`, () => {
    assert.ok(found.length > 0);
    for (const text of found) assert.ok(matches(text), text);
  });
  test(`${name} leaves near misses alone`, () => {
    assert.ok(clean.length > 0);
    for (const text of clean) assert.ok(!matches(text), text);
  });
}

const PLAIN = 'groups:\n- name: a\n  rules:\n  - record: a\n    expr: up\n    for: 1x\n';

for (const [form, text, line] of [
  ['a plain rule file', PLAIN, 6],
  ['the second document', `a: 1\n---\n${PLAIN}`, 8],
  ['an item of a List', `kind: List\nitems:\n- ${PLAIN.trim().replaceAll('\n', '\n  ')}\n`, 8],
  ['a ConfigMap', `kind: ConfigMap\ndata:\n  a.yaml: |\n    ${PLAIN.trim().replaceAll('\n', '\n    ')}\n`, 9],
  ['a file with CRLF', PLAIN.replaceAll('\n', '\r\n'), 6],
] as const)
  test(`finds rules in ${form}, and names their line in the file`, () => {
    const { objects, findings } = lintText(text);
    assert.deepEqual(
      [objects, findings.map(({ check, line: at, source }) => [check, at, source.trim()])],
      [1, [['for', line, 'for: 1x']]],
    );
  });

test('shows no line of a Secret', () => {
  const text = `kind: Secret\nstringData:\n  a.yaml: |\n    ${PLAIN.trim().replaceAll('\n', '\n    ')}\n`;
  assert.deepEqual(lintText(text), { objects: 0, findings: [] });
});

test('an anchor inside itself ends', () => {
  const { findings } = lintText('groups:\n- &a\n  name: a\n  rules: [*a]\n');
  assert.deepEqual(
    findings.map(({ check }) => check),
    [],
  );
});
