import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Run } from '../../../lib/rules/check.ts';
import { CHECKS } from '../../../lib/rules/checks.ts';
import { findingsIn } from '../../../lib/rules/findings.ts';
import { parseVersion } from '../../../lib/versions/version.ts';

type Fields = Record<string, unknown>;

const RULE = { alert: 'PodDown', expr: 'up < 1', for: '1m', annotations: { message: 'A pod is down.' } };
const LABELS = { metrics: 'k8s', role: 'alert-rules' };

const withRules = (...rules: unknown[]): Fields => ({ groups: [{ name: 'a.rules', rules }] });
const object = (spec: Fields, labels: Fields = LABELS, kind = 'MetricsRule'): string =>
  JSON.stringify({ apiVersion: 'rules.example.com/v1', kind, metadata: { name: 'a', labels }, spec });
const ruleWith = (more: Fields): string => object(withRules({ ...RULE, ...more }));
const upstream = (labels: Fields): string => object(withRules(RULE), labels, 'PrometheusRule');

const RECORD = { record: 'a:b', expr: '1' };
const named = (name: string, rule: Fields, namespace?: string): Fields => ({
  kind: 'MetricsRule',
  metadata: { name, namespace, labels: LABELS },
  spec: withRules(rule),
});
/** Several objects in one file. */
const apart = (...objects: Fields[]): string => objects.map((one) => JSON.stringify(one)).join('\n---\n');

interface Row {
  found: string[];
  clean: string[];
  /** Of the run. */
  expected?: Omit<Run, 'first'>;
}

