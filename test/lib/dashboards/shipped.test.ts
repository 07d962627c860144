import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { panelsOf, targetsOf } from '../../../lib/dashboards/definition.ts';
import { lintText, newRun } from '../../../lib/dashboards/lint/lint.ts';
import { layoutOf } from '../../../lib/dashboards/preview/layout.ts';
import { SHIPPED } from '../../../lib/dashboards/shipped/shipped.ts';

/** The fields of a definition (§2.3). */
const FIELDS = [
  ...[
    'id',
    'uid',
    'title',
    'tags',
    'style',
    'timezone',
    'editable',
    'hideControls',
    'graphTooltip',
    'panels',
    'time',
  ],
  ...['timepicker', 'templating', 'annotations', 'refresh', 'schemaVersion', 'version', 'links'],
];

test('the dashboards that the specification names are shipped', () =>
  assert.deepEqual(
    SHIPPED.map(({ name, title }) => [name, title]),
    [
      ['alerts', 'Alerts'],
      ['cluster-capacity', 'Cluster Capacity'],
    ],
  ));

test('lint has no findings in them, also not together', () => {
  const run = newRun();
  for (const { name, definition } of SHIPPED)
    assert.deepEqual(lintText(JSON.stringify(definition(), null, 2), `${name}.json`, run).findings, []);
});

for (const { name, title, definition } of SHIPPED)
  describe(name, () => {
    const fields = definition();

    test('has every documented field, no id, and the title it is offered by', () => {
      assert.deepEqual(
        FIELDS.filter((field) => !(field in fields)),
        [],
      );
      assert.deepEqual([fields.id, fields.title, fields.schemaVersion], [null, title, 42]);
    });

    test('has panels with a title, a description, a unit, queries and ids of their own', () => {
      const panels = panelsOf({ fields, path: [] });
      for (const panel of panels) {
        const { title: own, description, fieldConfig } = panel.fields;
        assert.ok(own && description, String(own));
        assert.ok((fieldConfig as { defaults: { unit?: string } }).defaults.unit, String(own));
        assert.ok(targetsOf(panel).length > 0, String(own));
      }
      const ids = (fields.panels as { id: number }[]).map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
    });

    test('is laid out without gaps: panels are drawn where they say', () => {
      let top = 0;
      for (const { row, boxes } of layoutOf({ fields, path: [] })) {
        if (row) top += 1;
        for (const { panel, x, y, w, h } of boxes)
          assert.deepEqual(panel.fields.gridPos, { x, y: y + top, w, h });
        top += Math.max(...boxes.map(({ y, h }) => y + h));
      }
    });

    test('is a new copy each time', () => {
      assert.notEqual(definition(), fields);
      assert.deepEqual(definition(), fields);
    });
  });
