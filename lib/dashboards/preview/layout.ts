import { type Placed, placed } from '../../lint/placed.ts';
import { fieldsOf, textOf } from '../../objects/fields.ts';

/** Where a panel is drawn: columns of 24 and rows, from the top left of its section. */
export interface Box {
  panel: Placed;
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A row of a dashboard with its panels; without a row, the panels that are in none. */
export interface Section {
  row: { title: string; isCollapsed: boolean; repeat: string | undefined } | undefined;
  boxes: Box[];
}

/** Columns of the grid. */
export const COLUMNS = 24;

/**
 * The panels of a dashboard where the UI draws them: it orders them by their position, keeps them within its columns, and moves each one
 * up until another is above it.
 */
export function layoutOf({ fields, path }: Placed): Section[] {
  const sections: Section[] = [];
  let open: { row: Section['row']; panels: Placed[] } = { row: undefined, panels: [] };
  const close = (): void => {
    if (open.row || open.panels.length > 0)
      sections.push({
        row: open.row,
        boxes: packed(open.panels.map((panel) => ({ panel, ...wishOf(panel) }))),
      });
  };
  for (const one of ordered(placed(fields.panels, [...path, 'panels'])))
    if (one.fields.type !== 'row') open.panels.push(one);
    else {
      close();
      const row = rowOf(one.fields, one.fields.collapsed === true);
      const panels = ordered(placed(one.fields.panels, [...one.path, 'panels']));
      open = { row, panels };
      if (!row.isCollapsed) continue;
      close();
      // What follows a collapsed row and is not in it stays in sight.
      open = { row: undefined, panels: [] };
    }
  close();
  return [...sections, ...placed(fields.rows, [...path, 'rows']).map(formerRow)];
}

const rowOf = ({ title, repeat }: Record<string, unknown>, isCollapsed: boolean) => ({
  title: textOf(title ?? ''),
  isCollapsed,
  repeat: typeof repeat === 'string' && repeat !== '' ? repeat : undefined,
});

const ordered = (panels: Placed[]): Placed[] =>
  panels.toSorted((one, other) => {
    const [first, second] = [wishOf(one), wishOf(other)];
    return first.y - second.y || first.x - second.x;
  });

/** Where a panel wants to be, within the columns. */
function wishOf({ fields }: Placed): Omit<Box, 'panel'> {
  const { x, y, w, h } = fieldsOf(fields.gridPos) ?? {};
  const width = whole(w, 1, COLUMNS, 12);
  return {
    x: Math.min(whole(x, 0, COLUMNS, 0), COLUMNS - width),
    y: whole(y, 0, Number.MAX_SAFE_INTEGER, 0),
    w: width,
    h: whole(h, 1, TALLEST, 8),
  };
}

/** A panel that is taller is a mistake, and would make the page too long to be looked at. */
const TALLEST = 100;

const whole = (value: unknown, least: number, most: number, absent: number): number =>
  typeof value === 'number' && Number.isFinite(value)
    ? Math.min(most, Math.max(least, Math.round(value)))
    : absent;

/** Each panel as far up as those before it let it. */
function packed(panels: readonly Omit<Box, 'y'>[]): Box[] {
  const taken = new Array<number>(COLUMNS).fill(0);
  return panels.map(({ panel, x, w, h }) => {
    const y = Math.max(...taken.slice(x, x + w));
    taken.fill(y + h, x, x + w);
    return { panel, x, y, w, h };
  });
}

/** A row of before schema version 16: its panels have a `span` of 12 columns, and follow one another. */
function formerRow({ fields, path }: Placed): Section {
  const row = rowOf(fields, fields.collapse === true);
  const rowHeight = cellsOf(fields.height, 7);
  let x = 0;
  const panels = placed(fields.panels, [...path, 'panels']).map((panel) => {
    const w = whole(panel.fields.span, 1, 12, 4) * 2;
    if (x + w > COLUMNS) x = 0;
    const box = { panel, x, w, h: cellsOf(panel.fields.height, rowHeight) };
    x += w;
    return box;
  });
  return { row: row.title === '' && !row.isCollapsed ? undefined : row, boxes: packed(panels) };
}

/** A height of then, in pixels (`250px`), in rows of the grid. */
function cellsOf(height: unknown, absent: number): number {
  const pixels = Number.parseFloat(textOf(height ?? ''));
  return Number.isFinite(pixels) ? Math.min(TALLEST, Math.max(3, Math.ceil(pixels / 38))) : absent;
}
