import { brokenHost, HPC, STANDARD, served } from '../scenarios/hosts.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { call } from '../support/http.ts';
import { PAUSED } from '../support/records.ts';
import type { TestServer } from '../support/server.ts';
import { openStage, type Stage } from '../support/stage.ts';
import type { Place } from './scene.ts';

/** Broken hosts, one after the other, each for one case. */
export interface Supply {
  next(): Promise<Place>;
  stop(): Promise<void>;
}

/** Hosts of one stage. */
const HOSTS = 40;

const NAMESPACE = 'metal3';
const CLUSTER = 'production';

/** Hosts that a cluster owns: a run reads everything that there is to read around one. */
const scenario = (): Scenario => ({
  nodes: ['management-0'],
  clusters: [
    {
      namespace: NAMESPACE,
      name: CLUSTER,
      paused: false,
      healthChecks: [{ name: CLUSTER, matchLabels: { 'node-pool': 'workers' } }],
    },
  ],
  hosts: Array.from({ length: HOSTS }, (_, index) =>
    brokenHost(`host-${index}`, index, { cluster: CLUSTER }),
  ),
  images: [served(STANDARD), served(HPC)],
  deadBmcs: [],
});

/**
 * A supply on a server, for one who plays case after case. A host is gone when the next one is given: so neither the
 * server nor the operator has ever more of them to go through.
 */
export function openSupply(server: TestServer): Supply {
  let stage: Stage | undefined;
  let used = 0;
  const place = (open: Stage, index: number): Place => ({
    stage: open,
    namespace: open.namespace(NAMESPACE),
    name: `host-${index}`,
  });
  return {
    async next() {
      if (stage && used > 0) await discard(place(stage, used - 1));
      if (used === HOSTS) await this.stop();
      stage ??= await openStage(server, scenario());
      used += 1;
      return place(stage, used - 1);
    },
    async stop() {
      await stage?.stop();
      stage = undefined;
      used = 0;
    },
  };
}

/** Deletes a host. The operator, which would clean its disk first, is told to leave it alone. */
async function discard({ stage, namespace, name }: Place): Promise<void> {
  await stage.patch(namespace, name, { metadata: { annotations: { [PAUSED]: 'true' }, finalizers: null } });
  const path = `/apis/metal3.io/v1alpha1/namespaces/${namespace}/baremetalhosts/${name}`;
  await call(stage.server.admin, { method: 'DELETE', path });
}
