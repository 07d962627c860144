import type { Rules } from '../rules/check.ts';
import type { Path } from '../values/layers.ts';
import type { ChartVersion } from './chart-version.ts';
import type { OldWrite } from './old-apis.ts';

/** What is known of a building block that is to be upgraded. A part that is not known is undefined. */
export interface UpgradeFacts {
  /** The chart that runs; the oldest of several. */
  from: ChartVersion | undefined;
  to: ChartVersion;
  /** What keeps the chart in the cluster: `Flux HelmRelease "flux-system/monitoring"`. */
  source: string | undefined;
  /** The version of the API server as it says it (`v1.31.2+k3s1`). */
  kubernetes: string | undefined;
  programs: readonly Program[];
  crds: readonly Definition[] | undefined;
  rules: readonly RuleObject[] | undefined;
  dashboards: readonly Dashboard[] | undefined;
  /** What was last written by an API that Kubernetes removes. */
  oldWrites: readonly OldWrite[];
  /** Names of the PodSecurityPolicies of the chart. */
  policies: readonly string[];
  /** Seconds between two scrapes, of each Prometheus that says it. */
  scrapeIntervals: readonly number[];
  values: GivenValues | undefined;
}

/** A part of the block that runs, by the names of `scale` (§8). */
export interface Program {
  part: 'operator' | 'metrics' | 'agent' | 'alerts' | 'ruler' | 'ui' | 'cluster-state' | 'node-exporter';
  /** `prometheus`. */
  name: string;
  /** As its image or its resource has it; null if unknown. */
  version: string | null;
  /** `Prometheus monitoring-system/k8s`. */
  object: string;
}

/** A CustomResourceDefinition of the operator. */
export interface Definition {
  /** `prometheuses.monitoring.coreos.com`. */
  name: string;
  /** The operator that it is from; undefined if it does not say so. */
  operator: string | undefined;
}

/** A rule object of the cluster. */
export interface RuleObject {
  /** `PrometheusRule shop/app`. */
  object: string;
  rules: Rules;
}

/** A dashboard, as far as an upgrade reads it otherwise. */
export interface Dashboard {
  /** `ConfigMap shop/app: orders.json`. */
  object: string;
  /** The types of its panels, each once. */
  panels: readonly string[];
  /** The expressions of its queries. */
  expressions: readonly string[];
}

/** Values files, merged as Helm does. */
export interface GivenValues {
  /** Where the values of the chart begin. */
  roots: readonly Path[];
  at(path: Path): unknown;
  /** `values.yaml:12: grafana.adminPassword`. */
  placeOf(path: Path): string;
}
