/** Seconds since the epoch, and bytes used. */
export type Point = [at: number, used: number];

/** A line with autocorrelated noise: one point per 90 minutes, deterministic by seed. */
export function noisyLine({
  seed,
  slope,
  points,
  alike,
  noise,
}: {
  seed: number;
  /** Bytes per day. */
  slope: number;
  points: number;
  /** Lag-1 autocorrelation, from 0 to 1. */
  alike: number;
  /** Standard deviation, in bytes. */
  noise: number;
}): Point[] {
  const random = randomOf(seed);
  let deviation = noise * normal(random);
  return Array.from({ length: points }, (_, index) => {
    deviation = alike * deviation + Math.sqrt(1 - alike ** 2) * noise * normal(random);
    return [1_767_225_600 + index * 5_400, 1e9 + (slope * index * 5_400) / 86_400 + deviation];
  });
}

/** Numbers from 0 to 1 by mulberry32. */
function randomOf(seed: number): () => number {
  let state = (seed + 1) * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A standard normal number from two uniform ones (Box and Muller). */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
