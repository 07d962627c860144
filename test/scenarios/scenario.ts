import type { Host } from '../operators/host.ts';

/** What a server holds before anything happens on it. Plain data: `install` puts it there. */
export interface Scenario {
  /** Names of cluster nodes. */
  nodes: string[];
  clusters: ScenarioCluster[];
  hosts: ScenarioHost[];
  /** Addresses of the images that exist. */
  images: string[];
  /** BMC addresses that do not answer. */
  deadBmcs: string[];
}

/** A Cluster API cluster. Its machines are made with the hosts that it owns. */
export interface ScenarioCluster {
  namespace: string;
  name: string;
  paused: boolean;
  /** The MachineHealthChecks that watch machines of this cluster. */
  healthChecks?: ScenarioHealthCheck[];
}

export interface ScenarioHealthCheck {
  name: string;
  /** Labels that the machines which it watches have. */
  matchLabels: Record<string, string>;
  annotations?: Record<string, string>;
}

/** What the Machine behind a host has beside what every one has. */
export interface ScenarioMachine {
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  /** Types of its conditions, and their status. */
  conditions?: Record<string, 'True' | 'False'>;
}

export interface ScenarioHost {
  /** The record; its status is written afterwards, through the subresource. */
  host: Host;
  /** Who creates it, as `managedFields` calls them. */
  manager: string;
  /** Name of the cluster in the host's namespace that uses it through a Machine and a Metal3Machine. */
  cluster?: string;
  machine?: ScenarioMachine;
  /** Whether it is deleted after it was made. A finalizer keeps it there. */
  deleted?: boolean;
}

/** The namespaces of a scenario. */
export const namespacesOf = ({ clusters, hosts }: Scenario): string[] => [
  ...new Set([
    ...clusters.map(({ namespace }) => namespace),
    ...hosts.map(({ host }) => host.metadata.namespace ?? ''),
  ]),
];

/** The same scenario in namespaces of its own, each with `-suffix` behind its name: for a server that is shared. */
export const placed = (scenario: Scenario, suffix: string): Scenario =>
  JSON.parse(JSON.stringify(scenario), (key, value) => (key === 'namespace' ? `${value}-${suffix}` : value));
