import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fixChartTemplate } from '../../../lib/rules/chart-template.ts';
import type { Expected } from '../../../lib/rules/check.ts';
import { fixText } from '../../../lib/rules/lint.ts';

const EXPECTED: Expected = { names: { naming: 'platform', group: 'rules.example.com' } };

/** A part that stays, or what it is before and after the fix. */
type Part = string | readonly [before: string, after: string];

const before = (parts: readonly Part[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : part[0])).join('');
const after = (parts: readonly Part[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : part[1])).join('');

const HEAD = 'apiVersion: rules.example.com/v1\nkind: MetricsRule\n';
const LABELS = 'metadata:\n  labels:\n    metrics: k8s\n    role: alert-rules\n';
const RULES = 'spec:\n  groups:\n  - name: a\n    rules:\n';
const IN_RULE = `${HEAD}${LABELS}${RULES}`;
const REST = '    - record: b\n      expr: up\n';

/** Each with the one thing that is fixed. */
const FIXED: Record<string, Part[]> = {
  'a missing role': [
    `${HEAD}metadata:\n  labels: # a\n    `,
    ['', 'role: alert-rules\n    '],
    'metrics: k8s\n',
  ],
  'a wrong role': [
    `${HEAD}metadata:\n  labels:\n    role: `,
    ['rules', 'alert-rules'],
    ' # a\n    metrics: k8s',
  ],
  'a wrong role in quotes': [
    `${HEAD}metadata: {labels: {role: '`,
    ['rules', 'alert-rules'],
    "', metrics: k8s}}\n",
  ],
  'a missing role in a flow map': [
    `${HEAD}metadata: {labels: {`,
    ['', '"role": "alert-rules", '],
    'metrics: k8s}}\n',
  ],
  'a missing role in no labels': [`${HEAD}metadata: {labels: {`, ['', '"role": "alert-rules"'], '}}\n'],
  'a missing role in JSON': [
    '{"kind": "MetricsRule", "metadata": {\n  "labels": {\n    ',
    ['', '"role": "alert-rules",\n    '],
    '"metrics": "k8s"\n  }\n}}',
  ],
  'a kind': ['apiVersion: rules.example.com/v1\nkind: "', ['PrometheusRule', 'MetricsRule'], `"\n${LABELS}`],
  'an apiVersion': [
    "apiVersion: '",
    ['monitoring.coreos.com/v1', 'rules.example.com/v1'],
    `'\nkind: MetricsRule\n${LABELS}`,
  ],
  'a label': [
    `${HEAD}metadata:\n  labels:\n    role: alert-rules\n    `,
    ['prometheus', 'metrics'],
    ': k8s\n',
  ],
  'the item of a List': [
    `kind: List\nitems:\n- kind: `,
    ['PrometheusRule', 'MetricsRule'],
    '\n  apiVersion: rules.example.com/v1\n',
  ],
  'for of a recording rule, with its line': [
    `${IN_RULE}    - record: a\n`,
    ['      for: 5m # why\n', ''],
    '      # stays\n      expr: up\n',
  ],
  'for at the end of a file': [`${IN_RULE}    - record: a\n      expr: up\n`, ['      for: 5m', '']],
  'for as the first field': [`${IN_RULE}    - `, ['for: 5m\n      ', ''], 'record: a\n      expr: up\n'],
  'for in a flow map': [`${IN_RULE}    - {record: a, `, ['for: 5m, ', ''], 'expr: up}\n'],
  'for at the end of a flow map': [`${IN_RULE}    - {record: a, expr: up`, [', for: 5m', ''], ' }\n'],
  'for at the end of JSON': [
    '{"groups": [{"name": "a", "rules": [{\n  "record": "a",\n  "expr": "up"',
    [',\n  "for": "5m"', ''],
    '\n}]}]}',
  ],
};

