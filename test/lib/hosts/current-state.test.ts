import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currentStateOf } from '../../../lib/hosts/current-state.ts';
import { all, annotations, MOVED, PAUSED, RECORD, recorded, seen, specImage } from '../../support/records.ts';

const differing = specImage({ url: 'http://10.0.0.9/x' });
const danger = ', and its two image addresses differ: resuming it by hand now would wipe it';

const cases: [string, object, string, boolean][] = [
  ['untouched', {}, 'is not paused, and no run is unfinished', false],
  [
    'paused by another user',
    annotations({ [PAUSED]: '' }),
    'is paused by another user or tool, and no run of this tool is unfinished',
    false,
  ],
  ['ours', recorded(), 'is paused by an unfinished repair', true],
  ['ours, half done', all(recorded(), differing), `is paused by an unfinished repair${danger}`, true],
  [
    'foreign beside our record',
    recorded(RECORD, 'x'),
    'is paused by another user or tool, with an unfinished repair under it',
    true,
  ],
  ['pause lost', recorded(RECORD, null), 'is no longer paused, but its repair is unfinished', true],
  [
    'about to be wiped',
    differing,
    'is not paused and its two image addresses differ: it is about to be wiped',
    true,
  ],
  [
    'moved, half done',
    all(MOVED, recorded()),
    'is paused and has no status: it was moved while it was paused, and its disk is safe as long as it stays paused',
    true,
  ],
  [
    'paused by another user, addresses differ',
    all(annotations({ [PAUSED]: 'true' }), differing),
    'is paused by another user or tool, and its two image addresses differ: resuming it by hand now would wipe it',
    false,
  ],
  [
    'gone',
    all(recorded(), { status: { provisioning: { state: 'deprovisioning' } } }),
    'has left the state "provisioned": it is now "deprovisioning"',
    false,
  ],
];
for (const [name, patch, text, unfinished] of cases)
  test(`describes the state: ${name}`, () =>
    assert.deepEqual(currentStateOf(seen(patch)), { text: `host metal/worker-0 ${text}`, unfinished }));
