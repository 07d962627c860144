import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lintChartTemplate } from '../../../lib/rules/chart-template.ts';
import { assertLinear } from '../../support/effort.ts';

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
  test(`a template of many ${JSON.stringify(part)} is read in linear time`, () =>
    assertLinear((count) => part.repeat(count), lintChartTemplate, 10_000));
