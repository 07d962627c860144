import { REVISION_LABEL, revisionOf } from './identity.ts';
import { isDeleting, isReady, type Pod, type StatefulSet, type StatefulSetStatus } from './objects.ts';

/**
 * What a set's status says of its pods. As in the API, counts that are 0 are left out but for two. The current
 * revision stays the former one until an update is through.
 *
 * @param revisions names of the ControllerRevisions that the set has
 */
export function statusOf(
  set: StatefulSet,
  pods: readonly Pod[],
  revisions: readonly string[],
): StatefulSetStatus {
  const { replicas } = set.spec;
  const updateRevision = revisionOf(set).metadata.name;
  const former = set.status?.currentRevision ?? '';
  const ready = pods.filter(isReady).length;
  const staying = pods.filter((pod) => !isDeleting(pod));
  const ofRevision = (name: string) =>
    staying.filter(({ metadata }) => metadata.labels?.[REVISION_LABEL] === name).length;
  const updated = ofRevision(updateRevision);
  const isThrough = [pods.length, ready, updated].every((count) => count === replicas);
  const currentRevision = !isThrough && revisions.includes(former) ? former : updateRevision;
  return {
    observedGeneration: set.metadata.generation,
    replicas: pods.length,
    ...unlessZero('readyReplicas', ready),
    availableReplicas: ready,
    ...unlessZero('currentReplicas', ofRevision(currentRevision)),
    ...unlessZero('updatedReplicas', updated),
    currentRevision,
    updateRevision,
    collisionCount: 0,
  };
}

const unlessZero = (key: string, count: number): Record<string, number> =>
  count === 0 ? {} : { [key]: count };
