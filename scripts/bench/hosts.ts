import { fleet } from './fleet.ts';
import { LIST_ROWS, lists } from './list.ts';
import type { Row } from './measure.ts';
import { repairLatency } from './repair-latency.ts';

/** Rows that are measured on one ground, by their names. */
interface Part {
  rows: readonly string[];
  /** @param rows those of its rows that are wanted. */
  run(runs: number, rows: readonly string[]): Promise<Row[]>;
}

const PARTS: Part[] = [
  { rows: LIST_ROWS, run: lists },
  { rows: ['repair-latency'], run: async (runs) => [await repairLatency(runs)] },
  { rows: ['fleet'], run: async () => [await fleet()] },
];

/**
 * What hosts cost where the network or their number is what costs.
 *
 * @param only the one row that is wanted; all when absent.
 */
export async function hosts(runs: number, only?: string): Promise<Row[]> {
  const found: Row[] = [];
  for (const { rows, run } of PARTS) {
    const wanted = rows.filter((row) => only === undefined || row === only);
    if (wanted.length > 0) found.push(...(await run(runs, wanted)));
  }
  return found;
}

export const HOST_ROWS = PARTS.flatMap(({ rows }) => rows);
