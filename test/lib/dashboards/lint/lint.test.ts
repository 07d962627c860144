import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { lintText, newRun } from '../../../../lib/dashboards/lint/lint.ts';

/** The findings of some checks in a file, as `line:column check`. */
const placesIn = (text: string, path = 'a.yaml'): string[] =>
  lintText(text, path, newRun()).findings.map(({ line, column, check }) => `${line}:${column} ${check}`);

const BROKEN = JSON.stringify(
  {
    uid: 'shop',
    title: 'Shop',
    schemaVersion: 42,
    panels: [{ type: 'table', targets: [{ expr: 'up{job="shop"} + )' }] }],
  },
  null,
  2,
);
const block = (header: string, text = BROKEN): string =>
  `apiVersion: v1
kind: ConfigMap
metadata:
  name: shop
  labels:
    ui_dashboard: "1"
data:
  shop.json: ${header}
${text.replace(/^/gm, '    ')}
`;

describe('a fault in a query is placed', () => {
  test('in a JSON file, with escapes before it', () => {
    assert.deepEqual(placesIn(BROKEN, 'a.json'), ['10:39 target-promql']);
  });
  for (const header of ['|', '|-', '|+', '| # comment'])
    test(`inside a block of text (${header})`, () => {
      assert.deepEqual(placesIn(block(header)), ['18:43 target-promql']);
    });
  test('in a file with CRLF', () => {
    assert.deepEqual(placesIn(block('|').replaceAll('\n', '\r\n')), ['18:43 target-promql']);
  });
  test('in the second document of a file', () => {
    assert.deepEqual(placesIn(`kind: A\n---\n${block('|')}`), ['20:43 target-promql']);
  });
  test('at the key, where the text is not written as it is', () => {
    assert.deepEqual(placesIn(block('>')), ['8:3 target-promql']);
    const quoted = block('|').replace(/shop\.json: [\s\S]*$/, `shop.json: ${JSON.stringify(BROKEN)}\n`);
    assert.deepEqual(placesIn(quoted), ['8:3 target-promql']);
  });
  test('inside the text in a List in JSON', () => {
    const item = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'shop', labels: { ui_dashboard: '1' } },
      data: { 'shop.json': BROKEN },
    };
    const text = JSON.stringify({ kind: 'List', items: [item] });
    const [place = ''] = placesIn(text, 'a.json');
    assert.equal(text.charAt(Number(place.split(/[: ]/)[1]) - 1), ')');
  });
});

test('of a field that is there twice, the last one counts, and has the place', () => {
  const text = '{"title": "a", "panels": [], "schemaVersion": 42,\n"uid": "a",\n"uid": "b c"}';
  assert.deepEqual(placesIn(text, 'a.json'), ['3:1 field-twice', '3:10 uid-valid']);
});

test('a byte order mark is a finding, and what is behind it is checked', () => {
  assert.deepEqual(placesIn(`\ufeff${BROKEN}`, 'a.json'), ['1:1 json', '10:39 target-promql']);
});

test('broken JSON of a dashboard has its place, in a file and in a block of text', () => {
  const broken = BROKEN.replace('"uid": "shop",', '"uid": "shop"');
  assert.deepEqual(placesIn(broken, 'a.json'), ['3:3 json']);
  assert.deepEqual(placesIn(block('|', broken)), ['11:7 json']);
});

describe('Secrets', () => {
  const data = Buffer.from(BROKEN.replace('"uid"', '"id": "hunter2",\n"uid"')).toString('base64');
  const secret = (text: string): string => `apiVersion: v1
kind: Secret
metadata:
  name: shop
  labels: { ui_dashboard: "1" }
data:
  shop.json: ${text}
`;

  test('are checked, and no line of them is shown', () => {
    const { findings } = lintText(secret(data), 'a.yaml', newRun());
    assert.deepEqual(
      findings.map(({ line, column, check, source }) => [line, column, check, source]),
      [
        [7, 3, 'fixed-id', ''],
        [7, 3, 'target-promql', ''],
      ],
    );
  });

  test('with broken JSON show only where it is', () => {
    const { findings } = lintText(
      secret(Buffer.from('{"panels": [], "title": "a"\n"hunter2": 5}').toString('base64')),
      'a.yaml',
      newRun(),
    );
    assert.deepEqual(
      findings.map(({ message }) => message),
      ['it is not valid JSON: at line 2, column 1'],
    );
  });
});

