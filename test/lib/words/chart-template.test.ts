import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { asChartTemplate } from '../../../lib/words/chart-template.ts';

for (const [text, template] of [
  ['{{ $labels.pod }} is down', '{{`{{ $labels.pod }}`}} is down'],
  ['{{pod}} {{node}}', '{{`{{pod}}`}} {{`{{node}}`}}'],
  ['a {{ alone', 'a {{`{{`}} alone'],
  ['a }} alone', 'a }} alone'],
  ['{{ `a` }}', '{{`{{`}} `a` }}'],
  ['{{{{{', '{{`{{`}}{{`{{`}}{'],
  ['{{a\n}}', '{{`{{`}}a\n}}'],
] as const)
  test(`${JSON.stringify(text)} is ${JSON.stringify(template)} in a chart`, () =>
    assert.equal(asChartTemplate(text), template));

test('a template renders to its text, whatever that is', () =>
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('{', '}', '`', '-', ' ', '\n', 'a', '"', '$') }), (text) =>
      assert.equal(rendered(asChartTemplate(text)), text),
    ),
    { numRuns: 2000 },
  ));

/** As Go's templates read it: up to the next braces it is text, and all that is between them here is one raw text. */
function rendered(template: string): string {
  const at = template.indexOf('{{');
  if (at === -1) return template;
  const [action = '', raw = ''] = /^\{\{`([^`]*)`\}\}/.exec(template.slice(at)) ?? [];
  assert.notEqual(action, '', `no raw text at ${at}: ${template}`);
  return template.slice(0, at) + raw + rendered(template.slice(at + action.length));
}
