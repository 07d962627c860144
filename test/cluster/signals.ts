/**
 * Aborts at the first signal that asks this program to end, instead of ending it there and then. `release` puts the
 * system's own behaviour back.
 */
export function endingSignals(): { signal: AbortSignal; release(): void } {
  const ending = new AbortController();
  const end = () => ending.abort();
  const names: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const name of names) process.on(name, end);
  return {
    signal: ending.signal,
    release: () => {
      for (const name of names) process.off(name, end);
    },
  };
}
