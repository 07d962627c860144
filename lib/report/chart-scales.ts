import { bytesText } from '../objects/quantity.ts';
import { DAY } from '../objects/retention.ts';

/** The size of a chart, and where its plot is. Its units are half a pixel at a width of 480; coordinates are whole. */
export const WIDTH = 960;
export const HEIGHT = 476;
export const PLOT = { left: 124, right: 940, top: 90, bottom: 420 };

/** The height of a text, and the width of a character, at most: on narrow screens. */
export const TEXT = 32;
const CHARACTER = 19;

/** The most that a text is wide. */
export const widthOf = (text: string): number => CHARACTER * text.length;

/** Where a value is on an axis. */
export type Scale = (value: number) => number;

export interface Tick {
  at: number;
  text: string;
}

/** A scale that keeps every value within its ends. */
export function scaleOf([first, last]: [number, number], [start, end]: [number, number]): Scale {
  return (value) => {
    const share = (value - first) / (last - first);
    return Math.round(start + Math.min(1, Math.max(0, share)) * (end - start));
  };
}

/** Round amounts from 0 up to `top` bytes, at most six. */
export function amountTicks(top: number): Tick[] {
  const unit = 1024 ** Math.min(Math.floor(Math.log2(Math.max(top, 1)) / 10), 5);
  const step = unit * (AMOUNTS.find((one) => top / unit / one <= 5) ?? top / unit);
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => ({
    at: index * step,
    text: bytesText(index * step),
  }));
}

/** Quarters and halves of a unit are whole in the unit below. */
const AMOUNTS = [0.25, 0.5, 1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1_000, 2_000];

/** Round times from `from` to `to` (seconds since the epoch, UTC), as many as their labels have room for. */
export function timeTicks(from: number, to: number): Tick[] {
  const perSecond = (PLOT.right - PLOT.left) / (to - from);
  const isRoomy = (step: number): boolean => step * perSecond >= widthOf(timeText(0, step)) + TEXT;
  const step = TIMES.find(isRoomy);
  if (step === undefined) return [];
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, index) => {
    const at = (first + index) * step;
    return { at, text: timeText(at, step) };
  });
}

const timeText = (at: number, step: number): string => (step < DAY ? minuteText(at) : dateText(at));

/** `2026-12-26`. */
export const dateText = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** `2026-12-26 06:00`. */
const minuteText = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');

const TIMES = [60, 300, 900, 3_600, 10_800, 21_600, 43_200].concat(
  [1, 2, 3, 5, 7, 10, 14, 21, 28, 42, 56, 91, 182, 365, 730, 1_825, 3_650, 18_250, 36_500].map(
    (days) => days * DAY,
  ),
);
