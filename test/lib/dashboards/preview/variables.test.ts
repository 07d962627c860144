// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the UI look so
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { interpolate, LONGEST } from '../../../../lib/dashboards/preview/interpolate.ts';
import {
  type Chosen,
  choicesIn,
  chosenOf,
  optionsIn,
  optionsPath,
  type Variable,
} from '../../../../lib/dashboards/preview/variables.ts';

const TO = new Date('2026-01-02T03:00:00Z');
const FROM = new Date('2026-01-01T21:00:00Z');
const period = { from: FROM, to: TO };

const variable = (fields: Record<string, unknown>): Variable => {
  const [one] = choicesIn({ fields: { templating: { list: [{ name: 'v', ...fields }] } }, path: [] });
  assert.ok(one);
  return one;
};

const QUERY = { type: 'query', query: 'label_values(up, job)' };

describe('what is chosen of a variable', () => {
  /** The definition, what Prometheus has, and what is chosen: undefined for "All" whose values are not known. */
  const CASES: [string, Record<string, unknown>, string[] | undefined, string[] | undefined, boolean][] = [
    ['the value that was saved', { ...QUERY, current: { value: 'a' } }, undefined, ['a'], false],
    [
      'the values that were saved',
      { ...QUERY, current: { value: ['a', 'b'] } },
      undefined,
      ['a', 'b'],
      false,
    ],
    [
      'the saved value, if Prometheus has it',
      { ...QUERY, current: { value: 'b' } },
      ['a', 'b'],
      ['b'],
      false,
    ],
    [
      'the first value, if Prometheus lacks the saved one',
      { ...QUERY, current: { value: 'x' } },
      ['a', 'b'],
      ['a'],
      false,
    ],
    [
      'All, if Prometheus lacks the saved one and there is All',
      { ...QUERY, current: { value: 'x' }, includeAll: true },
      ['a', 'b'],
      ['a', 'b'],
      true,
    ],
    [
      'All, as it was saved',
      { ...QUERY, current: { value: ['$__all'] }, includeAll: true },
      ['a'],
      ['a'],
      true,
    ],
    ['All without values, if nothing is known', { ...QUERY, current: {} }, undefined, undefined, true],
    ['nothing, if Prometheus has none', { ...QUERY, current: {} }, [], [], false],
    ['the first of a list', { type: 'custom', query: 'one, Two : 2' }, undefined, ['one'], false],
    [
      'the value of a list that was saved',
      { type: 'custom', query: 'one, Two : 2', current: { value: '2' } },
      undefined,
      ['2'],
      false,
    ],
    ['a constant', { type: 'constant', query: 'x' }, undefined, ['x'], false],
    [
      'the text of a text box',
      { type: 'textbox', query: 'x', current: { value: 'y' } },
      undefined,
      ['y'],
      false,
    ],
    ['an interval', { type: 'interval', query: '1m,5m' }, undefined, ['1m'], false],
  ];
  for (const [title, fields, asked, values, isAll] of CASES)
    test(title, () => {
      const chosen = chosenOf(variable(fields), asked);
      assert.deepEqual([chosen.values, chosen.isAll], [values, isAll]);
    });
});

