import { type Fields, placed } from '../../lint/placed.ts';
import { fieldsOf, textOf } from '../../objects/fields.ts';
import { type Panel, targetsOf } from '../definition.ts';
import { isPromql, type SourceKinds } from '../lint/sources.ts';
import { type Overrides, overridesOf } from './overrides.ts';
import { formerThresholds, type Thresholds, thresholdsOf } from './thresholds.ts';

/** How a panel is drawn: with data, or as a box with its type. */
export type Drawing = 'chart' | 'stat' | 'gauge' | 'table' | 'box';

/** A panel as far as a preview shows it. */
export interface PanelView {
  drawing: Drawing;
  /** As the UI calls it: `timeseries`. */
  type: string;
  title: string;
  description: string;
  /** The variable for each of whose values the panel is repeated. */
  repeat: string | undefined;
  unit: string | undefined;
  decimals: number | undefined;
  min: number | undefined;
  max: number | undefined;
  /** What is shown where there is no value. */
  noValue: string | undefined;
  thresholds: Thresholds;
  mappings: unknown;
  overrides: Overrides;
  /** What one value is made of a series: `lastNotNull`. */
  calc: string;
  queries: Query[];
  chart: { isStacked: boolean; fill: number; style: 'line' | 'bars' | 'points'; hasThresholds: boolean };
  /** Changes of a table between its queries and what is shown. */
  transformations: Fields[];
  /** Of a text panel. */
  content: string | undefined;
}

/** A query of a panel. */
export interface Query {
  refId: string;
  /** PromQL with the UI's variables; undefined if it is in no language that a preview asks in. */
  expr: string | undefined;
  legend: string | undefined;
  /** Whether only the last moment is asked for. */
  isInstant: boolean;
  isHidden: boolean;
  /** The shortest step that its author allows: `1m`. */
  interval: string | undefined;
  /** Why it is not asked; undefined if it is. */
  unasked: string | undefined;
}

/** A panel of a definition. @param kinds what its data sources are. */
export function viewOf(panel: Panel, kinds: SourceKinds): PanelView {
  const { fields } = panel;
  const type =
    typeof fields.type === 'string' ? fields.type : fields.libraryPanel ? 'library panel' : 'panel';
  const options = fieldsOf(fields.options) ?? {};
  const { defaults, overrides } = fieldsOf(fields.fieldConfig) ?? {};
  const field = fieldsOf(defaults) ?? {};
  const drawing = DRAWINGS.get(type) ?? 'box';
  const reduced = listOf(fieldsOf(options.reduceOptions)?.calcs)[0];
  return {
    drawing: type === 'singlestat' && fieldsOf(fields.gauge)?.show === true ? 'gauge' : drawing,
    ...{ type, title: textOf(fields.title ?? ''), description: textOf(fields.description ?? '') },
    repeat: textIn(fields.repeat),
    unit: textIn(field.unit) ?? textIn(fields.format) ?? textIn(fieldsOf(listOf(fields.yaxes)[0])?.format),
    decimals: numberIn(field.decimals) ?? numberIn(fields.decimals),
    min: numberIn(field.min) ?? numberIn(fieldsOf(fields.gauge)?.minValue),
    max: numberIn(field.max) ?? numberIn(fieldsOf(fields.gauge)?.maxValue),
    noValue: textIn(field.noValue),
    thresholds:
      typeof fields.thresholds === 'string'
        ? formerThresholds(fields.thresholds, fields.colors)
        : thresholdsOf(field.thresholds),
    mappings: field.mappings,
    overrides: overridesOf(overrides),
    calc: textIn(reduced) ?? textIn(fields.valueName) ?? 'lastNotNull',
    queries: queriesOf(panel, drawing, kinds),
    chart: chartOf(fields, fieldsOf(field.custom) ?? {}),
    transformations: placed(fields.transformations, []).map((one) => one.fields),
    content: type === 'text' ? textIn(options.content ?? fields.content) : undefined,
  };
}

const DRAWINGS = new Map<string, Drawing>([
  ['timeseries', 'chart'],
  ['graph', 'chart'],
  ['stat', 'stat'],
  ['singlestat', 'stat'],
  ['gauge', 'gauge'],
  ['table', 'table'],
  ['table-old', 'table'],
]);

function queriesOf(panel: Panel, drawing: Drawing, kinds: SourceKinds): Query[] {
  const interval = textIn(panel.fields.interval);
  return targetsOf(panel).map((target, at) => {
    const { fields } = target;
    const expr = textIn(fields.expr);
    const isInstant = fields.instant === true && fields.range !== true;
    return {
      refId: textIn(fields.refId) ?? String.fromCharCode(65 + (at % 26)),
      expr,
      legend: textIn(fields.legendFormat),
      isInstant: isInstant || (drawing === 'table' && fields.range !== true),
      isHidden: fields.hide === true,
      interval: textIn(fields.interval) ?? interval,
      unasked:
        expr === undefined
          ? 'it has no expression'
          : isPromql(target, panel, kinds)
            ? undefined
            : 'it is not PromQL',
    };
  });
}

function chartOf(fields: Record<string, unknown>, custom: Record<string, unknown>): PanelView['chart'] {
  const isFormer = fields.type === 'graph';
  const stacking = textIn(fieldsOf(custom.stacking)?.mode) ?? 'none';
  const style = isFormer
    ? fields.bars === true
      ? 'bars'
      : fields.lines === false
        ? 'points'
        : 'line'
    : custom.drawStyle;
  return {
    isStacked: isFormer ? fields.stack === true : stacking !== 'none',
    fill: isFormer ? (numberIn(fields.fill) ?? 1) / 10 : (numberIn(custom.fillOpacity) ?? 0) / 100,
    style: style === 'bars' || style === 'points' ? style : 'line',
    hasThresholds: (textIn(fieldsOf(custom.thresholdsStyle)?.mode) ?? 'off') !== 'off',
  };
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
