import type { Unit } from '../amount.ts';
import { SERIES_COLORS } from '../colors.ts';
import { type Frame, legendOf } from '../frames.ts';
import type { PanelView } from '../panel.ts';
import { unitOf } from '../units.ts';

/** How a series of a panel is shown. */
export interface ShownSeries {
  name: string;
  unit: Unit;
  /** Undefined if the definition gives it none. */
  color: string | undefined;
  /** The color of its place among the others. */
  usualColor: string;
}

/** The name, unit and color of a series, with the overrides of the panel. */
export function shownSeries(view: PanelView, frame: Frame, at: number): ShownSeries {
  const { refId } = frame;
  const legend = legendOf(view.queries.find((query) => query.refId === refId)?.legend, frame);
  const { name = legend, unit = view.unit, decimals = view.decimals, color } = view.overrides(legend, refId);
  const usualColor = SERIES_COLORS[at % SERIES_COLORS.length] ?? SERIES_COLORS[0];
  return { name, unit: unitOf(unit, decimals), color, usualColor };
}
