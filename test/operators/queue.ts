/** Keys to work on, each by one worker at a time; one that is added while it is worked on is worked on once more. */
export interface WorkQueue {
  /** Has the key worked on as soon as a worker is free, and forgets when it was to be looked at again. */
  add(key: string): void;
  /** Drops the key: neither a waiting turn nor a timer of it comes any more. */
  forget(key: string): void;
  /** Resolves as soon as no key waits, is worked on, or is due within less than the quiet time. */
  settled(): Promise<void>;
  /** Ends the queue; resolves when no worker is at work any more. */
  stop(): Promise<void>;
}

export interface WorkQueueOptions {
  workers: number;
  /** A key that is due again only after this many milliseconds, or not at all, counts as settled. */
  quiet: number;
}

/** @param work gives the milliseconds after which the key is due again, or undefined. It must not throw. */
export function workQueue(
  work: (key: string) => Promise<number | undefined>,
  { workers, quiet }: WorkQueueOptions,
): WorkQueue {
  const waiting = new Set<string>();
  const working = new Map<string, Promise<void>>();
  const timers = new Map<string, NodeJS.Timeout>();
  const restless = new Set<string>();
  const watchers = new Set<() => void>();
  let stopped = false;

  function add(key: string): void {
    if (stopped) return;
    clearTimeout(timers.get(key));
    timers.delete(key);
    restless.add(key);
    waiting.add(key);
    pump();
  }

  function pump(): void {
    for (const key of waiting) {
      if (working.size >= workers) return;
      if (working.has(key)) continue;
      waiting.delete(key);
      working.set(key, turn(key));
    }
  }

  async function turn(key: string): Promise<void> {
    const after = await work(key);
    working.delete(key);
    if (!stopped && !waiting.has(key)) {
      if (after === undefined || after >= quiet) restless.delete(key);
      if (after !== undefined) timers.set(key, setTimeout(add, Math.min(after, MAX_DELAY), key));
    }
    pump();
    tell();
  }

  function tell(): void {
    if (restless.size > 0 && !stopped) return;
    for (const watcher of watchers) watcher();
    watchers.clear();
  }

  return {
    add,
    forget(key) {
      clearTimeout(timers.get(key));
      timers.delete(key);
      waiting.delete(key);
      restless.delete(key);
      tell();
    },
    settled: () =>
      restless.size === 0 || stopped
        ? Promise.resolve()
        : new Promise((resolve) => watchers.add(() => resolve())),
    async stop() {
      stopped = true;
      waiting.clear();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(working.values());
      tell();
    },
  };
}

/** Longest delay that a timer takes, in milliseconds. */
const MAX_DELAY = 2 ** 31 - 1;