describe('other files are ignored', () => {
  for (const [title, text, path] of [
    ['other JSON', '{"name": "shop", "version": "1"}', 'package.json'],
    ['JSON with rows of another kind', '{"title": "a", "rows": [{"id": 1}]}', 'data.json'],
    ['JSON with panels of another kind', '{"panels": [{"id": 1}]}', 'data.json'],
    [
      'a ConfigMap with other JSON',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  a.json: \'{"title": "a", "rows": [1]}\'\n',
      'a.yaml',
    ],
    ['JSON that is broken', '{"compilerOptions": {}, // comment\n}', 'tsconfig.json'],
    ['a ConfigMap without a dashboard', 'apiVersion: v1\nkind: ConfigMap\ndata:\n  a.json: "{}"\n', 'a.yaml'],
    ['YAML that is broken, and has no container', 'a: [', 'a.yaml'],
    ['an empty file', '', 'a.json'],
    ['a scalar', '5', 'a.json'],
  ] as const)
    test(title, () => {
      assert.deepEqual(lintText(text, path, newRun()), { dashboards: 0, containers: 0, findings: [] });
    });
});

describe('what is used twice is found between files', () => {
  const other = BROKEN.replace('+ )', '+ 1').replace('"Shop"', '"Other"');
  const run = (...files: [string, string][]): string[] => {
    const all = newRun();
    return files.flatMap(([path, text]) =>
      lintText(text, path, all).findings.flatMap(({ message }) =>
        message.includes('first at') ? [message] : [],
      ),
    );
  };

  test('a uid, with its first place', () => {
    assert.deepEqual(run(['a.json', other], ['b.json', other.replace('Other', 'Third')]), [
      'the uid "shop" is used twice; first at a.json:2',
    ]);
  });
  test('a title only in one folder', () => {
    const renamed = other.replace('"shop"', '"x"');
    assert.deepEqual(run(['x/a.json', other], ['y/b.json', renamed]), []);
    assert.deepEqual(run(['x/a.json', other], ['x/b.json', renamed]), [
      'the title "Other" is used twice in one folder; first at x/a.json:3',
    ]);
  });
  test('not between a JSON file and the container that is made of it', () => {
    assert.deepEqual(run(['shop.json', other], ['rendered.yaml', block('|', other)]), []);
  });
  test('not between copies of one container for several clusters', () => {
    assert.deepEqual(run(['a/shop.yaml', block('|', other)], ['b/shop.yaml', block('|', other)]), []);
  });
});

test('no value in a dashboard, and no part of its text, leads to an error', () => {
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom('$x', `\${DS_A}`, 'label_values(', 'up{', -1, 1e99));
  const parsed = JSON.parse(BROKEN) as Record<string, unknown>;
  const dashboard = fc
    .dictionary(
      fc.constantFrom(
        'title',
        'uid',
        'panels',
        'rows',
        'templating',
        'id',
        '__inputs',
        'dashboard',
        'spec',
        'elements',
      ),
      value,
    )
    .map((fields) => ({ ...parsed, ...fields }));
  const panels = fc
    .array(
      fc.dictionary(
        fc.constantFrom(
          'type',
          'title',
          'id',
          'gridPos',
          'targets',
          'datasource',
          'fieldConfig',
          'panels',
          'repeat',
          'yaxes',
        ),
        value,
      ),
    )
    .map((all) => ({ ...parsed, panels: all, templating: { list: all } }));
  fc.assert(
    fc.property(fc.oneof(dashboard, panels), fc.nat(), fc.nat({ max: 9 }), (fields, from, length) => {
      const text = JSON.stringify(fields);
      const at = from % text.length;
      lintText(text, 'a.json', newRun());
      lintText(text.slice(0, at) + text.slice(at + length), 'a.json', newRun());
      lintText(block('|', text.slice(at)), 'a.yaml', newRun());
    }),
  );
});
