import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from 'js-yaml';
import { parse } from 'yaml';
import { looksLikeTests, testFileIn, unwrapped } from '../../../lib/rules/test-file.ts';

const ENTRIES = ['a.yaml', '../b/*.yml'];

for (const [how, text] of [
  ['an indented list', '# x\nrule_files:\n  - a.yaml\n  - ../b/*.yml\ntests: [{v: 1.10}]\n'],
  ['a list at the margin', 'rule_files:\n- a.yaml # x\n# y\n- ../b/*.yml\n\ntests: [{v: 1.10}]\n'],
  ['a list in brackets', "tests: [{v: 1.10}]\nrule_files: [a.yaml,\n  '../b/*.yml'] # x\n"],
  ['lines of Windows', 'rule_files:\r\n  - a.yaml\r\n  - ../b/*.yml\r\ntests: [{v: 1.10}]\r\n'],
  ['JSON', '{"rule_files":["a.yaml","../b/*.yml"],"tests":[{"v":1.10}]}'],
  ['the end of a file', 'tests: [{v: 1.10}]\nrule_files:\n- a.yaml\n- ../b/*.yml'],
  ['an anchor', 'rule_files: &f [a.yaml, ../b/*.yml]\ntests: [{v: 1.10}]\n'],
] as const)
  test(`replaces rule_files as ${how}, and no other byte or line`, () => {
    const found = testFileIn(text);
    assert.deepEqual([found?.count, found?.ruleFiles], [1, ENTRIES]);
    const copy = found?.withRuleFiles(['0.yaml', '1.yaml']) ?? '';
    for (const read of [parse, load])
      assert.deepEqual(read(copy), { rule_files: ['0.yaml', '1.yaml'], tests: [{ v: 1.1 }] });
    const lineOf = (all: string): number => all.split('\n').findIndex((line) => line.includes('1.10'));
    assert.equal(lineOf(copy), lineOf(text));
  });

for (const [what, text, count] of [
  ['no tests', 'rule_files: [a]\n', undefined],
  ['an empty list', 'tests: []\n', 0],
  ['no list', 'tests: 1\n', 0],
  ['a text', 'tests', undefined],
  ['nothing', '', undefined],
  ['no rule files', 'tests: [{}]\n', 1],
  ['rule files that are no list', 'rule_files: a\ntests: [{}]\n', 1],
] as const)
  test(`reads a file with ${what}`, () => {
    const found = testFileIn(text);
    assert.equal(found?.count, count);
    if (found) assert.equal(found.withRuleFiles([]), text);
  });

for (const [text, isMeant] of [
  ['rule_files: [a]\ntests:\n', true],
  ['{"evaluation_interval":"1m","tests":[]}', true],
  ['tests:\n', false],
  ['rule_files: [a]\n', false],
  ['latests: 1\nrule_files: [a]\n', false],
] as const)
  test(`${JSON.stringify(text)} in a folder is ${isMeant ? '' : 'not '}meant as tests`, () =>
    assert.equal(looksLikeTests(text), isMeant));

const GROUPS = 'groups: [{name: a, rules: [{alert: A, expr: 1}]}]';

test('a plain rule file is used as it is', () => assert.equal(unwrapped(`${GROUPS}\n`), undefined));

for (const [what, text, count] of [
  ['an object', `kind: PrometheusRule\nspec: {${GROUPS}}\n`, 1],
  ['a List', `kind: List\nitems: [{kind: MetricsRule, spec: {${GROUPS}}}]\n`, 1],
  [
    'several documents',
    `kind: MetricsRule\nspec: {${GROUPS}}\n---\nkind: PrometheusRule\nspec: {${GROUPS}}\n`,
    2,
  ],
  ['a ConfigMap', `kind: ConfigMap\ndata:\n  a.yaml: |\n    ${GROUPS}\n`, 1],
  ['no rules', 'kind: ConfigMap\n', 0],
] as const)
  test(`${what} gives ${count} plain rule files`, () =>
    assert.deepEqual(
      unwrapped(text)?.map((one) => parse(one)),
      Array(count).fill(parse(GROUPS)),
    ));

test('leaves out what only Thanos knows, and keeps every character of a text', () => {
  const odd = 'a\u0085\u2028\u007f\u{1f600}"\\';
  const [text = ''] =
    unwrapped(
      JSON.stringify({
        kind: 'PrometheusRule',
        spec: { groups: [{ name: odd, partial_response_strategy: 'warn', interval: '1m', rules: [] }] },
      }),
    ) ?? [];
  assert.deepEqual(parse(text), { groups: [{ name: odd, interval: '1m', rules: [] }] });
});
