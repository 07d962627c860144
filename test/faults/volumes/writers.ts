import { COMPONENTS } from '../../../lib/objects/components.ts';
import { recordName } from '../../../lib/volumes/record.ts';
import { expect } from '../../scenarios/requests.ts';
import type { Fix, VolumeFault } from './fault.ts';
import { NAME, REPLICAS } from './procedures.ts';
import { WRITES } from './request-name.ts';
import type { VolumeScene } from './scene.ts';

/** Another user writes at that moment: what they do, and what is said of it. */
const once = (
  name: string,
  does: (scene: VolumeScene) => Promise<string>,
  rest: Partial<VolumeFault> = {},
): VolumeFault => ({
  name,
  moment: 'before',
  others: true,
  async strike(scene) {
    scene.done.push(await does(scene));
    return undefined;
  },
  ...rest,
});

/** Another user does so whenever the run comes to write the same. */
const eachTime = (
  name: string,
  does: (scene: VolumeScene) => Promise<string>,
  rest: Partial<VolumeFault> = {},
): VolumeFault => once(`${name}, each time`, does, { lasts: 'each', at: WRITES, ...rest });

const both = (...all: Parameters<typeof once>): VolumeFault[] => [once(...all), eachTime(...all)];

/** A source, whatever its name is: every later run asks about it. */
const bySource: Partial<VolumeFault> = {
  reverts: true,
  marks: true,
  fixes: [{ guard: 'gitops', flags: ['--accept', 'gitops'] }],
};

const unpause = (scene: VolumeScene) => patchSpec(scene, { paused: scene.before.paused ?? null });
const scale = (replicas: number) => (scene: VolumeScene) => patchSpec(scene, { replicas });
/** Who deletes the record has the policy restored by hand; an undo knows nothing without it. */
const putBack = (scene: VolumeScene) => {
  const { replicas, paused, policy } = scene.before;
  return patchSpec(scene, {
    persistentVolumeClaimRetentionPolicy: policy ?? null,
    ...(scene.procedure.goal === 'undo' && { replicas, paused: paused ?? null }),
  });
};

const unpausing: Fix = { guard: 'paused', does: unpause };
const scaling: Fix = { guard: 'other-replicas', does: scale(REPLICAS) };

export const writers: readonly VolumeFault[] = [
  ...both('the operator writing', touchStatus),
  ...both('another user annotating a claim', annotateClaim),
  once('another user growing a claim by hand', growClaim),
  ...both('GitOps putting the spec back', syncAs('argocd-controller'), bySource),
  ...both('an unknown source putting the spec back', syncAs('configsync.gke.io'), bySource),
  ...both('a nameless writer putting the spec back', syncAs(''), bySource),
  ...both(
    'another user setting another retentionSize',
    (scene) => patchSpec(scene, { retentionSize: '1GB' }),
    {
      limits: true,
      // Before its first write a run takes it for what there was, or waits for the operator to see it.
      spares: ({ purpose, name }) => !WRITES.includes(purpose) && !name.includes(' after '),
      passes: true,
      takesBack: (scene) => patchSpec(scene, { retentionSize: scene.before.retentionSize ?? null }),
    },
  ),
  ...both('another user restoring the replicas', scale(REPLICAS)),
  once('another user scaling it down', scale(1), { fixes: [scaling], takesBack: scale(REPLICAS) }),
  once('another user pausing', (scene) => patchSpec(scene, { paused: true }), {
    fixes: [unpausing],
    takesBack: unpause,
  }),
  ...both('another user unpausing', unpause),
  once('another user deleting a pod', deletePod),
  once('another user deleting the StatefulSet', deleteSet('Background'), { deletes: true }),
  once('another user deleting the StatefulSet with orphan', deleteSet('Orphan')),
  once('another user deleting the record', deleteRecord, {
    fixes: [{ guard: 'replicas-zero', flags: ['--replicas', String(REPLICAS)] }, unpausing],
    takesBack: putBack,
  }),
];

/** Merge-patches the spec; says so. */
async function patchSpec(
  { stage, endpoint }: VolumeScene,
  spec: object,
  manager = 'kubectl-patch',
): Promise<string> {
  const path = `${stage.path('prometheuses', NAME)}?fieldManager=${manager}`;
  await expect(endpoint, { method: 'PATCH', path, body: { spec } }, 200);
  return `${manager} set ${JSON.stringify(spec)}`;
}

/** What a source does that still holds what the run changes. */
function syncAs(manager: string): (scene: VolumeScene) => Promise<string> {
  return (scene) => {
    const { replicas, paused, policy, size, retentionSize } = scene.before;
    const spec = {
      retentionSize: retentionSize ?? null,
      replicas,
      paused: paused ?? null,
      persistentVolumeClaimRetentionPolicy: policy ?? null,
      storage: { volumeClaimTemplate: { spec: { resources: { requests: { storage: size } } } } },
    };
    return patchSpec(scene, spec, manager);
  };
}

/** A status that says something else than before, as the operator saves one. */
async function touchStatus({ stage, endpoint }: VolumeScene): Promise<string> {
  const path = stage.path('prometheuses', NAME);
  const { status } = await stage.get(path);
  const unavailableReplicas = (status.unavailableReplicas ?? 0) + 1;
  const body = { status: { unavailableReplicas } };
  await expect(endpoint, { method: 'PATCH', path: `${path}/status`, body }, 200);
  return `the operator saved the status (${unavailableReplicas} unavailable replicas)`;
}

async function annotateClaim({ endpoint, stage, before, done }: VolumeScene): Promise<string> {
  const [claim = ''] = Object.keys(before.claims);
  const path = stage.path('persistentvolumeclaims', claim);
  const body = { metadata: { annotations: { touched: `${before.size} ${done.length}` } } };
  await expect(endpoint, { method: 'PATCH', path, body }, 200);
  return `another user annotated claim ${claim}`;
}

async function growClaim({ endpoint, stage, before, size }: VolumeScene): Promise<string> {
  const [claim = ''] = Object.keys(before.claims);
  const path = stage.path('persistentvolumeclaims', claim);
  const body = { spec: { resources: { requests: { storage: size } } } };
  await expect(endpoint, { method: 'PATCH', path, body }, 200);
  return `another user asked for ${size} in claim ${claim}`;
}

async function deletePod({ stage, before }: VolumeScene): Promise<string> {
  const [pod = ''] = Object.keys(before.pods);
  const { status } = await stage.remove(stage.path('pods', pod));
  return `another user deleted pod ${pod} (HTTP ${status})`;
}

function deleteSet(propagationPolicy: 'Background' | 'Orphan'): (scene: VolumeScene) => Promise<string> {
  return async ({ stage }) => {
    const { status } = await stage.remove(stage.path('statefulsets', `prometheus-${NAME}`), {
      propagationPolicy,
    });
    return `another user deleted the StatefulSet with ${propagationPolicy} (HTTP ${status})`;
  };
}

async function deleteRecord({ stage }: VolumeScene): Promise<string> {
  const { status } = await stage.remove(stage.path('configmaps', recordName(COMPONENTS.metrics, NAME)));
  return `another user deleted the record (HTTP ${status})`;
}
