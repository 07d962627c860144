import type { Point } from '../../metrics/query.ts';
import { fieldsOf, textOf } from '../../objects/fields.ts';

/** A series that a query gave. Values may be negative, infinite or not a number. */
export interface Frame {
  refId: string;
  labels: Record<string, string>;
  points: Point[];
}

/** What a panel is drawn with. */
export interface PanelData {
  frames: Frame[];
  /** Series that were left out, since there are too many. */
  omitted: number;
  /** What went wrong, one sentence for each query. */
  faults: string[];
}

/** The series in the `data` of an answer: a vector, a matrix or a scalar. */
export function framesIn(data: unknown, refId: string): Frame[] {
  const { resultType, result } = fieldsOf(data) ?? {};
  if (!Array.isArray(result)) return [];
  if (resultType === 'scalar') return [{ refId, labels: {}, points: pointsIn([result]) }];
  return result.flatMap((one: unknown) => {
    const { metric, value, values } = fieldsOf(one) ?? {};
    const points = pointsIn(Array.isArray(values) ? values : [value]);
    return points.length > 0 ? [{ refId, labels: labelsIn(metric), points }] : [];
  });
}

const labelsIn = (metric: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(fieldsOf(metric) ?? {}).map(([name, value]) => [name, textOf(value)]));

const pointsIn = (values: readonly unknown[]): Point[] =>
  values.flatMap((value): Point[] => {
    if (!Array.isArray(value) || value.length !== 2 || typeof value[0] !== 'number') return [];
    return [[value[0], numberIn(textOf(value[1]))]];
  });

const numberIn = (text: string): number =>
  text === '+Inf' ? Number.POSITIVE_INFINITY : text === '-Inf' ? Number.NEGATIVE_INFINITY : Number(text);

/** What a series is called: its legend with its labels (`{{instance}}`), or all its labels. */
export function legendOf(
  legend: string | undefined,
  { labels, refId }: Pick<Frame, 'labels' | 'refId'>,
): string {
  if (legend !== undefined && legend !== '__auto')
    return legend.replace(/\{\{\s*([^{}\s]+)\s*\}\}/g, (_, label: string) =>
      Object.hasOwn(labels, label) ? (labels[label] ?? '') : '',
    );
  const { __name__: name = '', ...rest } = labels;
  const texts = Object.entries(rest).map(([label, value]) => `${label}="${value}"`);
  return texts.length > 0 ? `${name}{${texts.join(', ')}}` : name || `Query ${refId}`;
}