describe('the values of a variable', () => {
  const times = 'start=1767301200&end=1767322800';
  const PATHS: [string, string | undefined][] = [
    ['label_values(job)', `/api/v1/label/job/values?${times}`],
    [
      'label_values(up{a="b,c"}, job)',
      `/api/v1/label/job/values?match%5B%5D=up%7Ba%3D%22b%2Cc%22%7D&${times}`,
    ],
    ['label_names()', `/api/v1/labels?${times}`],
    ['metrics(node_.*)', `/api/v1/label/__name__/values?${times}`],
    ['query_result(up)', '/api/v1/query?query=up&time=1767322800.000'],
    ['label_values(up, ../../x)', undefined],
    ['up', undefined],
  ];
  for (const [query, path] of PATHS)
    test(`of ${query}`, () => assert.equal(optionsPath(query, period), path));

  const options = (data: unknown, more: Partial<Variable> = {}): string[] =>
    optionsIn(data, { query: 'label_values(a)', regex: '', sort: 0, ...more });
  test('are filtered, cut and sorted as the variable says', () => {
    const data = ['b-10', 'a-2', 'b-1'];
    assert.deepEqual(options(data), data);
    assert.deepEqual(options(data, { regex: '/^b/' }), ['b-10', 'b-1']);
    assert.deepEqual(options(data, { regex: '/^b-(\\d+)/', sort: 3 }), ['1', '10']);
    assert.deepEqual(options(data, { regex: '/(?<text>.)-(?<value>\\d+)/' }), ['10', '2', '1']);
    assert.deepEqual(options(data, { sort: 2 }), ['b-10', 'b-1', 'a-2']);
    assert.deepEqual(options(data, { regex: '/(/' }), data);
    assert.deepEqual(options(['node_a', 'up'], { query: 'metrics(node_.*)' }), ['node_a']);
    assert.deepEqual(options('none'), []);
  });
  test('of a query are its results as texts', () =>
    assert.deepEqual(
      options(
        { resultType: 'vector', result: [{ metric: { __name__: 'up', a: 'b' }, value: [1, '7'] }] },
        { query: 'query_result(up)' },
      ),
      ['up{a="b"} 7 1000'],
    ));
});

describe('a text with variables', () => {
  const chosen = new Map<string, Chosen>();
  const add = (name: string, values: string[] | undefined, more: Partial<Chosen> = {}): void =>
    void chosen.set(name, {
      name,
      label: name,
      values,
      isAll: false,
      allValue: undefined,
      isMulti: false,
      ...more,
    });
  add('one', ['a.b"c']);
  add('multi', ['a.b'], { isMulti: true });
  add('several', ['a.b', 'c'], { isMulti: true });
  add('all', ['a', 'b'], { isMulti: true, isAll: true });
  add('any', undefined, { isMulti: true, isAll: true });
  add('own', ['a'], { isMulti: true, isAll: true, allValue: '.+' });
  add('auto', ['$__auto_interval_auto']);
  const scope = { chosen, period, step: 120, scrape: 30 };

  const CASES: [string, string][] = [
    ['$one', 'a.b\\"c'],
    ['${multi}', 'a\\\\.b'],
    ['[[several]]', '(a\\\\.b|c)'],
    ['${several:csv}', 'a.b,c'],
    ['${several:pipe}', 'a.b|c'],
    ['${several:regex}', '(a\\.b|c)'],
    ['${several:glob}', '{a.b,c}'],
    ['${several:doublequote}', '"a.b","c"'],
    ['${several:text}', 'a.b + c'],
    ['${several:unknown}', 'a.b,c'],
    ['$all', '(a|b)'],
    ['$any', '.*'],
    ['${any:pipe}', '.*'],
    ['$own', '.+'],
    ['rate(x[$auto])', 'rate(x[120s])'],
    ['$missing $1 $$', '$missing $1 $$'],
    ['[$__interval] [$__rate_interval] [${__range}]', '[120s] [150s] [21600s]'],
    ['$__interval_ms $__rate_interval_ms $__range_s $__range_ms', '120000 150000 21600 21600000'],
    ['$__from ${__to:date:seconds} ${__from:date}', '1767301200000 1767322800 2026-01-01T21:00:00.000Z'],
  ];
  for (const [text, expected] of CASES)
    test(`${text} in a query`, () => assert.equal(interpolate(text, scope), expected));

  test('$__rate_interval covers four samples at least', () =>
    assert.equal(interpolate('$__rate_interval', { ...scope, step: 15, scrape: 60 }), '240s'));
  test('is cut where its values make it too long', () => {
    const value = 'x'.repeat(20_000);
    const long = {
      ...scope,
      chosen: new Map([['long', chosenOf(variable({ type: 'constant', query: value }))]]),
    };
    const text = interpolate('$long'.repeat(100_000), long);
    assert.equal(text, `${'x'.repeat(LONGEST)}...`);
    assert.equal(interpolate('$long'.repeat(10), long), value.repeat(10));
  });
  test('in a title, values are as people read them', () =>
    assert.equal(interpolate('$one $several $all', scope, 'text'), 'a.b"c a.b + c All'));
});
