import type { Row } from './measure.ts';
import { repairLatency } from './repair-latency.ts';

/** What hosts cost where the network or their number is what costs. */
export const hosts = async (runs: number): Promise<Row[]> => [await repairLatency(runs)];
