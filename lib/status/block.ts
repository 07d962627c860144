import type { VolumeMetrics } from '../capacity/outlook.ts';
import type { ComponentName } from '../objects/components.ts';
import type { Retention } from '../objects/retention.ts';
import type { Part } from '../versions/monitoring.ts';
import type { Claim } from '../volumes/claim.ts';

/** The monitoring building block as it was read: what its checks judge (§1, §8). */
export interface Block {
  /** The namespace that was looked into; undefined: all of them. */
  namespace: string | undefined;
  workloads: Workload[];
  instances: InstanceState[];
  volumes: VolumeState[];
  /** How many nodes the cluster has; undefined where that could not be read. */
  nodes: number | undefined;
  /** What speaks against an upgrade of the block on this server; undefined: nothing. */
  upgradeIssue: string | undefined;
  /** What could not be read, so that nobody can judge by it. */
  unread: Unread[];
}

/** A part of the block that runs from a Deployment, a DaemonSet or a StatefulSet of its own. */
export interface Workload {
  part: Part;
  kind: 'Deployment' | 'DaemonSet' | 'StatefulSet';
  namespace: string;
  name: string;
  /** As its image says it; null where that does not. */
  version: string | null;
  /** Replicas asked for; of a DaemonSet, the nodes that it is to run on. */
  wanted: number;
  ready: number;
  /** Its pods that are not ready. */
  troubles: PodTrouble[];
  /** What manages it, in words: `Flux HelmRelease "flux-system/monitoring"`; null where no mark says it. */
  source: string | null;
  /** Of an operator: the namespaces that it acts on; empty: all of them. */
  scope: string[];
  /** Of the dashboard UI: the claim that all its pods keep their data on; undefined where they share none. */
  claim?: string;
  /** Of the dashboard UI: whether each of its pods has claims of its own, as those of a StatefulSet have. */
  ownClaims?: boolean;
  /**
   * Of cluster-state metrics: whether its replicas share the objects among themselves (`--total-shards` of more than 1, or
   * `--pod` and `--pod-namespace`, which a StatefulSet shards itself by).
   */
  sharded?: boolean;
}

/** A metrics server, an alert manager, a ruler or an agent. */
export interface InstanceState {
  component: ComponentName;
  /** `Prometheus`. */
  kind: string;
  namespace: string;
  name: string;
  /** Those that its pods run; several in the middle of an upgrade. */
  versions: string[];
  /** Pods that there should be: replicas times shards; of a DaemonSet, the nodes that it is to run on. */
  wanted: number;
  /** Whether it runs as a DaemonSet, as an agent may. */
  daemon?: true;
  /** Undefined where neither its pods nor its resource could tell. */
  ready: number | undefined;
  troubles: PodTrouble[];
  source: string | null;
  /** Whether the operator is told to leave it alone. */
  paused: boolean;
  /** What the operator says of it where it is not content. */
  complaint: string | undefined;
  /** Time and size that a metrics server keeps data for, as written (`30d`, `40GB`). */
  retention: Retention;
  /** Size in its claim template; undefined: it keeps its data on no claim. */
  size: string | undefined;
  /** A resize of ours that has not come to its end. */
  resize: UnfinishedResize | 'unreadable' | undefined;
  /** Undefined for a ruler and an agent. */
  watchdog: Watchdog | undefined;
}

export interface UnfinishedResize {
  goal: 'resize' | 'undo';
  size: string;
  mode: 'documented' | 'online';
  /** RFC 3339. */
  started: string;
  /** Whether it holds the retention policy at Retain: only a run that is told so again goes on with it. */
  retain?: boolean;
}

/** A pod that is not ready, and why. */
export interface PodTrouble {
  pod: string;
  /** `CrashLoopBackOff: back-off 5m0s restarting failed container=prometheus`. */
  reason: string;
  /** Where the pod does not exist: what is to make it, which says why it does not. */
  maker?: { kind: string; name: string };
}

/** How far the watchdog alert comes at each replica (§1): a metrics server fires it, an alert manager has it. */
export interface Watchdog {
  /** Pods at which it is as it should be. */
  alive: string[];
  /** Pods that were asked and have it not, and what is wrong: `no such rule is loaded`. */
  silent: { pod: string; reason: string }[];
  /** Pods that could not be asked, and why. */
  unasked: { pod: string; reason: string }[];
}

/** A claim of an instance, or of the dashboard UI. */
export interface VolumeState {
  namespace: string;
  claim: Claim;
  /** The instance that it belongs to. */
  owner: { component: ComponentName | 'ui'; kind: string; name: string };
  /** Size in the template that it comes from; undefined where there is none. */
  templateSize: string | undefined;
  /** Whether no replica uses it any more. */
  leftover: boolean;
  /** The retentionSize that its pod runs with; null: none; undefined where that is not known. */
  retentionSize?: string | null | undefined;
  /** Undefined where no metrics server could be asked. */
  metrics: VolumeMetrics | undefined;
}

/** Something that could not be read. */
export interface Unread {
  /** `nodes`; `metrics` where no metrics server could be asked of volumes. */
  what: string;
  /** The namespace that it concerns, where it is about one. */
  namespace?: string;
  reason: string;
  /** Parts that may be there all the same, because this could not be read: nobody says of them that they are missing. */
  hides?: readonly (Part | ComponentName)[];
}

/** What the parts of the block are called, in the document's words (§8). */
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

/** Those that the document's block consists of (§8): all but the ruler and agents. */
export const DOCUMENTED = ['operator', 'metrics', 'alerts', 'ui', 'cluster-state', 'node-exporter'] as const;

/** Where a chart's values have what is to be said of the dashboard UI (§8), in the chart's own names. */
export const UI_VALUES = {
  replicas: 'grafana.replicas',
  persistence: 'grafana.persistence.enabled',
  size: 'grafana.persistence.size',
} as const;
