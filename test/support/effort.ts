import assert from 'node:assert/strict';

/** Less is not told from noise, in microseconds. */
const NOISE = 50_000;

/**
 * Fails unless eight times as much text takes time in proportion: at most three times that, where its square is eight times
 * that. Only the CPU time of this thread counts, the least of three runs, so it does not matter what else the machine does.
 */
export function assertLinear<T>(
  textOf: (count: number) => T,
  read: (text: T) => unknown,
  count: number,
): void {
  const [little, much] = [textOf(count), textOf(8 * count)];
  // Compiled before it is measured.
  read(little);
  const [small, large] = [effortOf(() => read(little)), effortOf(() => read(much))];
  assert.ok(large < Math.max(24 * small, NOISE), `${small} µs, then ${large} µs`);
}

const effortOf = (run: () => unknown): number =>
  Math.min(
    ...Array.from({ length: 3 }, () => {
      const before = process.threadCpuUsage();
      run();
      const { user, system } = process.threadCpuUsage(before);
      return user + system;
    }),
  );
