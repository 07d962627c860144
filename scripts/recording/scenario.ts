import { brokenHost, healthyHost, image, served } from '../../test/scenarios/hosts.ts';
import type { Scenario } from '../../test/scenarios/scenario.ts';

/** The namespace of the hosts. */
export const NAMESPACE = 'metal3';

/** Where the image server was before the update. */
const stale = (name: string): string => `http://172.22.0.1/images/${name}`;

/** Few hosts, with short names: two are broken, and the image of one of them has not come along to the new image server. */
export const recordedScenario = (): Scenario => ({
  nodes: ['management-0'],
  clusters: [],
  hosts: [
    brokenHost('worker-0', 0, { namespace: NAMESPACE, image: image(stale('a-hpc-os.qcow2')) }),
    brokenHost('worker-1', 1, { namespace: NAMESPACE, image: image(stale('a-gpu-os.qcow2')) }),
    healthyHost('worker-2', 2, { namespace: NAMESPACE, image: image(served('a-hpc-os.qcow2')) }),
  ],
  images: [served('a-hpc-os.qcow2')],
  deadBmcs: [],
});
