/** Something that replicas of an Alertmanager have, each its own copy. */
export interface Replicated<T> {
  /** Names of the replicas that have it. */
  replicas: string[];
  copies: readonly [T, ...T[]];
}

/** Puts together what replicas have of the same key, in the order in which it first appears. */
export function replicated<T>(
  answers: readonly { replica: { name: string }; value: readonly T[] }[],
  keyOf: (item: T) => string,
): Replicated<T>[] {
  const found = new Map<string, { replicas: Set<string>; copies: [T, ...T[]] }>();
  for (const { replica, value } of answers)
    for (const item of value) {
      const known = found.get(keyOf(item));
      if (known) {
        known.replicas.add(replica.name);
        known.copies.push(item);
      } else found.set(keyOf(item), { replicas: new Set([replica.name]), copies: [item] });
    }
  return [...found.values()].map(({ replicas, copies }) => ({ replicas: [...replicas], copies }));
}
