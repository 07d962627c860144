import { PATIENCE } from '../support/patience.ts';

/** Up to which version the operator has dealt with each host. */
export interface Progress {
  /** Notes that a host was dealt with as it was at this `resourceVersion`. */
  reached(key: string, version: string | undefined): void;
  /** Resolves when a host has been dealt with as it was at this version or later; rejects after `PATIENCE`. */
  until(key: string, version: string): Promise<void>;
}

/** Versions are compared by their order, which servers do not promise but all keep. */
export function trackProgress(): Progress {
  const versions = new Map<string, number>();
  const waiting = new Set<() => void>();
  const isThere = (key: string, version: string) => (versions.get(key) ?? 0) >= Number(version);
  return {
    reached(key, version = '0') {
      versions.set(key, Math.max(versions.get(key) ?? 0, Number(version)));
      for (const snapshot of [...waiting]) snapshot();
    },
    until: (key, version) =>
      new Promise((resolve, reject) => {
        const end = (settle: () => void) => {
          clearTimeout(timer);
          waiting.delete(look);
          settle();
        };
        const look = () => isThere(key, version) && end(resolve);
        const late = () =>
          reject(new Error(`${key}: the operator came to ${versions.get(key)}, not to ${version}`));
        const timer = setTimeout(() => end(late), PATIENCE);
        waiting.add(look);
        look();
      }),
  };
}
