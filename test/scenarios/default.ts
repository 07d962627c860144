import {
  brokenHost,
  GPU,
  HPC,
  healthyHost,
  image,
  paused,
  STANDARD,
  served,
  spareHost,
  stale,
} from './hosts.ts';
import type { Scenario, ScenarioHost } from './scenario.ts';

/**
 * A platform after an update that moved the image server: every host that is not paused and has the registration
 * error is repairable by defaults. The others are healthy, spare, or held by a paused Cluster.
 */
export const defaultScenario = (): Scenario => ({
  nodes: ['management-0', 'management-1', 'management-2'],
  clusters: [
    { namespace: 'metal3', name: 'production', paused: false },
    { namespace: 'metal3', name: 'edge', paused: true },
  ],
  hosts: [
    brokenHost('node-0', 1, { namespace: 'default' }),
    applied(brokenHost('node-1', 2, { namespace: 'default', manager: 'kubectl-client-side-apply' })),
    brokenHost('control-plane-0', 10, { cluster: 'production' }),
    brokenHost('worker-0', 11, { cluster: 'production', image: image(stale(HPC)) }),
    brokenHost('worker-1', 12, { image: image(`http://[fd00:1101::3]:6180/images/${GPU}`) }),
    brokenHost('worker-2', 13, { image: image(`http://10.96.14.7/images/${STANDARD}`) }),
    healthyHost('worker-3', 14, { cluster: 'production' }),
    brokenHost('edge-0', 20, { cluster: 'edge', annotations: paused('metal3.io/capm3') }),
    spareHost('spare-0', 30),
  ],
  images: [STANDARD, HPC, GPU].map(served),
  deadBmcs: [],
});

/** The same host with the copy that `kubectl apply` keeps of what it was last given. */
function applied({ host, ...rest }: ScenarioHost): ScenarioHost {
  const { apiVersion, kind, metadata, spec } = host;
  const { name, namespace, labels } = metadata;
  const last = JSON.stringify({
    apiVersion,
    kind,
    metadata: { annotations: {}, labels, name, namespace },
    spec,
  });
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': `${last}\n` };
  return { host: { ...host, metadata: { ...metadata, annotations } }, ...rest };
}
