import assert from 'node:assert/strict';
import { test } from 'node:test';
import { podOf, setOf } from './fixtures.ts';
import { REVISION_LABEL, revisionOf } from './identity.ts';
import type { StatefulSetStatus } from './objects.ts';
import { statusOf } from './stateful-set-status.ts';

const set = setOf({ status: { currentRevision: 'db-older' } });
const revision = revisionOf(set).metadata.name;
const older = { metadata: { labels: { [REVISION_LABEL]: 'db-older' } } };
const unready = { status: { phase: 'Pending' } };
const common = { observedGeneration: 1, updateRevision: revision, collisionCount: 0 };

const cases: Record<string, [pods: object[], revisions: string[], expected: Partial<StatefulSetStatus>]> = {
  'no pods, and nothing older is known': [
    [],
    [revision],
    { replicas: 0, availableReplicas: 0, currentRevision: revision },
  ],
  'an update in progress': [
    [older, {}],
    ['db-older', revision],
    {
      replicas: 2,
      readyReplicas: 2,
      availableReplicas: 2,
      currentReplicas: 1,
      updatedReplicas: 1,
      currentRevision: 'db-older',
    },
  ],
  'an update whose last pod is not ready': [
    [{}, unready],
    ['db-older', revision],
    {
      replicas: 2,
      readyReplicas: 1,
      availableReplicas: 1,
      updatedReplicas: 2,
      currentRevision: 'db-older',
    },
  ],
  'an update that is through': [
    [{}, {}],
    ['db-older', revision],
    {
      replicas: 2,
      readyReplicas: 2,
      availableReplicas: 2,
      currentReplicas: 2,
      updatedReplicas: 2,
      currentRevision: revision,
    },
  ],
};

for (const [what, [pods, revisions, expected]] of Object.entries(cases)) {
  test(`the status of a StatefulSet reports ${what}`, () => {
    const members = pods.map((patch, ordinal) => podOf(set, ordinal, patch));
    assert.deepEqual(statusOf(set, members, revisions), { ...common, ...expected });
  });
}
