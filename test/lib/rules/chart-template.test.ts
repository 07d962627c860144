import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { asChartTemplate, lintChartTemplate, withoutEscapes } from '../../../lib/rules/chart-template.ts';
import { oddText } from '../block/sync/odd-text.ts';

for (const text of [
  'message: {{ $labels.pod }}',
  'message: {{- $value -}}',
  'message: {{ $value | humanize }}',
  'message: {{ printf "%s" $labels.pod }}',
  'message: {{`{{ $labels.a }}`}} and {{ $labels.b }}',
])
  test(`finds what Helm would read: ${text}`, () => {
    assert.equal(lintChartTemplate(text).length, 1);
  });

for (const text of [
  'message: {{`{{ $labels.pod }}`}}',
  'message: {{ `{{ $labels.pod }} is at {{ $value }}` }}',
  'message: {{ "{{" }} $labels.pod {{ "}}" }}',
  'message: {{ "{{ $labels.pod }}" }}',
  'message: $labels.pod of {{ .Values.name }}',
  '{{- $labels := .Values.labels }}\na: {{ $labels.a }}',
  '{{- range $key, $value := .Values.map }}\na: {{ $value }}\n{{- end }}',
  '{{- range $value, $labels := .Values.map }}\na: {{ $value }}\n{{- end }}',
  '{{/* write {{ $labels.pod }} here */}}',
  'message: {{ $valueOf }}',
])
  test(`leaves alone what Helm prints or knows: ${JSON.stringify(text)}`, () => {
    assert.deepEqual(lintChartTemplate(text), []);
  });

test('finds what follows a comment, at its own place', () => {
  const [finding] = lintChartTemplate('{{/* a\n$labels */}}\nmessage: {{ $value }}\n');
  assert.deepEqual([finding?.line, finding?.column], [3, 10]);
});

for (const part of ['{{/* ', '{{ `', '{{ "', '{{ $value }} ', '{{ ', '$a, '])
  test(`a template of many ${JSON.stringify(part)} is read in less than a second`, () => {
    const timeOf = (length: number): number => {
      const text = part.repeat(length);
      const before = process.cpuUsage();
      lintChartTemplate(text);
      return process.cpuUsage(before).user;
    };
    assert.ok(timeOf(80_000) < 1_000_000);
  });

for (const [yaml, template] of [
  ['message: {{ $labels.pod }} is down', 'message: {{`{{ $labels.pod }}`}} is down'],
  ['legend: {{pod}} of {{ namespace }}', 'legend: {{`{{pod}}`}} of {{`{{ namespace }}`}}'],
  ['query: {{ query `up` }}', 'query: {{`{{`}} query `up` }}'],
  ['open: {{ $labels', 'open: {{`{{`}} $labels'],
  ['three: {{{pod}}}', 'three: {{`{{{pod}}`}}}'],
  ['inside: {{ printf "{{" }}', 'inside: {{`{{`}} printf "{{`{{" }}`}}'],
  ['json: {"a":{"b":{}}}', 'json: {"a":{"b":{}}}'],
] as const)
  test(`escapes ${yaml} for Helm`, () => {
    assert.equal(asChartTemplate(yaml), template);
    assert.equal(withoutEscapes(template), yaml);
    assert.deepEqual(lintChartTemplate(template), []);
  });

test('whatever a text is, it is rendered as it was', () =>
  fc.assert(
    fc.property(oddText, (text) => assert.equal(withoutEscapes(asChartTemplate(text)), text)),
    { numRuns: 1000 },
  ));
