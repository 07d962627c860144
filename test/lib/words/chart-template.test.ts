import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lintChartTemplate } from '../../../lib/rules/chart-template.ts';
import { asChartTemplate, unescaped, withoutEscapes } from '../../../lib/words/chart-template.ts';
import { oddText } from '../block/sync/odd-text.ts';

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

test('each character of what is rendered has its place in the template', () =>
  fc.assert(
    fc.property(oddText, (text) => {
      const template = asChartTemplate(text);
      const { offset = () => -1 } = unescaped(template) ?? {};
      const found = Array.from({ length: text.length }, (_, at) => template.charAt(offset(at)));
      assert.equal(found.join(''), text);
    }),
    { numRuns: 1000 },
  ));
