import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { expanded, macrosIn, placedMacros } from '../../../../lib/dashboards/lint/macros.ts';
import { labelRead, readQuery, variableExpression } from '../../../../lib/dashboards/lint/read-query.ts';
import { selectorsIn } from '../../../../lib/dashboards/lint/selectors.ts';

describe('macros are found with what has to be in their places', () => {
  for (const [query, places] of [
    ['up{job="$job"}', ['job string']],
    ['rate(x[$__rate_interval])', ['__rate_interval duration']],
    ['rate(x[[[interval]]])', ['interval duration']],
    [`avg_over_time(x[\${__range_s}s:$step])`, ['__range_s digits', 'step duration']],
    ['x[5$unit]', ['unit unit']],
    ['x offset $shift', ['shift duration']],
    [`x @ \${__to:date:seconds}`, ['__to number']],
    ['x / $__interval_ms', ['__interval_ms number']],
    ['x * $__range', ['__range duration']],
    ['up{$label="a"}', ['label label']],
    [`up{job=\${job:doublequote}}`, ['job value']],
    ['up{a="b", $filter}', ['filter matcher']],
    ['$metric{a="b"}', ['metric any']],
    ['label_replace(up, "a", "$1", "b", "(.*)")', []],
    ["up{a='$a',b=`$b`} # $c", ['a string', 'b string']],
    ['up{a="\\"$a"} + $b', ['a string', 'b any']],
    ['# "\nup{a="$a"}', ['a string']],
  ] as const)
    test(query, () => {
      assert.deepEqual(
        placedMacros(query).map(({ name, place }) => `${name} ${place}`),
        places,
      );
    });
});

test('a macro has its name and its format, in each way of writing it', () => {
  assert.deepEqual(
    [...macrosIn(`$a \${b} \${c:regex} \${d.e:csv} [[f]] [[g:pipe]] $1 \${1} $ $$h`)].map(
      ({ name, format }) => `${name}:${format ?? ''}`,
    ),
    ['a:', 'b:', 'c:regex', 'd:csv', 'f:', 'g:pipe', 'h:'],
  );
});

describe('queries that are right for a value of their variables are accepted', () => {
  for (const query of [
    `topk(\${topn}, sum by (pref, \${group_by}) (rate({job="$job", __name__=~"^($prefix).*_total$"}[$__rate_interval])))`,
    'sum(irate(x{instance=~"$node"}[$__rate_interval])) by ($aggr_criteria)',
    `sum(rate(\${metric}_total{job=~"$job"}[\${__interval}])) / $__interval_ms * [[scale]]`,
    `node_filesystem_\${kind}_bytes / ignoring(fstype) node_filesystem_size_bytes`,
    'max_over_time(sum(rate(x[5m]))[$__range:$resolution])',
    'histogram_quantile($quantile, sum by(le) (rate(x_bucket[$i])))',
    '$agg by ($by) (rate(x[$i]))',
    `\${fn}(x[5m])`,
    'up{$filters}',
    'up{job="a"$more}',
    'a $op b',
    '(a > $t) or vector($n)',
    '$query',
    `\${a}\${b}`,
    `x{a="\${b:raw}",c=\${d:doublequote}}`,
    'vector(time() - $__from/1000)',
    'sum(x) * on(a) group_left($l) y',
    'x{le="$le"} == $v',
    'rate(x[1m:$__interval])',
    'count_values("$v", up)',
    '$a + $b + $c + $d',
  ])
    test(query, () => {
      const read = readQuery(query);
      assert.ok(read && 'expanded' in read, JSON.stringify(read));
    });
});

describe('a fault is where it is in the query as it is written', () => {
  for (const [query, at] of [
    ['sum(up', 6],
    ['up{job="$a_rather_long_name"} + )', 32],
    ['rate(x[$__rate_interval]) + rate(up)', 33],
    ['up{job=$job}', 7],
    [`sum(\${metric:raw}{a="b"} +)`, 26],
    ['up{a=~"(", b="$b"}', 6],
  ] as const)
    test(query, () => {
      const read = readQuery(query);
      assert.equal(read && 'fault' in read ? read.fault.at : undefined, at, JSON.stringify(read));
    });
});

test('a query with many variables that may be anything is not judged', () => {
  assert.equal(readQuery('$a $b $c ('), undefined);
});

test('offsets of what is no macro are those in the query', () => {
  const part = fc.constantFrom(
    '$job',
    `\${job:regex}`,
    '[[job]]',
    'up',
    '{',
    '}',
    '[',
    ']',
    '"',
    ' ',
    '\\',
    '#',
    '\n',
    '5m',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const query = parts.join('');
      const { text, offset, hasMacro } = expanded(query, placedMacros(query), new Map());
      for (let at = 0; at < text.length; at += 1)
        if (!hasMacro(at, at + 1)) assert.equal(query[offset(at)], text[at]);
        else assert.match(query.slice(offset(at)), /^(?:\$|\[\[)/);
    }),
  );
});

test('any text is read without an error', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (query) => void readQuery(query)));
});

describe('the PromQL of a variable', () => {
  for (const [query, text, label] of [
    ['label_values(up{a="b,c"}, job)', 'up{a="b,c"}', 'job'],
    ['label_values(job)', undefined, 'job'],
    ['label_values(up, $label)', 'up', undefined],
    ['query_result(sum(up) by (a))', 'sum(up) by (a)', undefined],
    ['label_names()', undefined, undefined],
    ['metrics(up.*)', undefined, undefined],
    ['up{a="b"}', 'up{a="b"}', undefined],
  ] as const)
    test(query, () => {
      assert.deepEqual([variableExpression(query)?.text, labelRead(query)], [text, label]);
    });
});

test('selectors have their matchers, their ranges and what is around them', () => {
  const found = selectorsIn(
    'sum by (a) (rate(x_total{b=~"c", "d"="e"}[5m])) / on (f) group_left y offset 5m > {g="h"}',
  );
  assert.deepEqual(
    found.map(({ name, matchers, range, calls }) => [
      name,
      matchers.map(({ label, operator, value }) => label + operator + value),
      range !== undefined,
      calls.map((call) => call.name),
    ]),
    [
      ['x_total', ['b=~c', 'd=e'], true, ['sum', 'rate']],
      ['y', [], false, []],
      ['', ['g=h'], false, []],
    ],
  );
});
