import { brokenHost, STANDARD, served } from './hosts.ts';
import type { Scenario, ScenarioHost } from './scenario.ts';

const cluster = { namespace: 'metal3', name: 'production', paused: false };

/** A repairable host as most are: consumed by a machine of a cluster. */
export const consumedHost = (): ScenarioHost => brokenHost('worker-0', 0, { cluster: cluster.name });

/** That host alone, with a MachineHealthCheck that watches other machines. */
export const consumedScenario = (): Scenario => ({
  nodes: ['management-0'],
  clusters: [{ ...cluster, healthChecks: [{ name: 'others', matchLabels: { pool: 'others' } }] }],
  hosts: [consumedHost()],
  images: [served(STANDARD)],
  deadBmcs: [],
});
