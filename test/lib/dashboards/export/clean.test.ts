import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cleaned } from '../../../../lib/dashboards/export/clean.ts';

const of = (fields: Record<string, unknown>) => cleaned({ fields });

test('a saved dashboard keeps its uid, and loses what only the UI that has it knows', () =>
  assert.deepEqual(
    of({ id: 7, uid: 'a', title: 'A', version: 12, iteration: 1, meta: {}, snapshot: {}, panels: [] }),
    { dashboard: { id: null, uid: 'a', title: 'A', panels: [], version: 1 }, changes: [], doubts: [] },
  ));

const prometheus = (uid: string) => ({ type: 'prometheus', uid });

test('the only data source is replaced by a variable, which has no value of this UI', () => {
  const { dashboard, changes, doubts } = of({
    panels: [
      { datasource: prometheus('P1'), targets: [{ datasource: prometheus('P1') }, { datasource: null }] },
      { type: 'row', panels: [{ datasource: prometheus('P1') }] },
      { datasource: { type: 'datasource', uid: '-- Mixed --' } },
      { datasource: { type: '__expr__', uid: '__expr__' } },
    ],
    annotations: { list: [{ datasource: { type: 'grafana', uid: '-- Grafana --' } }] },
    templating: { list: [{ type: 'query', name: 'job', datasource: prometheus('P1') }] },
  });
  const text = JSON.stringify(dashboard);
  assert.equal(text.match(/"uid":"\$\{datasource\}"/g)?.length, 4);
  assert.doesNotMatch(text, /P1/);
  assert.deepEqual(
    (dashboard.templating as { list: { name: string }[] }).list.map(({ name }) => name),
    ['datasource', 'job'],
  );
  assert.deepEqual(
    [changes, doubts],
    [['Replaced the data source P1 (prometheus) by the variable datasource.'], []],
  );
});

for (const [why, fields, doubt] of [
  [
    'there are several of a type',
    { panels: [{ datasource: prometheus('P1') }, { datasource: prometheus('P2') }] },
    'the dashboard uses data sources of this dashboard UI by uid (prometheus): P1, P2. Another one does not have them: use a variable',
  ],
  [
    'a variable may have another one',
    {
      panels: [{ datasource: prometheus('P1') }],
      templating: { list: [{ type: 'datasource', name: 'ds', query: 'prometheus' }] },
    },
    'the dashboard uses a data source of this dashboard UI by uid (prometheus): P1. Another one does not have it: use a variable',
  ],
  [
    'it is used by name',
    { panels: [{ datasource: 'Prometheus' }, { datasource: '$ds' }, { datasource: '-- Mixed --' }] },
    'the dashboard uses a data source by name: Prometheus. Another dashboard UI may not have it: use a variable',
  ],
] as const)
  test(`a data source is left, and said, where ${why}`, () => {
    const { dashboard, changes, doubts } = of(structuredClone(fields) as never);
    assert.deepEqual(dashboard.panels, fields.panels);
    assert.deepEqual([changes, doubts], [[], [doubt]]);
  });

test('each type of data source gets a variable of its own, with a name that no other has', () => {
  const { dashboard } = of({
    panels: [{ datasource: prometheus('P') }, { datasource: { type: 'loki', uid: 'L' } }],
    templating: { list: [{ type: 'custom', name: 'datasource' }] },
  });
  assert.deepEqual(
    (dashboard.panels as { datasource: { uid: string } }[]).map(({ datasource }) => datasource.uid),
    ['\u0024{datasource_2}', '\u0024{datasource_loki}'],
  );
});

test('inputs of an export become variables and values', () => {
  const { dashboard, changes, doubts } = of({
    __inputs: [
      { name: 'DS_PROM', type: 'datasource', pluginId: 'prometheus' },
      { name: 'DS_EXPRESSION', type: 'datasource', pluginId: '__expr__' },
      { name: 'VAR_PREFIX', type: 'constant', value: 'shop' },
    ],
    __requires: [{ type: 'grafana' }],
    __elements: {},
    panels: [
      { datasource: prometheus('\u0024{DS_PROM}'), title: '\u0024{VAR_PREFIX} orders \u0024{job}' },
      { datasource: { type: '__expr__', uid: '\u0024{DS_EXPRESSION}' } },
    ],
  });
  const { templating, ...rest } = dashboard;
  assert.deepEqual(rest, {
    id: null,
    panels: [
      { datasource: prometheus('\u0024{datasource}'), title: 'shop orders \u0024{job}' },
      { datasource: { type: '__expr__', uid: '__expr__' } },
    ],
    version: 1,
  });
  assert.equal(JSON.stringify(templating).match(/"name":"datasource"/g)?.length, 1);
  assert.deepEqual(
    [changes, doubts],
    [
      [
        'Replaced the input DS_PROM by the variable datasource (prometheus).',
        'Replaced the input VAR_PREFIX by its value "shop".',
      ],
      [],
    ],
  );
});

test('an input that nothing explains is said', () =>
  assert.deepEqual(of({ panels: [{ datasource: '\u0024{DS_X}' }] }).doubts, [
    'the dashboard refers to \u0024{DS_X}, which nothing in it explains: replace it by a variable or a value',
  ]));

test('data of a snapshot is removed, also from panels in rows', () => {
  const { dashboard, changes } = of({
    panels: [{ id: 1, snapshotData: [1] }, { panels: [{ id: 2, snapshotData: [] }] }],
  });
  assert.deepEqual(dashboard.panels, [{ id: 1 }, { panels: [{ id: 2 }] }]);
  assert.deepEqual(changes, ['Removed the data of a snapshot.']);
});

test('panels of the library are said', () =>
  assert.deepEqual(
    of({ panels: [{ libraryPanel: { uid: 'l', name: 'CPU' } }, { libraryPanel: { uid: 'm' } }] }).doubts,
    [
      'the dashboard has panels of the library, which are not in the file: CPU, m. Another dashboard UI does not have them: unlink them before you export the dashboard',
    ],
  ));

test('what is clean is not changed again, whatever it is', () =>
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom('id', 'panels', 'templating', '__inputs', 'title', '__proto__'),
        fc.jsonValue(),
      ),
      (fields) => {
        const { dashboard } = of(fields as Record<string, unknown>);
        assert.deepEqual(of(dashboard).dashboard, dashboard);
      },
    ),
  ));
