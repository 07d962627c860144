import type { Fault } from '../check.ts';

/** Advice is given once for a dashboard: the first fault says how many more there are. */
export function once(faults: readonly Fault[]): Fault[] {
  const [first, ...more] = faults;
  if (!first) return [];
  const rest = more.length === 0 ? '' : `, and ${more.length} more like it`;
  return [{ ...first, message: first.message + rest }];
}
