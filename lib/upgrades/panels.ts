import { fieldsOf } from '../objects/fields.ts';
import { itemsOf } from '../versions/install.ts';

/** Types of panels that were written for Angular, which Grafana 12 removed, and what it makes of them. */
export const ANGULAR: Readonly<Record<string, string>> = {
  graph: 'timeseries',
  singlestat: 'stat',
  'table-old': 'table',
  'grafana-singlestat-panel': 'stat',
  'grafana-piechart-panel': 'piechart',
  'grafana-worldmap-panel': 'geomap',
  'natel-discrete-panel': 'state-timeline',
};

/** The types of the panels of a dashboard, each once: at its top, in rows, and in the rows of old schemas. */
export function panelsIn(dashboard: unknown): string[] {
  const types = new Set<string>();
  const visit = (value: unknown, depth: number): void => {
    if (depth > DEEPEST) return;
    const { type, panels, rows } = fieldsOf(value) ?? {};
    if (typeof type === 'string') types.add(type);
    for (const one of [...itemsOf(panels), ...itemsOf(rows)]) visit(one, depth + 1);
  };
  visit(dashboard, 0);
  return [...types];
}

/** Rows in rows do not exist. */
const DEEPEST = 4;
