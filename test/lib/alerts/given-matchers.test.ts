import assert from 'node:assert/strict';
import { test } from 'node:test';
import { givenMatchers } from '../../../lib/alerts/given-matchers.ts';
import { matchersText } from '../../../lib/alerts/matchers.ts';

for (const [args, text] of [
  [['NodeDown'], 'alertname="NodeDown"'],
  [['Node down'], 'alertname="Node down"'],
  [['severity=critical'], 'severity="critical"'],
  [['NodeDown', 'severity=~warning|critical'], 'alertname="NodeDown", severity=~"warning|critical"'],
  [['{a="b", c!="d"}', 'e!~"f"'], 'a="b", c!="d", e!~"f"'],
  [['a='], 'a=""'],
  [[], ''],
] as const)
  test(`${JSON.stringify(args)} are the matchers ${text || 'of no condition'}`, () =>
    assert.equal(matchersText(givenMatchers(args)), text));

for (const [args, message] of [
  [['a=b', 'NodeDown'], /^invalid matcher "NodeDown": column 9: expected one of = != =~ !~, found the end$/],
  [['a=~('], /^invalid matcher "a=~\(": the regular expression of the label "a" is not valid: /],
  [[''], /^invalid matcher "": it is empty$/],
  [['  '], /^invalid matcher " {2}": it is empty$/],
  [['{}'], /^invalid matcher "\{\}": it is empty$/],
  [['NodeDown,'], /^invalid matcher "NodeDown,": /],
] as const)
  test(`refuses ${JSON.stringify(args)}`, () =>
    assert.throws(() => givenMatchers(args), { name: 'SyntaxError', message }));
