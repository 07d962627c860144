import { ageText } from '../words/age.ts';
import { textIn } from './read.ts';

/** A moment in ISO 8601 as milliseconds; undefined for anything else, and for a time without a zone. */
export const momentOf = (value: unknown): number | undefined => {
  const at = typeof value === 'string' && MOMENT.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
};

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;

/** `2026-01-02 03:04:05 UTC`; the text itself if it is no time. */
export function timeText(value: unknown): string {
  const at = momentOf(value);
  return at === undefined ? textIn(value) : `${dayOf(at)} ${clockOf(at)} UTC`;
}

/** The time of the day in UTC, and the day before it if that is not `day`. */
export function clockText(value: unknown, day: string): string {
  const at = momentOf(value);
  if (at === undefined) return textIn(value);
  return dayOf(at) === day ? clockOf(at) : `${dayOf(at)} ${clockOf(at)}`;
}

/** The day of a moment in UTC: `2026-01-02`. */
export const dayOf = (at: number): string => new Date(at).toISOString().split('T')[0] ?? '';

const clockOf = (at: number): string => new Date(at).toISOString().replace(/^[^T]*T|\..*$/g, '');

/** How long it is from one time to another: `2m13s`; empty if that is unknown. It agrees with the seconds that a page shows of both. */
export function durationText(from: unknown, to: unknown): string {
  const [start, end] = [momentOf(from), momentOf(to)];
  return start === undefined || end === undefined || end < start ? '' : ageText(shown(end) - shown(start));
}

/** A moment without what a clock does not show. */
const shown = (at: number): number => 1_000 * Math.floor(at / 1_000);
