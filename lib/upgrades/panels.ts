import { panelsOf } from '../dashboards/definition.ts';
import { fieldsOf } from '../objects/fields.ts';

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

/** The types of the panels of a dashboard, each once. */
export const panelsIn = (dashboard: unknown): string[] => [
  ...new Set(
    panelsOf({ fields: fieldsOf(dashboard) ?? {}, path: [] }).flatMap(({ fields: { type } }) =>
      typeof type === 'string' ? [type] : [],
    ),
  ),
];
