import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOwn } from '../../../../lib/block/sync/own-files.ts';
import type { SourceObject } from '../../../../lib/block/sync/source-objects.ts';
import { syncWarnings } from '../../../../lib/block/sync/sync-warnings.ts';

const groups = (...rules: object[]) => ({ groups: [{ name: 'a', rules }] });
const named = (metadata: object): string =>
  JSON.stringify({ kind: 'PrometheusRule', metadata, spec: { groups: [] } });
const OWN = readOwn([
  { path: 'templates/alerts/mine.yaml', text: named({ name: 'con' }) },
  { path: 'templates/alerts/far.yaml.yaml', text: named({ name: 'far', namespace: 'shop' }) },
  {
    path: 'templates/alerts/own.yaml',
    text: JSON.stringify({ kind: 'PrometheusRule', spec: groups({ alert: 'Down', expr: 'up == 0' }) }),
  },
  {
    path: 'templates/dashboards/own.yaml',
    text: JSON.stringify({ kind: 'ConfigMap', data: { 'pods.json': '{}', 'a.yaml': '' } }),
  },
]);

const rules = (...all: object[]): SourceObject => ({ type: 'rules', name: 'a', content: groups(...all) });
const dashboards = (name: string, ...files: string[]): SourceObject => ({
  type: 'dashboards',
  name,
  content: Object.fromEntries(files.map((file) => [file, '{}'])),
});

const DOWN = 'alert Down is in templates/alerts/own.yaml as well, with another expression: both will fire';

const SAME = `${DOWN.split(',')[0]}, with the same expression: remove one of them`;
const TAKEN = 'PrometheusRule con is in templates/alerts/mine.yaml as well: remove or rename one of them';

for (const [title, objects, warnings] of [
  ['the same alert with another expression', [rules({ alert: 'Down', expr: 'up < 1' })], [DOWN]],
  ['it twice', [rules({ alert: 'Down', expr: 'up < 1' }, { alert: 'Down', expr: 'up < 2' })], [DOWN]],
  ['the same alert with the same expression', [rules({ alert: 'Down', expr: 'up\n  == 0\n' })], [SAME]],
  ['an object of a name that is taken', [{ ...rules(), name: 'con' }], [TAKEN]],
  ['an object of a name that is taken in another namespace', [{ ...rules(), name: 'far' }], []],
  ['an object in the place of an own one', [{ ...rules({ alert: 'Down', expr: 'up' }), name: 'own' }], []],
  ['another alert', [rules({ alert: 'Up', expr: 'up' }, { record: 'Down', expr: 'up' })], []],
  ['what is no rule', [rules({ alert: 1 }), { ...rules(), content: { groups: [1, { rules: 'a' }] } }], []],
  [
    'a dashboard of the chart',
    [dashboards('theirs', 'pods.json')],
    [
      'dashboard pods.json is in templates/dashboards/own.yaml and in ConfigMap theirs: only one of them will be shown',
    ],
  ],
  [
    'a dashboard twice',
    [dashboards('one', 'a.json'), dashboards('other', 'a.json', 'b.json')],
    ['dashboard a.json is in ConfigMap one and in ConfigMap other: only one of them will be shown'],
  ],
  ['other dashboards', [dashboards('one', 'a.json'), dashboards('other', 'b.json')], []],
] as const)
  test(`a source with ${title}: ${warnings.length === 0 ? 'no warning' : 'a warning'}`, () =>
    assert.deepEqual(syncWarnings(objects, OWN), warnings));
