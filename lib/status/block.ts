import type { Chain } from '../alerts/watchdog/chain.ts';
import type { VolumeMetrics } from '../capacity/outlook.ts';
import type { ComponentName } from '../objects/components.ts';
import type { Retention } from '../objects/retention.ts';
import type { Part } from '../versions/monitoring.ts';
import type { Claim } from '../volumes/claim.ts';
import type { Command } from '../words/finding.ts';

/** The observed state of the monitoring building block, the input of the checks (§1, §8). */
export interface Block {
  /** The namespace that was read; undefined: all. */
  namespace: string | undefined;
  workloads: Workload[];
  instances: InstanceState[];
  volumes: VolumeState[];
  /** The chain of the watchdog alert, in each namespace with a metrics server or an alert manager (§1). */
  watchdog: Chain[];
  /** Number of nodes in the cluster; undefined if it could not be read. */
  nodes: number | undefined;
  /** A known problem of upgrades on this server. */
  upgradeIssue: string | undefined;
  /** What could not be read. */
  unread: Unread[];
}

/** A part of the block with its own Deployment, DaemonSet or StatefulSet. */
export interface Workload {
  part: Part;
  kind: 'Deployment' | 'DaemonSet' | 'StatefulSet';
  namespace: string;
  name: string;
  /** From its image; null if the image does not contain it. */
  version: string | null;
  /** Desired replicas; for a DaemonSet, the nodes that it should run on. */
  wanted: number;
  ready: number;
  troubles: PodTrouble[];
  /** What manages it: `Flux HelmRelease "flux-system/monitoring"`; null if unknown. */
  source: string | null;
  /** For an operator: the namespaces that it manages; empty: all. */
  scope: string[];
  /** For the dashboard UI: the claim that its pods share; undefined without one. */
  claim?: string;
  /** For the dashboard UI: whether each pod has its own claim, as in a StatefulSet. */
  ownClaims?: boolean;
  /**
   * For cluster-state metrics: whether its replicas split the objects among themselves (`--total-shards` above 1, or `--pod` and
   * `--pod-namespace` for automatic sharding in a StatefulSet).
   */
  sharded?: boolean;
}

export interface InstanceState {
  component: ComponentName;
  /** `Prometheus`. */
  kind: string;
  namespace: string;
  name: string;
  /** Those of its pods; several during an upgrade. */
  versions: string[];
  /** Desired pods: replicas times shards; for a DaemonSet, the nodes that it should run on. */
  wanted: number;
  /** Whether it runs as a DaemonSet, as an agent may. */
  daemon?: true;
  /** Undefined if neither its pods nor its resource show it. */
  ready: number | undefined;
  troubles: PodTrouble[];
  source: string | null;
  paused: boolean;
  /** The operator's message if it could not reconcile it. */
  complaint: string | undefined;
  /** As written (`30d`, `40GB`). */
  retention: Retention;
  /** Size in its claim template; undefined without one. */
  size: string | undefined;
  resize: UnfinishedResize | 'unreadable' | undefined;
}

export interface UnfinishedResize {
  goal: 'resize' | 'undo';
  size: string;
  mode: 'offline' | 'online';
  /** RFC 3339. */
  started: string;
  /** Whether it was started with --retain-volumes, which resuming it needs again. */
  retain?: boolean;
}

/** A pod that is not ready, and why. */
export interface PodTrouble {
  pod: string;
  /** `CrashLoopBackOff: back-off 5m0s restarting failed container=prometheus`. */
  reason: string;
  /** If the pod does not exist: the object that should create it. */
  maker?: { kind: string; name: string };
}

export interface VolumeState {
  namespace: string;
  claim: Claim;
  owner: { component: ComponentName | 'ui'; kind: string; name: string };
  /** Size in its claim template; undefined without one. */
  templateSize: string | undefined;
  /** Whether its replica was scaled down. */
  orphaned: boolean;
  /** The retentionSize that its pod runs with; null: none; undefined: unknown. */
  retentionSize?: string | null | undefined;
  /** Undefined if no metrics server could be queried. */
  metrics: VolumeMetrics | undefined;
}

export interface Unread {
  /** `nodes`; `metrics` if no metrics server could be queried. */
  what: string;
  namespace?: string;
  reason: string;
  /** The command that shows more. */
  next?: Command;
  /** Parts that may exist unseen, so are not reported as missing. */
  hides?: readonly (Part | ComponentName)[];
}

/** Names of the parts of the block (§8). */
export const PARTS: Record<Part | ComponentName, string> = {
  operator: 'operator',
  metrics: 'metrics server',
  agent: 'metrics agent',
  alerts: 'alert manager',
  ruler: 'ruler',
  ui: 'dashboard UI',
  'cluster-state': 'cluster-state metrics',
  'node-exporter': 'node exporter',
};

/** The required parts of the block (§8): all but the ruler and agents. */
export const DOCUMENTED = ['operator', 'metrics', 'alerts', 'ui', 'cluster-state', 'node-exporter'] as const;

/** Keys of the dashboard UI in the chart's values (§8). */
export const UI_VALUES = {
  replicas: 'grafana.replicas',
  persistence: 'grafana.persistence.enabled',
  size: 'grafana.persistence.size',
} as const;
