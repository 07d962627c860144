import type { RecordingName } from './recordings.ts';

/** A Prometheus and its Alertmanager: their ports on loopback, at which they speak plain HTTP. */
export interface MetricsServers {
  prometheus: number;
  alertmanager: number;
  /** Ends both; what they had on disk is gone then. */
  stop(): Promise<void>;
}

export interface MetricsOptions {
  /** Where the monitoring building block is, of which they tell. */
  namespace: string;
  /** What Prometheus has seen; `steady` when absent. */
  recording?: RecordingName;
  /** Whether Prometheus has the rule of the watchdog, and Alertmanager its alert; `fires` when absent. */
  watchdog?: 'fires' | 'silent';
}
