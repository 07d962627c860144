import type { Labels } from '../../../../lib/alerts/alert-facts.ts';
import type { Target } from '../../../../lib/alerts/target.ts';
import type { Host } from '../../../../lib/cli/command.ts';
import type { Running } from '../../../../lib/cluster/alerts/read-running.ts';
import type { Alerts } from '../shared/with-manager.ts';
import type { AlertTestValues } from './flags.ts';
import type { Readings } from './follow.ts';

/** One call, from when it is known where the alert goes. */
export interface Run {
  alerts: Alerts;
  host: Host;
  values: AlertTestValues;
  running: Running;
  labels: Labels;
  targets: readonly Target[];
  /** In milliseconds. */
  patience: number;
  /** What the replicas showed before the alert was sent. */
  before: Readings;
}
