import { brokenHost, HPC, STANDARD, served } from '../../scenarios/hosts.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { call } from '../../support/http.ts';
import { PAUSED } from '../../support/records.ts';
import type { Endpoint, TestServer } from '../../support/server.ts';
import { openStage, type Stage } from '../../support/stage.ts';
import { openScene } from '../open-scene.ts';
import type { Supply } from '../subject.ts';
import type { HostProcedure } from './procedures.ts';
import { requestNames, WRITES } from './request-name.ts';
import type { HostScene, Place } from './scene.ts';

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
export function openSupply(server: TestServer): Supply<HostProcedure, HostScene> {
  let stage: Stage | undefined;
  let used = 0;
  const place = (open: Stage, index: number): Place => ({
    stage: open,
    namespace: open.namespace(NAMESPACE),
    name: `host-${index}`,
  });
  return {
    async next(procedure) {
      if (stage && used > 0) await discard(place(stage, used - 1));
      if (used === HOSTS) await this.stop();
      stage ??= await openStage(server, scenario());
      used += 1;
      return sceneOf(place(stage, used - 1), procedure);
    },
    async stop() {
      await stage?.stop();
      stage = undefined;
      used = 0;
    },
  };
}

function sceneOf(place: Place, procedure: HostProcedure): HostScene {
  const { stage, namespace } = place;
  const ground = {
    program: 'kubectl-bmh',
    endpoint: stage.server.admin,
    folder: stage.folder,
    kubeconfig: (endpoint: Endpoint) => stage.kubeconfig(endpoint, namespace),
    flags: [],
    requestNames,
    writes: WRITES,
  } as const;
  return { ...openScene(ground), ...place, procedure, sawWindow: false };
}

/** Deletes a host. The operator, which would clean its disk first, is told to leave it alone. */
async function discard({ stage, namespace, name }: Place): Promise<void> {
  await stage.patch(namespace, name, { metadata: { annotations: { [PAUSED]: 'true' }, finalizers: null } });
  const path = `/apis/metal3.io/v1alpha1/namespaces/${namespace}/baremetalhosts/${name}`;
  await call(stage.server.admin, { method: 'DELETE', path });
}
