import { isWell } from '../subject.ts';
import type { VolumeResult } from './play.ts';

/** One line a procedure. */
export function lines(server: string, results: readonly VolumeResult[]): string[] {
  const counted = Map.groupBy(results, ({ of }) => of.procedure.name);
  return [...counted].map(([name, cases]) => `${server} ${name}: ${counts(cases)}`);
}

const counts = (results: readonly VolumeResult[]): string =>
  [
    `cases ${results.length}`,
    `converged ${results.filter(isWell).length}`,
    `volumes lost ${results.filter(({ lost }) => lost).length}`,
    `left changed ${results.filter(({ leftChanged }) => leftChanged).length}`,
  ].join(', ');
