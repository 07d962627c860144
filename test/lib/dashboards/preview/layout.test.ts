import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { COLUMNS, layoutOf, type Section } from '../../../../lib/dashboards/preview/layout.ts';

const sectionsOf = (fields: Record<string, unknown>): Section[] => layoutOf({ fields, path: [] });

/** A panel as `title@x,y widthxheight`. */
const texts = (sections: Section[]) =>
  sections.map(({ row, boxes }) => [
    row && `${row.title}${row.isCollapsed ? ' (collapsed)' : ''}${row.repeat ? ` for ${row.repeat}` : ''}`,
    boxes.map(({ panel, x, y, w, h }) => `${panel.fields.title}@${x},${y} ${w}x${h}`),
  ]);

const panel = (title: string, x: number, y: number, w: number, h: number) => ({
  title,
  type: 'stat',
  gridPos: { x, y, w, h },
});
const row = (title: string, y: number, more: object = {}) => ({
  ...{ title, type: 'row', gridPos: { x: 0, y, w: 24, h: 1 } },
  ...more,
});

const CASES: [string, Record<string, unknown>, unknown][] = [
  ['nothing', {}, []],
  [
    'panels side by side',
    { panels: [panel('a', 0, 0, 12, 8), panel('b', 12, 0, 12, 8)] },
    [[undefined, ['a@0,0 12x8', 'b@12,0 12x8']]],
  ],
  [
    'panels in another order than they are drawn',
    { panels: [panel('b', 12, 0, 12, 8), panel('a', 0, 0, 12, 8)] },
    [[undefined, ['a@0,0 12x8', 'b@12,0 12x8']]],
  ],
  [
    'a gap, which the UI closes',
    { panels: [panel('a', 0, 0, 12, 4), panel('b', 0, 30, 12, 4)] },
    [[undefined, ['a@0,0 12x4', 'b@0,4 12x4']]],
  ],
  [
    'panels on top of each other',
    { panels: [panel('a', 0, 0, 12, 4), panel('b', 6, 2, 12, 4)] },
    [[undefined, ['a@0,0 12x4', 'b@6,4 12x4']]],
  ],
  ['a panel beyond the last column', { panels: [panel('a', 20, 0, 12, 4)] }, [[undefined, ['a@12,0 12x4']]]],
  ['a panel that is too large', { panels: [panel('a', 0, 0, 99, 9999)] }, [[undefined, ['a@0,0 24x100']]]],
  ['a panel without a place', { panels: [{ title: 'a', type: 'stat' }] }, [[undefined, ['a@0,0 12x8']]]],
  [
    'a place that is none',
    { panels: [{ title: 'a', gridPos: { x: '1', y: Number.NaN, w: null, h: -4 } }] },
    [[undefined, ['a@0,0 12x1']]],
  ],
  [
    'an open row, which its panels follow',
    { panels: [panel('a', 0, 0, 24, 4), row('R', 4), panel('b', 0, 5, 24, 4)] },
    [
      [undefined, ['a@0,0 24x4']],
      ['R', ['b@0,0 24x4']],
    ],
  ],
  [
    'a collapsed row, which has its panels',
    {
      panels: [
        row('R', 0, { collapsed: true, repeat: 'node', panels: [panel('b', 0, 1, 24, 4)] }),
        row('S', 1),
        panel('c', 0, 2, 6, 4),
      ],
    },
    [
      ['R (collapsed) for node', ['b@0,0 24x4']],
      ['S', ['c@0,0 6x4']],
    ],
  ],
  [
    'a panel below a collapsed row, which stays in sight',
    { panels: [row('R', 0, { collapsed: true, panels: [] }), panel('c', 0, 2, 6, 4)] },
    [
      ['R (collapsed)', []],
      [undefined, ['c@0,0 6x4']],
    ],
  ],
  [
    'rows of before schema version 16',
    {
      rows: [
        {
          title: 'R',
          height: '250px',
          panels: [
            { title: 'a', span: 6 },
            { title: 'b', span: 6 },
            { title: 'c', span: 12, height: 100 },
          ],
        },
      ],
    },
    [['R', ['a@0,0 12x7', 'b@12,0 12x7', 'c@0,7 24x3']]],
  ],
];

for (const [title, fields, expected] of CASES)
  test(`lays out ${title}`, () => assert.deepEqual(texts(sectionsOf(fields)), expected));

const anyPanel = fc.record({
  type: fc.constantFrom('stat', 'timeseries', 'row'),
  gridPos: fc.record(
    {
      x: fc.integer({ min: -5, max: 40 }),
      y: fc.nat(60),
      w: fc.integer({ min: -1, max: 40 }),
      h: fc.integer({ min: -1, max: 20 }),
    },
    { requiredKeys: [] },
  ),
});

test('no two panels of a section overlap, and none leaves the grid, wherever they want to be', () => {
  fc.assert(
    fc.property(fc.array(anyPanel, { maxLength: 25 }), (panels) => {
      const sections = sectionsOf({ panels });
      const drawn = sections.flatMap(({ boxes }) => boxes);
      assert.equal(drawn.length, panels.filter(({ type }) => type !== 'row').length);
      for (const { boxes } of sections) {
        const cells = new Set<number>();
        for (const { x, y, w, h } of boxes) {
          assert.ok(x >= 0 && x + w <= COLUMNS && w >= 1 && h >= 1 && y >= 0);
          for (let column = x; column < x + w; column += 1)
            for (let line = y; line < y + h; line += 1) {
              const cell = line * COLUMNS + column;
              assert.ok(!cells.has(cell));
              cells.add(cell);
            }
        }
      }
    }),
  );
});
