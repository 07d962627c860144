/** What is known of a map of values, or of each map in a list. */
export interface Level {
  /** The keys that templates read there, each with its letters (see `lettersOf`); without, if it is never suggested. */
  keys: ReadonlyMap<string, string>;
  /** What is known of their values. Those of other keys may hold anything. */
  below: ReadonlyMap<string, Level>;
  /** Keys that people write here by mistake, and the right ones, as paths from here. `..` is the map above. */
  right: ReadonlyMap<string, readonly string[]>;
}

/** What a key has in common with other spellings of it, such as `kube-state-metrics` and `kubeStateMetrics`. */
export const lettersOf = (key: string): string => key.toLowerCase().replace(/[-_]/g, '');

interface More {
  below?: Record<string, Level>;
  /** Keys of other places, by place: `{ '../config': 'route receivers' }`. The first place that has a key wins. */
  places?: Record<string, string>;
  /** What other charts call a key: `{ storageClass: 'storageClassName' }`. */
  renamed?: Record<string, string>;
  /** Keys that are known, but common words as well, so that nothing else is taken for a misspelling of them. */
  unsuggested?: readonly string[];
}

/** A level with the keys in a text, with spaces between them, and those of `below`. */
export function level(keys: string, more: More = {}): Level {
  const { below = {}, places = {}, renamed = {}, unsuggested = [] } = more;
  const known = new Map([...wordsOf(keys), ...Object.keys(below)].map((key) => [key, lettersOf(key)]));
  for (const key of unsuggested) known.set(key, '');
  const right = new Map<string, readonly string[]>(
    Object.entries(renamed).map(([key, name]) => [key, [name]]),
  );
  for (const [place, others] of Object.entries(places))
    for (const key of wordsOf(others))
      if (!known.has(key) && !right.has(key)) right.set(key, [...place.split('/'), key]);
  return { keys: known, below: new Map(Object.entries(below)), right };
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** A level whose maps have lists of such maps under a key. */
export function nested(key: string, some: Level): Level {
  const below = new Map(some.below);
  const result = { ...some, below };
  below.set(key, result);
  return result;
}