/** For each check: objects that it finds something in, and near misses. */
const ROWS: Record<string, Row> = {
  names: {
    expected: { names: { naming: 'platform', group: 'rules.example.com' } },
    found: [
      object(withRules(RULE), LABELS, 'PrometheusRule'),
      object(withRules(RULE)).replace('rules.example.com', 'monitoring.coreos.com'),
      object(withRules(RULE)).replace('rules.example.com/v1', 'rules.example.community/v1'),
      object(withRules(RULE)).replace('"apiVersion":"rules.example.com/v1",', ''),
      object(withRules(RULE), { prometheus: 'k8s' }),
      object(withRules(RULE), { prometheus: 'k8s', metrics: '' }),
    ],
    clean: [
      object(withRules(RULE)),
      object(withRules(RULE)).replace('/v1', '/v2beta1'),
      object(withRules(RULE), { prometheus: 'k8s', metrics: 'k8s' }),
      object(withRules(RULE), {}),
      JSON.stringify(withRules(RULE)),
    ],
  },
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
      object(withRules(null)),
      object(withRules(['a'])),
      object(withRules({ expr: '1' })),
      object(withRules({ alert: 'A', record: 'a', expr: '1' })),
      object(withRules({ alert: 'A' })),
      object(withRules({ record: 'a', expr: ' ' })),
    ],
    clean: [object(withRules({ record: 'a', expr: '1' })), object(withRules({ record: 'a', expr: 1 }))],
  },
  promql: {
    found: ['up ==', 'rate(up)', 'up[5m]', '"text"', 'nosuch(up)', 'up{a=~"("}'].map((expr) =>
      ruleWith({ expr }),
    ),
    clean: ['up == 0', '1', 'sum(rate(up[5m])) > 0'].map((expr) => ruleWith({ expr })),
  },
  prometheus: {
    expected: { refused: new Map([['histogram_avg(a)', '1:1: parse error: unknown function']]) },
    found: [ruleWith({ expr: 'histogram_avg(a)' })],
    clean: [ruleWith({ expr: 'avg(a)' })],
  },
  impossible: {
    found: [
      'count(up) == 0',
      'count by (job) (up{job="a"}) < 1',
      'absent(up) == 0',
      'up > 1',
      'up < 0',
      '2 < up',
      'changes(a[5m]) < 0',
      'count(a) == 0 or count(b) == 0',
      'count(a) == 0 unless b',
      'a and count(b) == 0',
      'sum(changes(a[5m])) by (b) < -1',
      'group(a) != 1',
      '(a > 5) < 3',
      'sum(count(up) < 1) > 1',
      'hour() > 23',
      'vector(1) > 60 * 60',
      '-abs(a) > 0',
    ].map((expr) => ruleWith({ expr })),
    clean: [
      'rate(a[5m]) < 0',
      'count(a) == 0 or absent(a)',
      'a > 0 unless on () (count(b) == 0)',
      'absent(count(a) == 0)',
      'vector(scalar(group(a))) != 1',

      'count(up) == 1',
      'count(up) == bool 0',
      'sum(up) == 0',
      'sum(a) < 0',
      'up == 0',
      '0 == up',
      'a - b < 0',
      'delta(a[5m]) < 0',
      '(a > 5) < 7',
      'count(a) - count(b) < 0',
      'count(a) or vector(0) == 0',
      '(count(a) or vector(0)) == 0',
      'hour() > 22',
      'abs(a) <= 0',
      'avg_over_time(up[5m]) < 0.5',
      'count(a) unless b',
    ].map((expr) => ruleWith({ expr })),
  },
  'impossible-part': {
    found: [
      'a == 1 or count(b) == 0',
      'count(a) == 0 or absent(a)',
      'sum(a or count(b) == 0) > 1',
      'a unless count(b) < 1',
    ].map((expr) => ruleWith({ expr })),
    clean: ['a == 1 or absent(b)', 'count(a) == 0', 'count(a) == 0 or count(b) == 0', 'a unless b'].map(
      (expr) => ruleWith({ expr }),
    ),
  },
  template: {
    found: [
      ...[
        '{{ $labels.a',
        '{{ $label.a }}',
        '{{ if $value }}a',
        'a {{ end }}',
        '{{ range $k, $v := .a }}',
      ].map((message) => ruleWith({ annotations: { message } })),
      ruleWith({ labels: { severity: '{{ $vlaue }}' } }),
    ],
    clean: [
      ...[
        '{{ $labels.job }} {{ $value | humanize }} {{ $externalLabels.a }} {{ $externalURL }}',
        '{{- if gt $value 1.0 -}} a {{- else if $value }} b {{- end }}',
        '{{ with query "up{a=\'}}\'}" }}{{ . | first | value }}{{ end }}',
        '{{ range $k, $v := $labels }}{{ $k }}={{ $v }}{{ end }}',
        '{{ $a := "$b" }}{{ $a }}',
        '{{/* $nothing */}} {{ "{{" }} }}',
        '{{ `{{` }}',
        '{ $labels.a }',
      ].map((message) => ruleWith({ annotations: { message } })),
      object(withRules({ record: 'a', expr: '1', labels: { a: '{{ $nothing' } })),
    ],
  },
  'template-label': {
    found: [
      'sum(up) < 1',
      'sum by (job) (up) < 1',
      'sum(up) without (pod) < 1',
      'a / on (job) b > 1',
      'a > ignoring (pod) b',
      'a / sum by (job) (b)',
      'a{pod=""} > 1',
      'absent(a{pod=~"b"})',
      'absent(sum(a))',
      'sum(a) or vector(1)',
      'a * on (job) group_left (pod) sum by (job) (b)',
      'count_values("version", a)',
      'label_replace(sum(a), "node", "$1", "b", "(.*)")',
    ].map((expr) => ruleWith({ expr, annotations: { message: 'On {{ $labels.pod }}.' } })),
    clean: [
      'up < 1',
      'sum by (pod) (up) < 1',
      'sum(up) without (job) < 1',
      'topk(3, up)',
      'a / on (pod) b > 1',
      'a * on (job) group_left (pod) b',
      'sum(a) * on () group_right sum by (pod) (b)',
      'sum(a) or sum by (pod) (b)',
      'absent(a{pod="b"})',
      'count_values("pod", a)',
      'label_replace(sum(a), "pod", "$1", "b", "(.*)")',
      'label_join(sum(a), "pod", "-", "b")',
      'max_over_time(sum by (pod) (a)[5m:])',
      '(a{job="b"} and sum(b)) > 1',
      'nosuch(',
    ].map((expr) => ruleWith({ expr, annotations: { message: 'On {{ index $labels "pod" }}.' } })),
  },
  'absent-label': {
    found: [
      'a < 1 or absent(a)',
      'a < 1 or absent(a{pod=~"b"}) == 1',
      '(up or absent_over_time(a[5m])) > 0',
    ].map((expr) => ruleWith({ expr, annotations: { message: '{{ $labels.pod }}' } })),
    clean: ['a < 1 or absent(a{pod="b"})', 'a < 1 or absent(a)', 'a'].map((expr, index) =>
      ruleWith({
        expr,
        annotations: {
          message:
            ['{{ $labels.pod }}', '{{ if $labels.pod }}{{ $labels.pod }}{{ else }}All{{ end }}'][index] ??
            'One.',
        },
      }),
    ),
  },
  for: {
    found: [
      ...['1 m', '1.5h', '30s1m', '5', '', 'm', '-1m', '293y'].map((duration) => ruleWith({ for: duration })),
      ruleWith({ for: 5 }),
      ruleWith({ keep_firing_for: '1x' }),
      object(withRules({ record: 'a', expr: '1', for: '1m' })),
    ],
    clean: ['0', '90s', '1h30m', '1d', '1y2w3d4h5m6s7ms', '292y', null].map((duration) =>
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
      apart(named('a', RULE), named('b', { ...RULE, expr: ' up < 1\n', for: '5m' })),
      apart(
        named('a', { ...RULE, labels: { a: 'b', c: 'd' } }),
        named('b', { ...RULE, labels: { c: 'd', a: 'b' } }),
      ),
      apart(named('a', RECORD, 'x'), named('b', RECORD, 'x')),
      apart(named('a', RULE), named('a', RULE), named('b', RULE)),
      object(withRules(RULE, RULE)),
      object({ groups: ['a', 'b'].map((name) => ({ name, rules: [{ record: 'a', expr: '1' }] })) }),
      object(withRules({ ...RULE, labels: { a: 'b', c: 'd' } }, { ...RULE, labels: { c: 'd', a: 'b' } })),
    ],
    clean: [
      object(withRules({ ...RULE, labels: { severity: 'warning' } }, RULE)),
      object(withRules(RULE, {})),
      // Values of a label that one recording has.
      apart(named('a', RECORD, 'x'), named('b', { ...RECORD, expr: '2' }, 'x')),
      object(
        withRules({ record: 'a:b', expr: 'sum(a{code="2"})' }, { record: 'a:b', expr: 'sum(a{code="3"})' }),
      ),
      // Severities of one alert.
      apart(named('a', RULE), named('b', { ...RULE, expr: 'up < 2' })),
      apart(named('a', RECORD), named('b', { ...RECORD, labels: { a: 'b' } })),
      apart(named('a', { ...RECORD, record: 'PodDown' }), named('b', RULE)),
      apart(named('a', RULE, 'x'), named('b', RULE, 'y')),
      apart(named('a', RULE, 'x'), named('b', RULE)),
      // One object, for two clusters or with an overlay.
      apart(named('a', RULE, 'x'), named('a', { ...RULE, for: '5m' }, 'x')),
      apart(named('a', RULE), { ...named('b', RULE), kind: 'PrometheusRule' }),
      apart(withRules(RULE), withRules(RULE)),
    ],
  },
  version: {
    expected: { version: [2, 52] },
    found: [
      object({ groups: [{ name: 'a', query_offset: '1m' }] }),
      JSON.stringify({ groups: [{ name: 'a', labels: { a: 'b' } }] }),
    ],
    clean: [
      ruleWith({ keep_firing_for: '5m' }),
      object({ groups: [{ name: 'a', limit: 3, query_offset: null }] }),
      ruleWith({ labels: { query_offset: 'a' } }),
    ],
  },
};

