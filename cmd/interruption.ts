/** A signal that aborts `delay` milliseconds after `interrupted` does. */
export function afterInterruption(
  interrupted: AbortSignal,
  delay: number,
): { signal: AbortSignal; clear(): void } {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const start = (): void => {
    timer = setTimeout(() => controller.abort(), delay);
  };
  if (interrupted.aborted) start();
  else interrupted.addEventListener('abort', start, { once: true });
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
      interrupted.removeEventListener('abort', start);
    },
  };
}
