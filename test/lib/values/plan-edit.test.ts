import assert from 'node:assert/strict';
import { test } from 'node:test';
import { YamlSyntaxError } from '../../../lib/input/yaml-documents.ts';
import { planEdit, type ValuesEdit } from '../../../lib/values/plan-edit.ts';
import { chartValues, RETENTION_SIZE, resource, SIZE } from './texts.ts';

const EDIT: ValuesEdit = { component: 'metrics', size: '100Gi' };

/** Texts with marks `<before|after>`. */
const edited: [string, string, Partial<ValuesEdit>?][] = [
  ['a plain size', chartValues('<50Gi|100Gi>')],
  ['a size in double quotes', chartValues('"<50Gi|100Gi>" # why')],
  ['a size in single quotes', chartValues("'<50Gi|100Gi>'")],
  ['a number of bytes', chartValues('<53687091200|100Gi>')],
  ['a tagged size', chartValues('!!str <50Gi|100Gi>')],
  ['a size in another unit', chartValues('<51200Mi|100Gi>')],
  ['a limit beside it', chartValues('<50Gi|100Gi>', { retentionSize: '<40GB|80GB>' })],
  ['a limit in quotes', chartValues('<50Gi|100Gi>', { retentionSize: '"<45GiB|80GiB>"' })],
  [
    'a limit that the user chose',
    chartValues('<50Gi|100Gi>', { retentionSize: '<40GB|84GB>' }),
    { retentionSize: '84GB' },
  ],
  [
    'a chosen limit with a size that is already right',
    chartValues('100Gi', { retentionSize: '<40GB|84GB>' }),
    { retentionSize: '84GB' },
  ],
  ['no limit', chartValues('<50Gi|100Gi>', { retentionSize: '"0"' })],
  ['an empty limit', chartValues('<50Gi|100Gi>', { retentionSize: '""' })],
  ['an umbrella chart', `kube-prometheus-stack:\n${chartValues('<50Gi|100Gi>', { at: '  ' })}`],
  ['a HelmRelease', `kind: HelmRelease\nspec:\n  values:\n${chartValues('<50Gi|100Gi>', { at: '    ' })}`],
  [
    'an Application with several sources',
    `kind: Application\nspec:\n  sources:\n    - helm:\n        valuesObject:\n${chartValues('<50Gi|100Gi>', { at: '          ' })}`,
  ],
  [
    'the names of the platform document',
    'metrics: {metricsSpec: {storageSpec: {volumeClaimTemplate: {spec: {resources: {requests: {storage: <50Gi|100Gi>}}}}}}}',
  ],
  [
    'an alert manager beside a metrics server',
    `${chartValues('50Gi')}alertmanager: {alertmanagerSpec: {storage: {volumeClaimTemplate: {spec: {resources: {requests: {storage: <1Gi|2Gi>}}}}}}}`,
    { component: 'alerts', size: '2Gi' },
  ],
  [
    'a ruler',
    'thanosRuler: {thanosRulerSpec: {storage: {volumeClaimTemplate: {spec: {resources: {requests: {storage: <1Gi|2Gi>}}}}}}}',
    { component: 'ruler', size: '2Gi' },
  ],
  ['a resource', resource('k8s', '<50Gi|100Gi>')],
  [
    'one resource of two',
    `${resource('other', '50Gi')}---\n${resource('k8s', '<50Gi|100Gi>')}`,
    { name: 'k8s' },
  ],
  [
    'one resource of two namespaces',
    `${resource('k8s', '50Gi', 'elsewhere')}---\n${resource('k8s', '<50Gi|100Gi>')}`,
    { name: 'k8s', namespace: 'monitoring-system' },
  ],
  ['an alias of a value at the top', `size: &size <50Gi|100Gi>\n${chartValues('*size')}`],
  ['an alias of a value under x-', `x-sizes: {metrics: &size "<50Gi|100Gi>"}\n${chartValues('*size')}`],
  [
    'a merged map',
    'x-requests: &r {storage: <50Gi|100Gi>}\nprometheus: {prometheusSpec: {storageSpec: {volumeClaimTemplate: {spec: {resources: {requests: {<<: *r}}}}}}}',
  ],
  [
    'a value of its own over a merged one',
    'x-requests: &r {storage: 20Gi}\nprometheus: {prometheusSpec: {storageSpec: {volumeClaimTemplate: {spec: {resources: {requests: {<<: [*r], storage: <50Gi|100Gi>}}}}}}}',
  ],
  ['an anchor that is defined twice', `a: &s 1Gi\nb: &s <50Gi|100Gi>\n${chartValues('*s')}`],
  ['a byte order mark and CRLF', `\uFEFF${chartValues('<50Gi|100Gi>').replaceAll('\n', '\r\n')}`],
  ['no newline at the end', chartValues('<50Gi|100Gi>').trimEnd()],
];