for (const [what, parts] of Object.entries(FIXED))
  for (const [form, as] of [
    ['', (text: string) => text],
    [', with CRLF and a BOM', (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`],
  ] as const)
    test(`fixes ${what}${form}, and no other byte`, async () => {
      const fixed = await fixText(as(before(parts)), EXPECTED);
      assert.deepEqual(fixed, { text: as(after(parts)), fixed: 1 });
      assert.deepEqual(await fixText(fixed.text, EXPECTED), { text: fixed.text, fixed: 0 });
    });

test('a fix that makes another one due is followed by it', async () => {
  const text =
    'kind: PrometheusRule\napiVersion: monitoring.coreos.com/v1\nmetadata:\n  labels:\n    prometheus: k8s\n';
  assert.deepEqual(await fixText(text, EXPECTED), {
    text: 'kind: MetricsRule\napiVersion: rules.example.com/v1\nmetadata:\n  labels:\n    role: alert-rules\n    metrics: k8s\n',
    fixed: 4,
  });
  assert.deepEqual(
    await fixText(`groups: [{name: a, rules: [{record: b, expr: up, for: 1m, keep_firing_for: 1m}]}]`, {}),
    {
      text: 'groups: [{name: a, rules: [{record: b, expr: up}]}]',
      fixed: 2,
    },
  );
});

const labeled = (labels: string): string => `${HEAD}metadata:\n${labels}`;
const inConfigMap = (text: string): string =>
  `kind: ConfigMap\ndata:\n  a.yaml: |\n    ${text.trim().replaceAll('\n', '\n    ')}\n`;

for (const [what, text] of Object.entries({
  'an object without labels': labeled('  name: a\n'),
  'empty labels': labeled('  labels:\n'),
  'labels that aliases share': labeled('  labels: &a\n    metrics: k8s\n  annotations: *a\n'),
  'labels with a merge': `x: &a {a: b}\n---\n${labeled('  annotations: &a {a: b}\n  labels:\n    <<: *a\n    metrics: k8s\n')}`,
  'a role that is an alias': labeled('  annotations: {a: &a b}\n  labels:\n    metrics: k8s\n    role: *a\n'),
  'a role over several lines': labeled('  labels:\n    metrics: k8s\n    role: |\n      rules\n'),
  'a role without a value': labeled('  labels:\n    metrics: k8s\n    role: # none\n'),
  'a label beside an empty one': labeled(
    '  labels:\n    role: alert-rules\n    prometheus: k8s\n    metrics:\n',
  ),
  'a missing apiVersion': `kind: MetricsRule\n${LABELS}`,
  'for that an alias needs': `${IN_RULE}    - record: a\n      expr: up\n      for: &a 5m\n    - alert: b\n      for: *a\n`,
  'for before a comment': `${IN_RULE}    - for: 5m # why\n      record: a\n      expr: up\n`,
  'for as an explicit key': `${IN_RULE}    - ? for\n      : 5m\n      record: a\n      expr: up\n`,
  'for of an alert': `${IN_RULE}    - alert: a\n      expr: up\n      for: 1 m\n`,
  'an object in a ConfigMap': inConfigMap(
    `kind: PrometheusRule\n${IN_RULE}    - record: a\n      for: 5m\n${REST}`,
  ),
  'a rule file in a ConfigMap': inConfigMap(
    'groups:\n- name: a\n  rules:\n  - record: a\n    expr: up\n    for: 5m\n',
  ),
}))
  test(`leaves ${what} alone`, async () => {
    assert.deepEqual(await fixText(text, EXPECTED), { text, fixed: 0 });
  });

test('without --names, either naming stays', async () => {
  const text = `apiVersion: monitoring.coreos.com/v1\nkind: PrometheusRule\nmetadata: {labels: {prometheus: k8s}}\n${RULES}${REST}`;
  assert.deepEqual(await fixText(text, {}), { text, fixed: 0 });
});

/** A line that is a comment, or none. */
const comments = fc.array(
  fc.tuple(fc.nat(12), fc.string({ unit: fc.constantFrom(...'ab :-{}"\'#&*|\t\u00e4\u{1f600}') })),
  { maxLength: 2 },
);
const style = fc.constantFrom('', "'", '"');

/** A file with rules: its lines, with comments between them and line ends of both kinds. */
const file = fc
  .record({
    bom: fc.constantFrom('', '\uFEFF'),
    quotes: fc.array(style, { minLength: 8, maxLength: 8 }),
    role: fc.constantFrom('missing', 'wrong', 'right'),
    naming: fc.boolean(),
    own: fc.boolean(),
    first: fc.boolean(),
    between: fc.array(comments, { minLength: 20, maxLength: 20 }),
    ends: fc.array(fc.constantFrom('\n', '\r\n'), { minLength: 80, maxLength: 80 }),
  })
  .map(({ bom, quotes, role, naming, own, first, between, ends }): Part[] => {
    const [q0, q1, q2, q3, q4, q5] = quotes;
    let written = 0;
    let end = '\n';
    const eol = (): string => {
      end = ends[written] ?? '\n';
      written += 1;
      return end;
    };
    const parts: Part[] = [bom];
    /** A line, and comments before it. */
    const line = (...line: Part[]): void => {
      for (const [indent, text] of between[parts.length % between.length] ?? [])
        parts.push(`${' '.repeat(indent)}# ${text}${eol()}`);
      const [start, ...rest] = line;
      parts.push(start ?? '', ...rest, eol());
    };
    const change = (from: string, to: string): Part => (naming ? [from, to] : to);
    line(`apiVersion: ${q0}`, change('monitoring.coreos.com/v1', 'rules.example.com/v1'), `${q0}`);
    line(`kind: ${q1}`, change('PrometheusRule', 'MetricsRule'), `${q1}`);
    line('metadata:');
    line('  labels:');
    for (const [indent, text] of between[0] ?? []) parts.push(`${' '.repeat(indent)}# ${text}${eol()}`);
    if (role === 'missing') parts.push('    ', ['', `role: alert-rules${end}    `]);
    else parts.push('    ');
    parts.push(`${q2}`, change('prometheus', 'metrics'), `${q2}: k8s`, eol());
    if (role !== 'missing')
      line(`    role: ${q3}`, role === 'wrong' ? ['rules', 'alert-rules'] : 'alert-rules', `${q3} # x`);
    line('spec:');
    line('  groups:');
    line(`  - name: ${q4}a${q4}`);
    line('    rules:');
    line('    - record: a:b');
    line(`      expr: ${q5}up${q5}`);
    if (own) parts.push([`      for: ${q5}5m${q5} # gone${eol()}`, '']);
    line('    - ', first ? [`for: 5m${eol()}      `, ''] : '', 'record: c:d');
    line('      expr: up # the last');
    return parts;
  });

test('of any file, --fix changes what is wrong and no other byte, and a second run changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(file, async (parts) => {
      const changes = parts.filter((part) => typeof part !== 'string').length;
      const once = await fixText(before(parts), EXPECTED);
      assert.deepEqual(once, { text: after(parts), fixed: changes });
      assert.deepEqual(await fixText(once.text, EXPECTED), { text: once.text, fixed: 0 });
    }),
    { numRuns: 300 },
  );
});

