import type { ClaimObject } from '../../../lib/volumes/claim.ts';
import type { PodObject, SetObject } from '../../../lib/volumes/instance.ts';
import { isReconciled, type MonitoringStage } from '../../support/monitoring-stage.ts';
import { NAME } from './procedures.ts';

/**
 * Waits until the operator and all controllers have done what the resource says: StatefulSet, pods, claims and their
 * owners. Returns at once where it says that nothing is to run.
 *
 * @throws where one of them never comes there; the message has how it was.
 */
export async function settled(stage: MonitoringStage): Promise<void> {
  const set = stage.path('statefulsets', `prometheus-${NAME}`);
  let nudges = 0;
  const nudge = (): unknown =>
    stage.patch(set, { metadata: { annotations: { 'faults/nudges': `${++nudges}` } } }).catch(() => {});
  const nudging = setInterval(nudge, NUDGED_EVERY);
  try {
    await come(stage, set);
  } finally {
    clearInterval(nudging);
  }
}

/**
 * A controller that failed a dozen times in a row looks again after minutes, unless something happens to its object: the real one counts
 * each look at which its cache is behind its own writes as a failure. In milliseconds.
 */
const NUDGED_EVERY = 20_000;

async function come(stage: MonitoringStage, live: string): Promise<void> {
  const { waitFor, path } = stage;
  const { spec } = await reconciled(stage);
  const { replicas, paused, persistentVolumeClaimRetentionPolicy: policy, storage } = spec;
  if (paused || replicas === 0) return;
  const size = storage.volumeClaimTemplate.spec.resources.requests.storage;
  const set = await waitFor(live, (found: SetObject | undefined) =>
    isAs(found, { replicas, size, whenDeleted: policy?.whenDeleted ?? 'Retain' }),
  );
  const takes = policy?.whenDeleted === 'Delete';
  await Promise.all(
    Array.from({ length: replicas }, async (_, ordinal) => {
      const pod = `prometheus-${NAME}-${ordinal}`;
      await waitFor(path('pods', pod), (found) => isReadyOf(found, set.metadata.uid));
      await waitFor(path('persistentvolumeclaims', `prometheus-${NAME}-db-${pod}`), (found) =>
        isAtRest(found, takes),
      );
    }),
  );
}

/** Waits until the operator has acted on the resource as it is, unless it is paused; gives it then. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever the server has
export const reconciled = (stage: MonitoringStage): Promise<any> =>
  stage.waitFor(
    stage.path('prometheuses', NAME),
    (resource) => resource.spec.paused === true || isReconciled('True')(resource),
  );

/**
 * Whether the StatefulSet is as wanted and its controller has seen it. A generation seen above its own counts, as `kubectl rollout
 * status` has it: where the set was replaced a moment ago, the controller may write onto the new one what it saw of the old one.
 */
function isAs(
  set: SetObject | undefined,
  { replicas, size, whenDeleted }: { replicas: number; size: string; whenDeleted: string },
): boolean {
  const { metadata, spec, status } = set ?? {};
  return (
    metadata?.deletionTimestamp === undefined &&
    (status?.observedGeneration ?? 0) >= (metadata?.generation ?? 0) &&
    status?.replicas === replicas &&
    spec?.replicas === replicas &&
    (spec?.persistentVolumeClaimRetentionPolicy?.whenDeleted ?? 'Retain') === whenDeleted &&
    spec?.volumeClaimTemplates?.[0]?.spec?.resources?.requests?.storage === size
  );
}

const isReadyOf = (pod: PodObject | undefined, set: string): boolean =>
  pod !== undefined &&
  pod.metadata.deletionTimestamp === undefined &&
  pod.metadata.ownerReferences?.some(({ uid }) => uid === set) === true &&
  pod.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') === true;

const isAtRest = (claim: ClaimObject | undefined, isOwned: boolean): boolean =>
  claim !== undefined &&
  claim.status?.capacity?.storage === claim.spec?.resources?.requests?.storage &&
  !claim.status?.conditions?.some(({ status }) => status === 'True') &&
  claim.status?.allocatedResourceStatuses === undefined &&
  (claim.metadata.ownerReferences ?? []).length > 0 === isOwned;
