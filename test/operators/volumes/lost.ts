import type { Volume } from './objects.ts';

/** The claims whose volumes were deleted with their data. */
export interface Lost {
  /** `namespace/name` of each. */
  names: readonly string[];
  /** Their uids, in the same order. */
  uids: readonly string[];
  /** Told of all volumes that there are, and of those that are deleted now. */
  seen(present: readonly Volume[], deleted: readonly Volume[]): void;
}

/** Counts a volume once: when its deletion is decided on, or when it is gone without that. */
export function trackLost(): Lost {
  const names: string[] = [];
  const uids: string[] = [];
  let known = new Map<string, Volume>();
  return {
    names,
    uids,
    seen(present, deleted) {
      const there = new Map(present.map((volume) => [volume.metadata.name, volume]));
      const gone = [...known.values()].filter(({ metadata }) => !there.has(metadata.name));
      known = there;
      for (const { spec } of [...deleted, ...gone]) {
        const { namespace, name, uid } = spec.claimRef ?? {};
        if (uid === undefined || uids.includes(uid)) continue;
        uids.push(uid);
        names.push(`${namespace}/${name}`);
      }
    },
  };
}
