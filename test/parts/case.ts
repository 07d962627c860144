import type { MonitoringOptions } from '../support/monitoring.ts';
import type { MonitoringStage } from '../support/monitoring-stage.ts';

/** A promise of the parts, in plain HTTP: it holds for the real ones and for their stand-ins. */
export interface Case {
  name: string;
  /** @param open puts components in a namespace of the case's own. */
  run(open: (options?: MonitoringOptions) => Promise<MonitoringStage>): Promise<void>;
}