for (const [text, fixed] of [
  [
    'a: {{ $labels.pod }} and {{- $value | humanize -}}',
    'a: {{`{{ $labels.pod }}`}} and {{`{{- $value | humanize -}}`}}',
  ],
  ['a: "{{ printf \\"%s\\" $labels.a }}"\r\n', 'a: "{{`{{ printf \\"%s\\" $labels.a }}`}}"\r\n'],
  [
    '{{/* {{ $value }} */}}a: {{ $value }} {{ .Values.a }}',
    '{{/* {{ $value }} */}}a: {{`{{ $value }}`}} {{ .Values.a }}',
  ],
  // What Helm prints is a text of an action.
  ...[
    'a: {{ printf "{{ $labels.node }}" }}',
    'a: {{ printf "%q" "{{ $value }} \\"{{ $labels.a }}" }}',
    'a: {{ `{{ $labels.pod }}` | quote }}',
    'a: {{ printf `{{ with $labels.%s }}` $label }}',
  ].map((text) => [text, text] as const),
  ['{{`{{ $value }}`}} \u{1f600} {{ $value }}', '{{`{{ $value }}`}} \u{1f600} {{`{{ $value }}`}}'],
] as const)
  test(`escapes for Helm: ${JSON.stringify(text)}`, () => {
    const once = fixChartTemplate(text);
    assert.equal(once.text, fixed);
    assert.deepEqual(fixChartTemplate(fixed), { text: fixed, fixed: 0 });
  });

for (const text of [
  'a: {{ if $value }}b{{ end }}',
  'a: {{- range $labels }}b{{ end }}',
  'a: {{ $x := $value }}{{ $x }}',
  'a: {{ reReplaceAll `a` "b" $labels.a }}',
  'a: {{ printf $labels.a "}}" }}',
  'a: {{ $labels.a',
  '{{- $value := 1 }}{{ $value }}',
])
  test(`leaves what only a person can escape: ${text}`, () => {
    assert.deepEqual(fixChartTemplate(text), { text, fixed: 0 });
  });

test('of any chart template, the escapes are all that changes, and a second run changes nothing', () => {
  const pieces = fc.constantFrom<Part>(
    ...['{{ $labels.a }}', '{{- $value | humanize -}}'].map((action): Part => [action, `{{\`${action}\`}}`]),
    ...[
      '{{ .Values.a }}',
      '{{`{{ $value }}`}}',
      '{{/* $value */}}',
      '# \u00e4 "',
      '\r\n',
      '\n  a: ',
      '$labels',
      '{ }',
    ],
  );
  fc.assert(
    fc.property(fc.array(pieces), (parts) => {
      const text = after(parts);
      assert.equal(fixChartTemplate(before(parts)).text, text);
      assert.deepEqual(fixChartTemplate(text), { text, fixed: 0 });
    }),
  );
});
