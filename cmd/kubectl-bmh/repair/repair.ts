import type { RepairOptions } from '../../../lib/hosts/decide.ts';
import type { Run } from '../shared/report.ts';
import type { RepairValues } from './flags.ts';

/** One call of `repair`. */
export interface Repair extends Run {
  values: RepairValues;
  options: RepairOptions;
  /** How long to wait for the operator, in milliseconds. */
  timeout: number;
  /** How long the host must stay healthy, in milliseconds; 0: healthy once is enough. */
  stableFor: number;
}
