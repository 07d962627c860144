import leven from 'leven';

/** Changed, missing or extra letters that a slip is made of at most, as kubectl has it; two in exchanged places are two. */
const SLIP = 2;

/** Those of `among` that `word` may have been meant as, the nearest first: a slip away, or begun like it. */
export function nearMisses(word: string, among: readonly string[]): string[] {
  const typed = word.toLowerCase();
  return among
    .map((candidate) => ({
      candidate,
      distance: leven(typed, candidate.toLowerCase(), { maxDistance: SLIP + 1 }),
    }))
    .filter(
      ({ candidate, distance }) =>
        // Two words of two letters are a slip apart even when they share none.
        (distance <= SLIP && distance < Math.max(typed.length, candidate.length)) ||
        (typed !== '' && candidate.toLowerCase().startsWith(typed)),
    )
    .toSorted((one, other) => one.distance - other.distance)
    .map(({ candidate }) => candidate);
}
