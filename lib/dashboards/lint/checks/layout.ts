import { type Fields, type Placed, placed } from '../../../lint/placed.ts';
import { fieldsOf } from '../../../objects/fields.ts';
import type { Check, Dashboard, Fault } from '../check.ts';
import { panelName } from './panels.ts';

/** The checks of where the panels are. */
export const LAYOUT_CHECKS: readonly Check[] = [
  {
    name: 'panel-id-twice',
    severity: 'warning',
    prevents: 'links to a panel, and alerts on it, that lead to another one',
    fix: 'give one of the panels another id',
    dashboard: (dashboard) => {
      const seen = new Map<unknown, Placed>();
      return groupsOf(dashboard)
        .flat()
        .flatMap(({ fields, path }): Fault[] => {
          const { id } = fields;
          if (typeof id !== 'number') return [];
          const first = seen.get(id);
          seen.set(id, first ?? { fields, path });
          return first
            ? [{ path: [...path, 'id'], message: `the id ${id} is that of ${panelName(first.fields)}, too` }]
            : [];
        });
    },
  },
  {
    name: 'panel-outside',
    severity: 'warning',
    prevents: 'a panel that is moved, because the grid has 24 columns',
    fix: 'let x and w add up to 24 at most',
    dashboard: (dashboard) =>
      groupsOf(dashboard)
        .flat()
        .flatMap(({ fields, path }): Fault[] => {
          const box = boxOf(fields);
          return box && isOutside(box)
            ? [
                {
                  path: [...path, 'gridPos'],
                  message: `${panelName(fields)} is outside of the ${COLUMNS} columns: x is ${box.x}, w is ${box.w}`,
                },
              ]
            : [];
        }),
  },
  {
    name: 'panel-overlap',
    severity: 'warning',
    prevents: 'panels that are moved, because two are in one place',
    fix: 'correct gridPos',
    dashboard: (dashboard) =>
      groupsOf(dashboard).flatMap((group) => {
        const found = overlapIn(group);
        return found
          ? [
              {
                path: [...found.one.path, 'gridPos'],
                message: `${panelName(found.one.fields)} overlaps ${panelName(found.other.fields)}`,
              },
            ]
          : [];
      }),
  },
];

/** The columns of the grid. */
const COLUMNS = 24;

/** Panels that are shown together, with the rows: those of the dashboard, and those of each collapsed row. */
function groupsOf({ fields, path, form }: Dashboard): Placed[][] {
  if (form === 'v2') return [];
  const top = placed(fields.panels, [...path, 'panels']);
  const groups = [top, ...top.map((one) => placed(one.fields.panels, [...one.path, 'panels']))];
  // Copies of a repeated panel that were saved are made again, in other places.
  return groups.map((group) =>
    group.filter(({ fields: { repeatPanelId, repeatedByRow } }) => !repeatPanelId && !repeatedByRow),
  );
}

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Where a panel is in the grid; undefined without a place there. */
function boxOf({ gridPos }: Fields): Box | undefined {
  const { x, y, w, h } = fieldsOf(gridPos) ?? {};
  return isNumber(x) && isNumber(y) && isNumber(w) && isNumber(h) ? { x, y, w, h } : undefined;
}

const isOutside = ({ x, y, w }: Box): boolean => x < 0 || y < 0 || x + w > COLUMNS;

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** The first panel that overlaps one before it, from the top. */
function overlapIn(group: readonly Placed[]): { one: Placed; other: Placed } | undefined {
  const boxes = group
    .flatMap((panel) => {
      const box = boxOf(panel.fields);
      // The UI gives a panel without a size one of its own.
      return box && box.w >= 1 && box.h >= 1 ? [{ panel, box }] : [];
    })
    .toSorted((one, other) => one.box.y - other.box.y);
  let open: typeof boxes = [];
  for (const one of boxes) {
    open = open.filter(({ box }) => box.y + box.h > one.box.y);
    const other = open.find(({ box }) => box.x < one.box.x + one.box.w && one.box.x < box.x + box.w);
    if (other) return { one: one.panel, other: other.panel };
    // What is outside of the grid has a finding of its own, and there may be any number of it.
    if (!isOutside(one.box)) open.push(one);
  }
  return undefined;
}
