import { reference, sourceVariable } from './datasource-variable.ts';

type Fields = Record<string, unknown>;

/** The schema version of classic dashboards that Grafana 12 and 13 write. */
const SCHEMA_VERSION = 42;

/** The data source that the user of a dashboard chooses. */
const SOURCE = { type: 'prometheus', uid: reference('datasource') };

/** A dashboard with every field of §2.3. */
export const dashboard = ({
  uid,
  title,
  description,
  tags,
  time,
  panels,
  variables,
}: {
  uid: string;
  title: string;
  description?: string;
  tags: string[];
  time: { from: string; to: string };
  variables: Fields[];
  panels: Fields[];
}): Fields => ({
  id: null,
  uid,
  title,
  ...(description !== undefined && { description }),
  tags,
  style: 'dark',
  timezone: 'browser',
  editable: false,
  hideControls: false,
  graphTooltip: 1,
  panels: panels.map((panel, at) => ({ id: at + 1, ...panel })),
  time,
  timepicker: {
    time_options: ['5m', '15m', '1h', '6h', '12h', '24h', '2d', '7d', '30d'],
    refresh_intervals: ['30s', '1m', '5m', '15m', '30m', '1h'],
  },
  templating: { list: [sourceVariable({ name: 'datasource', type: 'prometheus' }), ...variables] },
  annotations: { list: [] },
  refresh: '1m',
  schemaVersion: SCHEMA_VERSION,
  version: 1,
  links: [],
});

/**
 * A variable of the values of a label, of which all are chosen at first. "All" also covers series that lack the label.
 *
 * @param of the series that have it.
 * @param chosen the values that are chosen at first; all if absent.
 */
export const labelVariable = ({
  name,
  label,
  of,
  chosen,
}: {
  name: string;
  label: string;
  of: string;
  chosen?: string[];
}): Fields => ({
  name,
  label,
  type: 'query',
  datasource: SOURCE,
  definition: `label_values(${of}, ${name})`,
  query: { query: `label_values(${of}, ${name})`, refId: 'StandardVariableQuery' },
  refresh: 2,
  regex: '',
  sort: 1,
  hide: 0,
  includeAll: true,
  allValue: '.*',
  multi: true,
  current: chosen ? { text: chosen, value: chosen } : { text: ['All'], value: ['$__all'] },
  options: [],
});

/** Columns and rows of the grid: x, y, width, height. */
type Place = [x: number, y: number, w: number, h: number];

interface Given {
  title: string;
  description: string;
  at: Place;
  unit: string;
  /** PromQL, by its legend. */
  queries: Record<string, string>;
}

/** From which value on which color; the first one is the base. */
type Steps = readonly [base: string, ...above: readonly [from: number, color: string][]];

export const row = (title: string, y: number): Fields => ({
  type: 'row',
  title,
  collapsed: false,
  gridPos: gridPos([0, y, 24, 1]),
  panels: [],
});

/** One number, with its course. */
export const stat = ({
  steps,
  mappings = [],
  ...given
}: Given & { steps: Steps; mappings?: Fields[] }): Fields => ({
  ...base('stat', given),
  fieldConfig: { defaults: { unit: given.unit, mappings, ...thresholds(steps) }, overrides: [] },
  options: {
    ...REDUCED,
    colorMode: 'value',
    graphMode: 'area',
    justifyMode: 'auto',
    textMode: 'auto',
    orientation: 'auto',
  },
});

/** A share from 0 to 1. */
export const gauge = (given: Omit<Given, 'unit'>): Fields => ({
  ...base('gauge', given),
  fieldConfig: {
    defaults: {
      unit: 'percentunit',
      min: 0,
      max: 1,
      ...thresholds(['green', [0.75, 'orange'], [0.9, 'red']]),
    },
    overrides: [],
  },
  options: { ...REDUCED, showThresholdLabels: false, showThresholdMarkers: true, orientation: 'auto' },
});

export const timeseries = ({ isStacked = false, ...given }: Given & { isStacked?: boolean }): Fields => ({
  ...base('timeseries', given),
  fieldConfig: {
    defaults: {
      unit: given.unit,
      min: 0,
      custom: {
        drawStyle: 'line',
        lineWidth: 1,
        fillOpacity: isStacked ? 30 : 8,
        showPoints: 'never',
        stacking: { mode: isStacked ? 'normal' : 'none', group: 'A' },
      },
    },
    overrides: [],
  },
  options: {
    legend: { displayMode: 'list', placement: 'bottom', showLegend: true },
    tooltip: { mode: 'multi', sort: 'desc' },
  },
});

/**
 * A row for each series of its queries, of which those with the same labels are merged.
 *
 * @param columns what columns are called, in their order: the labels, and `Value` or, with several queries, `Value #A`, `Value #B`.
 */
export const table = ({ columns, ...given }: Given & { columns: Record<string, string> }): Fields => {
  const panel = base('table', given);
  return {
    ...panel,
    targets: panel.targets.map((target) => ({ ...target, range: false, instant: true, format: 'table' })),
    fieldConfig: { defaults: { unit: given.unit, custom: { filterable: true } }, overrides: [] },
    options: { showHeader: true },
    transformations: [
      { id: 'merge', options: {} },
      {
        id: 'organize',
        options: {
          excludeByName: { Time: true },
          indexByName: Object.fromEntries(Object.keys(columns).map((name, at) => [name, at])),
          renameByName: columns,
        },
      },
    ],
  };
};

const base = (type: string, { title, description, at, queries }: Omit<Given, 'unit'>) => ({
  type,
  title,
  description,
  datasource: SOURCE,
  gridPos: gridPos(at),
  targets: Object.entries(queries).map(([legendFormat, expr], index) => ({
    refId: String.fromCharCode('A'.charCodeAt(0) + index),
    datasource: SOURCE,
    expr,
    legendFormat,
    range: true,
    instant: false,
  })),
});

const REDUCED = { reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false } };

const gridPos = ([x, y, w, h]: Place) => ({ x, y, w, h });

const thresholds = ([first, ...above]: Steps) => ({
  color: { mode: 'thresholds' },
  thresholds: {
    mode: 'absolute',
    steps: [{ color: first, value: null }, ...above.map(([value, color]) => ({ color, value }))],
  },
});
