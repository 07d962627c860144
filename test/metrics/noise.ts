/**
 * Deterministic noise: a number between -1 and 1 for a name and a time in seconds since the epoch.
 */
export function noise(name: string, at: number): number {
  let hash = 0x811c9dc5;
  for (const character of `${name}@${at}`)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 31 - 1;
}

/** The elapsed share of a period, from 0 to 1: a sawtooth. */
export const tooth = (at: number, period: number): number => (at % period) / period;

/** From -1 to 1 and back in the course of a day. */
export const dayWave = (at: number): number => Math.sin((2 * Math.PI * at) / 86_400);

/** A counter from its start. */
export interface Rate {
  /** On average. */
  perSecond: number;
  from: number;
  /** Daily variation as a share of the average, below 1: more at noon, less at midnight. */
  swing: number;
}

/** The value of the counter; never decreases. */
export const counted = ({ perSecond, from, swing }: Rate, at: number): number =>
  perSecond * (at - from - swing * (86_400 / (2 * Math.PI)) * (dayWave(at) - dayWave(from)));
