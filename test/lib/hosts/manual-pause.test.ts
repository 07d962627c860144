import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isByHand, pausing, resuming } from '../../../lib/hosts/manual-pause.ts';
import { STATUS_ANNOTATION } from '../../../lib/objects/names.ts';
import { nextMove } from '../../../lib/procedure/procedure.ts';
import {
  all,
  annotations,
  MOVED,
  NEW,
  OLD,
  PAUSED,
  RECORD,
  recorded,
  seen,
  specImage,
  statusImage,
} from '../../support/records.ts';

const HELD = 'kubectl-bmh';
const BLOCK_MOVE = 'clusterctl.cluster.x-k8s.io/block-move';
const held = annotations({ [PAUSED]: HELD });
const paused = (value: string): object => annotations({ [PAUSED]: value });
const state = (name: string): object => ({ status: { provisioning: { state: name } } });
const deleting = { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } };
const customDeploy = all(
  { spec: { customDeploy: { method: 'a' } } },
  { status: { provisioning: { customDeploy: { method: 'b' } } } },
);

/** What is done: the payload, the guards that refuse, or nothing. */
function move(procedure: ReturnType<typeof pausing>, patch: object, cluster?: boolean): unknown {
  const owner = cluster === undefined ? undefined : { namespace: 'metal', name: 'edge', paused: cluster };
  const next = nextMove(procedure, seen(patch, { cluster: owner }));
  if (next.kind === 'act') return next.action.payload.metadata;
  return next.kind === 'refuse' ? next.refusals.map(({ guard }) => guard) : 'nothing';
}

describe('a pause by kubectl bmh pause', () => {
  const set = { annotations: { [PAUSED]: HELD } };
  for (const [what, patch, expected] of [
    ['a host that is not paused', {}, set],
    ['one in another state', state('available'), set],
    ['one that is about to be wiped: it can only help', specImage(NEW), set],
    ['one whose run lost its pause', recorded(RECORD, null), set],
    ['one that is paused like this already', held, 'nothing'],
    ['one that is being deleted', deleting, ['deleting']],
    ['one that a user paused by hand', paused('true'), ['foreign-pause']],
    ['one that is paused without a value', paused(''), ['foreign-pause']],
    ['one that Cluster API paused', paused('metal3.io/capm3'), ['foreign-pause']],
    ['one that is held for a move', annotations({ [BLOCK_MOVE]: '' }), ['block-move']],
    [
      'one with the status that a move has saved',
      annotations({ [STATUS_ANNOTATION]: '{}' }),
      ['status-annotation'],
    ],
    [
      'one held for a move whose deploy method was changed',
      all(customDeploy, annotations({ [BLOCK_MOVE]: '' })),
      set,
    ],
    [
      'one held for a move that is about to be wiped',
      all(specImage(NEW), annotations({ [BLOCK_MOVE]: '' })),
      set,
    ],
    ['one with an unfinished repair', recorded(), ['foreign-pause']],
    [
      'one with an unreadable record',
      all(recorded(), annotations({ 'kubectl-bmh/repair': '{' })),
      ['unreadable-record'],
    ],
  ] as const)
    test(what, () => assert.deepEqual(move(pausing(), patch), expected));
});

describe('a resume by kubectl bmh resume', () => {
  const removed = { annotations: { [PAUSED]: null } };
  for (const [what, patch, expected] of [
    ['a host that pause has paused', held, removed],
    ['one whose status has no address: nothing is compared', all(held, statusImage({ url: '' })), removed],
    ['one that is not paused', {}, 'nothing'],
    ['one whose addresses differ', all(held, specImage(NEW)), ['unequal-urls']],
    ['one whose image is gone', all(held, specImage(null)), ['unequal-urls', 'no-image']],
    ['one with another deploy method', all(held, customDeploy), ['custom-deploy']],
    [
      'those in another state, in which they are not compared',
      all(held, specImage(null), customDeploy, state('available')),
      removed,
    ],
    ['those of a host that is deleted anyway', all(held, specImage(NEW), deleting), removed],
    ['one that is about to be wiped, unpaused', specImage(NEW), ['unequal-urls']],
    ['a pause by hand', paused('true'), ['foreign-pause']],
    ['a pause without a value', paused(''), ['foreign-pause']],
    ['a pause of Cluster API', paused('metal3.io/capm3'), ['foreign-pause']],
    ['a pause of a HostClaim', paused('metal3.io/hostclaim'), ['foreign-pause']],
    ['an unfinished repair', recorded(), ['foreign-pause']],
    [
      'an unfinished repair under this pause',
      recorded({ ...RECORD, foreignPause: HELD }, HELD),
      ['foreign-pause'],
    ],
    ['an unfinished repair that lost its pause', recorded(RECORD, null), ['foreign-pause']],
    ['an unreadable record', all(held, annotations({ 'kubectl-bmh/repair': '{' })), ['unreadable-record']],
    [
      'a move that is under way',
      all(held, annotations({ 'clusterctl.cluster.x-k8s.io/block-move': '' })),
      ['block-move'],
    ],
  ] as const)
    test(what, () => assert.deepEqual(move(resuming(), patch), expected));

  test('refuses to pause a host of a paused Cluster', () => {
    assert.deepEqual(move(pausing(), {}, true), ['cluster-paused']);
    assert.deepEqual(move(pausing(), {}, false), { annotations: { [PAUSED]: HELD } });
  });

  test('keeps a host without a status paused, whatever its record says', () => {
    assert.deepEqual(move(resuming(), all(MOVED, held)), ['lost-status']);
    assert.deepEqual(move(resuming(), all(MOVED, held, { spec: { consumerRef: null } })), {
      annotations: { [PAUSED]: null },
    });
  });

  test('refuses to resume a host of a paused Cluster', () => {
    assert.deepEqual(move(resuming(), held, true), ['cluster-paused']);
    assert.deepEqual(move(resuming(), held, false), removed);
  });

  test('the patch carries the resourceVersion that the guards were checked on', () => {
    const next = nextMove(resuming(), seen(held));
    assert.equal(next.kind === 'act' && next.action.resourceVersion, '7');
  });

  test('for different addresses, the hint names the command that makes them equal, also under a foreign pause', () => {
    const hint = (patch: object): string | undefined => {
      const next = nextMove(resuming(), seen(all(patch, specImage(NEW), statusImage(OLD))));
      return next.kind === 'refuse' ? next.refusals[0]?.hint : undefined;
    };
    assert.equal(
      hint(held),
      'resuming it now wipes the host; make the two equal: kubectl bmh repair worker-0 -n metal --accept foreign-pause',
    );
    assert.equal(
      hint({}),
      'resuming it now wipes the host; make the two equal: kubectl bmh repair worker-0 -n metal',
    );
  });
});

describe('a pause that only a user can remove', () => {
  for (const [what, patch, expected] of [
    ['the documented value, and nothing else', paused('true'), true],
    ['none', {}, false],
    ['ours', held, false],
    ['that of Cluster API', paused('metal3.io/capm3'), false],
    ['that of an unfinished run', recorded(), false],
    ['one under which the addresses differ', all(paused('true'), specImage(NEW)), false],
    ['one under which the image is gone', all(paused('true'), specImage(null)), false],
  ] as const)
    test(what, () => assert.equal(isByHand(seen(patch)), expected));
});