test('groups of another product are no rules', () => {
  const group = (type: string) =>
    JSON.stringify({ groups: [{ type, rules: [{ record: 'a', expr: 'env: "prod"' }] }] });
  const counted = (text: string) => findingsIn(text).objects;
  assert.deepEqual([counted(group('vlogs')), counted(group('prometheus'))], [0, 1]);
});

test('every check has rows that hold and near misses', () => {
  assert.deepEqual(
    Object.keys(ROWS),
    CHECKS.map(({ name }) => name),
  );
});

for (const [name, { found, clean, expected }] of Object.entries(ROWS)) {
  const matches = (text: string): boolean =>
    findingsIn(text, undefined, { first: new Map(), ...expected }).findings.some(
      ({ check }) => check === name,
    );
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
    const { objects, findings } = findingsIn(text);
    assert.deepEqual(
      [objects, findings.map(({ check, line: at, source }) => [check, at, source.trim()])],
      [1, [['for', line, 'for: 1x']]],
    );
  });

for (const [field, before, since] of [
  ['limit', '2.30.4', '2.31.0'],
  ['keep_firing_for', '2.41.0', 'v2.42.0-rc.0'],
  ['query_offset', 'v2.52.1', '2.53'],
  ['labels', '2.99.0', '3.0.0'],
] as const)
  test(`warns about ${field} for Prometheus ${before}, not for ${since} or without a version`, () => {
    const isRule = field === 'keep_firing_for';
    const more = { [field]: '5m' };
    const text = object({
      groups: [{ name: 'a', ...(!isRule && more), rules: [{ ...RULE, ...(isRule && more) }] }],
    });
    const found = (version?: string) =>
      findingsIn(text, undefined, { first: new Map(), version: parseVersion(version ?? '') }).findings.map(
        ({ message }) => message,
      );
    const least = since.replace(/^v|(?<=\..+)\..*/g, '');
    assert.deepEqual(found(before), [`${field} needs Prometheus ${least} or later`]);
    assert.deepEqual([found(since), found()], [[], []]);
  });

