import { brokenHost, STANDARD, served } from './hosts.ts';
import type { Scenario, ScenarioMachine } from './scenario.ts';

const WATCHED = { 'cluster.x-k8s.io/deployment-name': 'workers' };

/** What each host's Machine has; the name of the host says what that means for it. */
const machines: Record<string, ScenarioMachine> = {
  'not-watched': {},
  watched: { labels: WATCHED },
  unhealthy: { labels: WATCHED, conditions: { HealthCheckSucceeded: 'False' } },
  'handed-over': { conditions: { HealthCheckSucceeded: 'False', OwnerRemediated: 'False' } },
  marked: { labels: WATCHED, annotations: { 'cluster.x-k8s.io/remediate-machine': '' } },
  skipped: { labels: WATCHED, annotations: { 'cluster.x-k8s.io/skip-remediation': '' } },
  'watch-paused': { labels: { 'cluster.x-k8s.io/deployment-name': 'idle' } },
};

/** Repairable hosts with and without MachineHealthChecks that watch their Machines; one check is paused. */
export const remediationScenario = (): Scenario => ({
  nodes: ['management-0'],
  clusters: [
    {
      namespace: 'metal3',
      name: 'production',
      paused: false,
      healthChecks: [
        {
          name: 'idle-unhealthy',
          matchLabels: { 'cluster.x-k8s.io/deployment-name': 'idle' },
          annotations: { 'cluster.x-k8s.io/paused': '' },
        },
        { name: 'workers-unhealthy', matchLabels: WATCHED },
      ],
    },
  ],
  hosts: Object.entries(machines).map(([name, machine], index) => ({
    ...brokenHost(name, index + 1, { cluster: 'production' }),
    machine,
  })),
  images: [served(STANDARD)],
  deadBmcs: [],
});
