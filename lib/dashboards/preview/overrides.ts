import { placed } from '../../lint/placed.ts';
import { fieldsOf } from '../../objects/fields.ts';
import { colorOf } from './colors.ts';
import { patternOf } from './pattern.ts';

/** What is different for one series or column of a panel. */
export interface Override {
  unit?: string;
  decimals?: number;
  /** What it is called. */
  name?: string;
  color?: string;
}

/** What is different for a series or column of this name, or of this query. */
export type Overrides = (name: string, refId?: string) => Override;

/** The overrides of `fieldConfig.overrides` by name, pattern and query. Later ones win, as in the UI. */
export function overridesOf(list: unknown): Overrides {
  const all = placed(list, []).map(({ fields: { matcher, properties } }) => ({
    isFor: matcherOf(fieldsOf(matcher) ?? {}),
    override: Object.assign(
      {},
      ...placed(properties, []).map(({ fields }) => propertyOf(fields)),
    ) as Override,
  }));
  return (name, refId) =>
    Object.assign({}, ...all.flatMap(({ isFor, override }) => (isFor(name, refId) ? [override] : [])));
}

function matcherOf({ id, options }: Record<string, unknown>): (name: string, refId?: string) => boolean {
  if (typeof options !== 'string') return () => false;
  if (id === 'byName') return (name) => name === options;
  if (id === 'byFrameRefID') return (_, refId) => refId === options;
  const pattern = id === 'byRegexp' ? patternOf(options) : undefined;
  return (name) => pattern?.matcher(name).find() === true;
}

function propertyOf({ id, value }: Record<string, unknown>): Override {
  if (id === 'unit' && typeof value === 'string') return { unit: value };
  if (id === 'decimals' && typeof value === 'number') return { decimals: value };
  if (id === 'displayName' && typeof value === 'string' && value !== '') return { name: value };
  const { fixedColor } = (id === 'color' && fieldsOf(value)) || {};
  return typeof fixedColor === 'string' ? { color: colorOf(fixedColor) } : {};
}
