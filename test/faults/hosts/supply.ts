import { brokenHost, HPC, image, STANDARD, served, stale } from '../../scenarios/hosts.ts';
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

const NAMES = Array.from({ length: HOSTS }, (_, index) => `host-${index}`);

/** What a re-enrolment is for: the record is right, and Ironic's database has the former address all the same. */
const REMEMBERED = Object.fromEntries(NAMES.map((name) => [name, stale(STANDARD)]));

/** Hosts that a cluster owns: a run reads everything that there is to read around one. */
const scenario = (isRepaired: boolean): Scenario => ({
  nodes: ['management-0'],
  clusters: [
    {
      namespace: NAMESPACE,
      name: CLUSTER,
      paused: false,
      healthChecks: [{ name: CLUSTER, matchLabels: { 'node-pool': 'workers' } }],
    },
  ],
  hosts: NAMES.map((name, index) =>
    brokenHost(name, index, { cluster: CLUSTER, ...(isRepaired && { image: image(served(STANDARD)) }) }),
  ),
  images: [served(STANDARD), served(HPC)],
  deadBmcs: [],
});

/**
 * A supply on a server, for one who plays case after case. A host is gone when the next one is given: so neither the
 * server nor the operator has ever more of them to go through.
 */
export function openSupply(server: TestServer): Supply<HostProcedure, HostScene> {
  const supplies = { broken: supplyOf(server, false), repaired: supplyOf(server, true) };
  return {
    next: (procedure) =>
      (procedure.goal === 'reenroll' ? supplies.repaired : supplies.broken).next(procedure),
    async stop() {
      await supplies.broken.stop();
      await supplies.repaired.stop();
    },
  };
}

function supplyOf(server: TestServer, isRepaired: boolean): Supply<HostProcedure, HostScene> {
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
      stage ??= await openStage(server, scenario(isRepaired), isRepaired ? { remembered: REMEMBERED } : {});
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
  const operators = {
    program: 'kubectl-bmh',
    endpoint: stage.server.admin,
    folder: stage.folder,
    kubeconfig: (endpoint: Endpoint) => stage.kubeconfig(endpoint, namespace),
    flags: [],
    requestNames,
    writes: WRITES,
  } as const;
  return { ...openScene(operators), ...place, procedure, sawWindow: false };
}

/** Deletes a host. The operator, which would clean its disk first, is told to leave it alone. */
async function discard({ stage, namespace, name }: Place): Promise<void> {
  await stage.patch(namespace, name, { metadata: { annotations: { [PAUSED]: 'true' }, finalizers: null } });
  const path = `/apis/metal3.io/v1alpha1/namespaces/${namespace}/baremetalhosts/${name}`;
  await call(stage.server.admin, { method: 'DELETE', path });
}