for (const [name, marked, wish] of edited)
  test(`planEdit edits ${name}`, () => {
    const [before, after] = ['$1', '$2'].map((which) => marked.replaceAll(/<(\w+)\|(\w+)>/g, which)) as [
      string,
      string,
    ];
    const edit = planEdit(before, { ...EDIT, ...wish });
    assert.equal(edit.text, after);
    const marks = [...marked.matchAll(/<(\w+)\|(\w+)>/g)].map(([, from, to]) => `${from} ${to}`);
    assert.deepEqual(edit.changes.map(({ from, to }) => `${from} ${to}`).toSorted(), marks.toSorted());
    assert.deepEqual(edit.notes, []);
    assert.equal(edit.found, true);
    assert.deepEqual(planEdit(after, { ...EDIT, ...wish }), {
      text: after,
      changes: [],
      notes: [],
      found: true,
    });
  });

test('planEdit gives the path and line of each change', () => {
  const { changes } = planEdit(`# first\n${chartValues('50Gi', { retentionSize: '40GB' })}`, EDIT);
  assert.deepEqual(
    changes.map(({ path, line, from, to }) => [path.join('.'), line, from, to]),
    [
      [SIZE, 10, '50Gi', '100Gi'],
      [RETENTION_SIZE, 4, '40GB', '80GB'],
    ],
  );
});

test('planEdit ignores files about other things', () => {
  const others = [
    '',
    '# nothing\n',
    'grafana: {persistence: {size: 10Gi}}\n',
    'prometheus: {prometheusSpec: {retentionSize: ""}}\n',
    resource('other', '50Gi'),
    resource('k8s', '50Gi').replace('monitoring.coreos.com', 'example.com'),
    resource('k8s', '50Gi').replace('kind: Prometheus', 'kind: PrometheusAgent'),
    'a: &a\n  b: *a\n',
    'just text\n',
    'note: |\n  some\n  text: [\n',
  ];
  for (const text of others)
    assert.deepEqual(planEdit(text, { ...EDIT, name: 'k8s' }), {
      text,
      changes: [],
      notes: [],
      found: false,
    });
});

test('planEdit throws the place of a syntax error', () => {
  const bomb = Array.from({ length: 9 }, (_, level) =>
    level === 0
      ? 'a0: &a0 [x, x, x, x, x, x, x, x, x]\n'
      : `a${level}: &a${level} [${`*a${level - 1}, `.repeat(9)}]\n`,
  ).join('');
  const broken: [string, RegExp][] = [
    ['a: 1\na: 2\n', /^line 2, column 1: Map keys must be unique$/],
    [`${chartValues('50Gi')}\tb: 1\n`, /^line 9, column 1: /],
    ['a: [1,\n', /^line 2, column 1: /],
    ['ok: 1\n---\n  a: b: c\n', /^line 3, column \d+: /],
    [bomb, /^its aliases expand to more than 200000 values$/],
  ];
  for (const [text, message] of broken)
    assert.throws(
      () => planEdit(text, EDIT),
      (error) => error instanceof YamlSyntaxError && message.test(error.message),
    );
});
