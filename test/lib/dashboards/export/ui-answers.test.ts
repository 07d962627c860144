import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  classicPaths,
  dashboardPath,
  messageIn,
  namespaceIn,
  readConverted,
  readDashboard,
  readHits,
  searchPath,
} from '../../../../lib/dashboards/export/ui-answers.ts';

test('a search finds dashboards, and no folders', () =>
  assert.deepEqual(
    readHits(
      JSON.stringify([
        { uid: 'a', title: 'A', type: 'dash-db', folderTitle: 'F' },
        { uid: 'b', title: '', type: 'dash-db' },
        { uid: 'f', title: 'F', type: 'dash-folder' },
        { title: 'no uid', type: 'dash-db' },
        null,
      ]),
    ),
    [
      { uid: 'a', title: 'A', folder: 'F' },
      { uid: 'b', title: 'b', folder: undefined },
    ],
  ));

const answered = (meta: object, dashboard: object = { uid: 'a', title: 'A', panels: [] }) =>
  readDashboard(JSON.stringify({ meta, dashboard }));

for (const [meta, folder] of [
  [{ folderTitle: 'General', folderId: 0, folderUid: '' }, undefined],
  [{ folderTitle: 'Dashboards' }, undefined],
  [{ folderTitle: 'Shop', folderUid: 'f' }, 'Shop'],
  [{ folderTitle: 'Shop', folderId: 3 }, 'Shop'],
] as const)
  test(`${JSON.stringify(meta)} is ${folder === undefined ? 'no folder' : `the folder ${folder}`}`, () =>
    assert.equal(answered(meta)?.folder, folder));

for (const [meta, isProvisioned] of [
  [{ provisioned: false, provisionedExternalId: '' }, false],
  [{ provisioned: true, provisionedExternalId: 'a.json' }, true],
  [{ provisioned: false, provisionedExternalId: 'a.json' }, true],
  [{}, false],
] as const)
  test(`${JSON.stringify(meta)} is ${isProvisioned ? '' : 'not '}provisioned`, () =>
    assert.equal(answered(meta)?.isProvisioned, isProvisioned));

test('a dashboard of the v2 schema is not read', () =>
  assert.equal(answered({}, { elements: {}, layout: {} }), undefined));

const resource = (rest: object) =>
  readConverted(
    JSON.stringify({
      ...{ kind: 'Dashboard', apiVersion: 'dashboard.grafana.app/v1', metadata: { name: 'a' } },
      ...{ spec: { title: 'A', panels: [] }, ...rest },
    }),
  );

test('a converted dashboard is read, one that could not be converted is not', () => {
  assert.deepEqual(resource({ status: { conversion: { failed: false, storedVersion: 'v2' } } }), {
    uid: 'a',
    title: 'A',
    isProvisioned: false,
    fields: { title: 'A', panels: [], uid: 'a' },
    isConverted: true,
  });
  assert.equal(resource({})?.isConverted, false);
  assert.equal(resource({ status: { conversion: { failed: true, storedVersion: 'v2' } } }), undefined);
  assert.equal(resource({ spec: { elements: {}, layout: {} } }), undefined);
});

for (const [what, read] of [
  ['search', readHits],
  ['dashboard', readDashboard],
  ['resource', readConverted],
] as const)
  for (const body of ['', 'null', '{}', '"a"', '<html>', '['.repeat(1000)])
    test(`${JSON.stringify(body.slice(0, 9))} is no ${what}`, () =>
      assert.throws(() => read(body), SyntaxError));

test('an organization is named as the UI does, and as nothing else', () => {
  const body = (path: string): string => JSON.stringify({ message: `use ${path} instead` });
  for (const [path, namespace] of [
    ['/apis/dashboard.grafana.app/v2/namespaces/org-3/dashboards/a', 'org-3'],
    ['/apis/dashboard.grafana.app/v2/namespaces/../../dashboards/a', 'default'],
    ['', 'default'],
  ] as const)
    assert.equal(namespaceIn(body(path)), namespace);
});

test('texts stay in their part of a path', () => {
  assert.equal(dashboardPath('../a?b'), '/api/dashboards/uid/..%2Fa%3Fb');
  assert.equal(
    searchPath(2, 'a&b \ud800'),
    '/api/search?type=dash-db&limit=1000&page=2&query=a%26b%20%EF%BF%BD',
  );
  assert.deepEqual(classicPaths({ uid: 'a/b', namespace: 'default' }), [
    '/apis/dashboard.grafana.app/v1/namespaces/default/dashboards/a%2Fb',
    '/apis/dashboard.grafana.app/v1beta1/namespaces/default/dashboards/a%2Fb',
  ]);
});

test('an error without a message says nothing', () => {
  for (const body of ['', '[]', '{"message": {}}', '{"message": ""}']) assert.equal(messageIn(body), '');
  assert.equal(messageIn('{"message": "a"}'), 'a');
});
