import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Alert, Labels } from '../../../lib/alerts/alert-facts.ts';
import { inhibitedBy, inhibits } from '../../../lib/alerts/inhibition.ts';
import { parseMatchers } from '../../../lib/alerts/matchers.ts';

const rule = (sources: string, targets: string, equal: string[] = []) => ({
  sources: parseMatchers(sources),
  targets: parseMatchers(targets),
  equal,
});
const inhibitRules = [
  rule('severity=critical', 'severity=~"warning|info"', ['namespace']),
  rule('alertname=InfoInhibitor', 'severity=info', ['namespace']),
  rule('node=~".+"', 'node=~".+", kind=pod', ['node']),
];

const alert = (labels: Labels): Alert => ({
  fingerprint: JSON.stringify(labels),
  labels,
  annotations: {},
  startsAt: 0,
  endsAt: 1,
  updatedAt: 0,
  receivers: [],
  state: 'active',
  silencedBy: [],
  inhibitedBy: [],
  mutedBy: [],
});

const ROWS: [what: string, source: Labels, target: Labels, suppresses: boolean][] = [
  ['of its namespace', { severity: 'critical', namespace: 'n' }, { severity: 'info', namespace: 'n' }, true],
  [
    'of another namespace',
    { severity: 'critical', namespace: 'n' },
    { severity: 'info', namespace: 'm' },
    false,
  ],
  ['without namespace, as itself', { severity: 'critical' }, { severity: 'warning' }, true],
  ['that no rule names', { severity: 'critical' }, { severity: 'none' }, false],
  ['by any of the rules', { alertname: 'InfoInhibitor' }, { severity: 'info' }, true],
  ['that matches one side of the rule only', { node: 'x', kind: 'node' }, { node: 'x', kind: 'pod' }, true],
  ['although both match both sides', { node: 'x', kind: 'pod', a: '1' }, { node: 'x', kind: 'pod' }, false],
  ['that is itself', { node: 'x', kind: 'pod' }, { node: 'x', kind: 'pod' }, false],
];
for (const [what, source, target, suppresses] of ROWS)
  test(`an alert ${suppresses ? 'suppresses' : 'does not suppress'} one ${what}`, () => {
    const [from, to] = [alert(source), alert(target)];
    assert.deepEqual(inhibitedBy({ inhibitRules }, target, [from]), suppresses ? [from] : []);
    assert.deepEqual(inhibits({ inhibitRules }, source, [to]), suppresses ? [to] : []);
  });

test('finds all alerts that suppress one, and all that one would suppress', () => {
  const others = [
    alert({ severity: 'critical', a: '1' }),
    alert({ severity: 'warning' }),
    alert({ alertname: 'InfoInhibitor' }),
    alert({ severity: 'info' }),
  ];
  const texts = (alerts: Alert[]) => alerts.map(({ fingerprint }) => fingerprint);
  assert.deepEqual(texts(inhibitedBy({ inhibitRules }, { severity: 'info' }, others)), [
    '{"severity":"critical","a":"1"}',
    '{"alertname":"InfoInhibitor"}',
  ]);
  assert.deepEqual(texts(inhibits({ inhibitRules }, { severity: 'critical' }, others)), [
    '{"severity":"warning"}',
    '{"severity":"info"}',
  ]);
});

test('names of labels that objects have anyway are names like others', () => {
  const rules = { inhibitRules: [rule('a=b', 'c=d', ['constructor', '__proto__'])] };
  assert.equal(inhibitedBy(rules, { c: 'd' }, [alert({ a: 'b' })]).length, 1);
  assert.equal(inhibitedBy(rules, { c: 'd' }, [alert({ a: 'b', constructor: 'x' })]).length, 0);
});
