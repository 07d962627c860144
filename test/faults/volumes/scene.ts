import type { MonitoringStage } from '../../support/monitoring-stage.ts';
import type * as faults from '../scene.ts';
import type { VolumeProcedure } from './procedures.ts';
import type { State } from './state.ts';

/** One case while it is played: a Prometheus with volumes, and what has happened to it. */
export interface VolumeScene extends faults.Scene {
  procedure: VolumeProcedure;
  stage: MonitoringStage;
  /** How it was when the case began. */
  before: State;
  /** What the command is to grow the volumes to. */
  size: string;
  /** What another run grows them to: between the size that they have and the one that they are to get. */
  other: string;
  /** Whether the namespace is not what it was, so that no other case can be played in it. */
  isSpent: boolean;
}