test('reads a file again once, however many of its rules are defined again; its path is enough when it is gone', () => {
  const rules = Array.from({ length: 50 }, (_, at) => ({ ...RECORD, record: `a:b${at}` }));
  const textOf = (name: string): string =>
    JSON.stringify({ ...named(name, RECORD), spec: withRules(...rules) }, null, 1);
  const first = new Map();
  let reads = 0;
  const read = (): string => {
    reads += 1;
    return textOf('a');
  };
  findingsIn(textOf('a'), { path: 'a.json', read }, { first });
  const again = { path: 'b.json', read: () => '' };
  const { findings } = findingsIn(textOf('b'), again, { first });
  assert.deepEqual([findings.length, reads], [50, 1]);
  assert.match(findings[0]?.message ?? '', / first at a\.json:16$/);
  const gone = new Map();
  const lost = { path: 'a.json', read: () => assert.fail() };
  findingsIn(textOf('a'), lost, { first: gone });
  const { findings: left } = findingsIn(textOf('b'), again, { first: gone });
  assert.match(left[0]?.message ?? '', / first at a\.json$/);
});

test('shows no line of a Secret', () => {
  const text = `kind: Secret\nstringData:\n  a.yaml: |\n    ${PLAIN.trim().replaceAll('\n', '\n    ')}\n`;
  assert.deepEqual(findingsIn(text), { objects: 0, findings: [] });
});

test('an anchor inside itself ends', () => {
  const { findings } = findingsIn('groups:\n- &a\n  name: a\n  rules: [*a]\n');
  assert.deepEqual(
    findings.map(({ check }) => check),
    ['rule-shape'],
  );
});

test('marks the place in an expression, also in a block of several lines', () => {
  const placeOf = (text: string): unknown => {
    const [finding] = findingsIn(text).findings.filter(({ check }) => check === 'promql');
    return [finding?.line, finding?.column, finding?.source];
  };
  const head = 'groups:\n- name: a\n  rules:\n  - record: b\n';
  assert.deepEqual(placeOf(`${head}    expr: up + nosuch(up)\n`), [5, 16, '    expr: up + nosuch(up)']);
  assert.deepEqual(placeOf(`${head}    expr: "up + nosuch(up)"\n`), [5, 17, '    expr: "up + nosuch(up)"']);
  assert.deepEqual(placeOf(`${head}    expr: |\n      up +\n        rate(up)\n`), [
    7,
    14,
    '        rate(up)',
  ]);
  assert.deepEqual(placeOf(`${head}    expr: >-\n      up +\n      rate(up)\n`), [5, 11, '    expr: >-']);
});
