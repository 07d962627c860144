import leven from 'leven';

/** The most letters that may be changed, missing or extra in a typo, as in kubectl. Two swapped letters count as two. */
const MOST = 2;

/** The candidates that `word` was probably meant to be, nearest first: at most a typo away, or starting with it. */
export function nearMisses(word: string, among: readonly string[]): string[] {
  const typed = word.toLowerCase();
  return among
    .map((candidate) => ({
      candidate,
      distance: leven(typed, candidate.toLowerCase(), { maxDistance: MOST + 1 }),
    }))
    .filter(
      ({ candidate, distance }) =>
        // Any two words of two letters are within this distance, even without a letter in common.
        (distance <= MOST && distance < Math.max(typed.length, candidate.length)) ||
        (typed !== '' && candidate.toLowerCase().startsWith(typed)),
    )
    .toSorted((one, other) => one.distance - other.distance)
    .map(({ candidate }) => candidate);
}
