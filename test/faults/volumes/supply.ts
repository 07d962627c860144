import { compareQuantities } from '../../../lib/objects/quantity.ts';
import { openMonitoring } from '../../support/monitoring.ts';
import type { MonitoringStage } from '../../support/monitoring-stage.ts';
import type { TestServer } from '../../support/server.ts';
import { openScene } from '../open-scene.ts';
import type { Supply } from '../subject.ts';
import { NAME, REPLICAS, type VolumeProcedure } from './procedures.ts';
import { requestNames, WRITES } from './request-name.ts';
import type { VolumeScene } from './scene.ts';
import { settled } from './settled.ts';
import { type State, stateOf } from './state.ts';

/**
 * A supply on a server, for one who plays case after case. Namespaces are used again: volumes can't shrink, so that each
 * case grows them further. One that is spent is left behind.
 */
export function openSupply(server: TestServer): Supply<VolumeProcedure, VolumeScene> {
  const open = new Map<string, { stage: MonitoringStage; last?: VolumeScene }>();
  return {
    async next(procedure) {
      const kind = procedure.retains ? 'retains' : procedure.limits ? 'limits' : 'plain';
      const used = open.get(kind);
      if (used?.last?.isSpent) {
        await used.stage.stop();
        open.delete(kind);
      }
      const { stage } = open.get(kind) ?? {
        stage: await openMonitoring(server, { components: [component(procedure)] }),
      };
      open.set(kind, { stage });
      await settled(stage);
      const last = sceneOf(stage, procedure, await stateOf(stage));
      open.set(kind, { stage, last });
      return last;
    },
    async stop() {
      await Promise.all([...open.values()].map(({ stage }) => stage.stop()));
      open.clear();
    },
  };
}

/** One whose pause is not said in the resource, one whose pause is and whose volumes go with its StatefulSet, and one with a limit. */
const component = ({ retains, limits }: VolumeProcedure) => ({
  name: NAME,
  replicas: REPLICAS,
  ...(retains && {
    retentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Retain' } as const,
    spec: { paused: false },
  }),
  ...(limits && { spec: { retentionSize: '40GB' } }),
});

function sceneOf(stage: MonitoringStage, procedure: VolumeProcedure, before: State): VolumeScene {
  const operators = {
    program: 'kubectl-monitoring',
    endpoint: stage.server.admin,
    folder: stage.folder,
    kubeconfig: stage.kubeconfig,
    flags: ['-n', stage.namespace],
    requestNames,
    writes: WRITES,
  } as const;
  const largest = Object.values(before.claims)
    .map(({ request }) => request)
    .reduce((one, other) => (compareQuantities(one, other) < 0 ? other : one), before.size);
  const size = Number.parseInt(largest, 10);
  return {
    ...openScene(operators),
    procedure,
    stage,
    before,
    other: `${size + 1}Gi`,
    size: `${size + 2}Gi`,
    isSpent: false,
  };
}
