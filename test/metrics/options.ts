import type { RecordingName } from './recordings.ts';

/** A Prometheus and its Alertmanager: their plain HTTP ports on loopback. */
export interface MetricsServers {
  prometheus: number;
  alertmanager: number;
  /** Stops both and removes their data. */
  stop(): Promise<void>;
}

export interface MetricsOptions {
  /** Namespace of the building block. */
  namespace: string;
  /** The recording; default: `steady`. */
  recording?: RecordingName;
  /** Whether the watchdog fires; default: `fires`. */
  watchdog?: 'fires' | 'silent';
}
