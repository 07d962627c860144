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

test('the fix is that of what is missing, and of the kind of an input', () => {
  const fixesIn = (dashboard: object): string[] =>
    lintText(
      JSON.stringify({ title: 'A', uid: 'a', schemaVersion: 42, ...dashboard }),
      'a.json',
      newRun(),
    ).findings.flatMap(({ check, fix }) => (ADVISED.has(check) ? [fix] : []));
  const ADVISED = new Set(['panel-title-description', 'inputs']);
  const panels = [
    { type: 'stat', description: 'b' },
    { type: 'stat', title: 'b' },
  ];
  const convert = 'convert the exported JSON with "kubectl monitoring dashboards new NAME --file FILE.json"';
  assert.deepEqual(fixesIn({ panels }), [
    'add a title, and a description of what is good and what is bad',
    'add a description of what is good and what is bad',
  ]);
  assert.deepEqual(fixesIn({ panels: [], tags: ['\u0024{DS_A}'] }), [
    `${convert}, or replace the input by a variable of type datasource and remove __inputs`,
  ]);
  assert.deepEqual(
    fixesIn({
      __inputs: [{ name: 'VAR_CLUSTER', type: 'constant', value: 'b' }],
      panels: [],
      tags: ['\u0024{VAR_CLUSTER}'],
    }),
    [`${convert}, or replace the input by its value and remove __inputs`],
  );
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

  test('have messages that quote nothing of them', () => {
    const panel = { type: 'table', title: 'hunter2', targets: [{ expr: 'hunter2(up{a="$hunter2"})' }] };
    const dashboard = JSON.stringify({
      uid: 'hunter2 ',
      title: 'hunter2',
      schemaVersion: 42,
      panels: [panel, panel],
      templating: { list: [{ name: 'hunter2' }, { name: 'hunter2' }, { name: 'a', query: 'hunter2(' }] },
    });
    const repeated = dashboard.replace('{', '{"hunter2": 1, "hunter2": 2,');
    const one = secret(Buffer.from(repeated).toString('base64'));
    const other = one.replace('name: shop', 'name: other').replace('shop.json', 'other.json');
    const run = newRun();
    const all = [one, other].flatMap((file) => lintText(file, 'a.yaml', run).findings);
    assert.doesNotMatch(JSON.stringify(all), /hunter2/);
    assert.deepEqual(
      all
        .flatMap(({ check, message }) =>
          /^(?:uid-twice|uid-valid|field-twice)$/.test(check) ? [message] : [],
        )
        .slice(-3),
      [
        'a value that is lost, because its field is there twice',
        'a dashboard that is not loaded, because its uid is not valid',
        'dashboards that are not updated, because the UI stops writing those of a folder with a uid that is used twice; first at a.yaml:7',
      ],
    );
  });

  for (const text of [
    '{"apiVersion":"v1","kind":"Secret","stringData":{"x.json":"{}","panels":1,"title": hunter2}}',
    '{"kind": "List", "items": [{"kind" : "Secret", "data": {"panels": 1, "title": "a" "hunter2"}}]}',
    '{"kind": "Secret", "title": "a", "schemaVersion": 42, "panels": [], "uid": "hunter2 "}',
  ])
    test(`in JSON that is no container show nothing: ${text.slice(0, 30)}`, () => {
      const { findings } = lintText(text, 'a.json', newRun());
      assert.ok(findings.length > 0);
      assert.ok(findings.every(({ source }) => source === ''));
      assert.doesNotMatch(JSON.stringify(findings), /hunter2/);
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
  test('a uid of two JSON files of one name, in two folders', () => {
    assert.deepEqual(run(['a/shop.json', other], ['b/shop.json', other.replace('Other', 'Third')]), [
      'the uid "shop" is used twice; first at a/shop.json:2',
    ]);
  });
  test('not the uid of copies of one JSON file for several clusters', () => {
    assert.deepEqual(run(['a/shop.json', other], ['b/shop.json', other.replace('now-6h', 'now-1h')]), []);
  });
  test('a uid of two containers, behind the JSON file that one of them is made of', () => {
    const second = block('|', other.replace('Other', 'Third')).replace(
      'name: shop',
      'name: second\n  annotations: { grafana_folder: Second }',
    );
    assert.deepEqual(run(['shop.json', other], ['a.yaml', block('|', other)], ['b.yaml', second]), [
      'the uid "shop" is used twice; first at a.yaml:10',
    ]);
  });
  test('a container in one file, but not in two', () => {
    const text = block('|', other);
    assert.deepEqual(run(['a.yaml', `${text}---\n${text}`]), [
      'the ConfigMap shop is there twice in this file; first at a.yaml:4',
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
