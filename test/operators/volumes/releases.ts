import type { Claim } from './objects.ts';

/** Which claims need not wait any longer for slow work or a cooldown to be over. */
export interface Releases {
  /** Releases one claim, a namespace's claims, or all of them, at this moment and later on. */
  add(namespace?: string, claim?: string): void;
  /** Whether the claim is released. The first time that a resize under way is asked for, its own time begins to run. */
  has(claim: Claim): boolean;
  /** Lets no time run any longer. */
  stop(): void;
}

/**
 * @param after milliseconds that a resize takes to be released by itself; it never is when absent
 * @param changed called when something was released
 */
export function trackReleases(after: number | undefined, changed: () => void): Releases {
  const added: { namespace?: string | undefined; claim?: string | undefined }[] = [];
  const timers = new Map<string, NodeJS.Timeout>();
  const over = new Set<string>();

  function isOver({ metadata: { uid }, status }: Claim): boolean {
    if (status.allocatedResourceStatuses?.storage !== 'ControllerResizeInProgress') return false;
    const resize = `${uid} ${status.allocatedResources?.storage}`;
    if (after !== undefined && !timers.has(resize)) {
      const end = () => {
        over.add(resize);
        changed();
      };
      timers.set(resize, setTimeout(end, after));
    }
    return over.has(resize);
  }

  return {
    add(namespace, claim) {
      added.push({ namespace, claim });
      changed();
    },
    has: (claim) => added.some((release) => includes(release, claim)) || isOver(claim),
    stop() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

const includes = (
  release: { namespace?: string | undefined; claim?: string | undefined },
  { metadata }: Claim,
) =>
  (release.namespace ?? metadata.namespace) === metadata.namespace &&
  (release.claim ?? metadata.name) === metadata.name;
