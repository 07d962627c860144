import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deletedRow, hostRow } from '../../../lib/hosts/row.ts';
import {
  all,
  annotations,
  brokenHost,
  GROUP,
  MOVED,
  NEW,
  PAUSED,
  RECORD,
  recorded,
  specImage,
  statusImage,
} from '../../support/records.ts';

const left = { status: { provisioning: { state: 'available' } } };

const SHA256 = { url: NEW.url, checksum: `${NEW.url}.sha256sum`, checksumType: 'sha256' };

const verdicts: [string, object, string][] = [
  ['no error', { status: { errorType: null, errorCount: 0 } }, 'ok'],
  ['no error at an IP address, and errors counted', { status: { errorType: null } }, 'unknown'],
  [
    'no error at a name, and errors counted',
    all({ status: { errorType: null } }, specImage(NEW), statusImage(NEW)),
    'ok',
  ],
  ['the error', {}, 'repair'],
  ['an unfinished run', recorded(), 'go on'],
  ['an unfinished undo', recorded({ ...RECORD, goal: 'undo' }), 'go on'],
  ['two addresses, no pause', specImage(NEW), 'at risk'],
  ['the new address, the old error', all(specImage(NEW), statusImage(NEW)), 'verify'],
  [
    'the new address and a checksum of sha256, the old error',
    all(specImage(SHA256), statusImage(SHA256)),
    'verify',
  ],
  ['a pause of somebody else', annotations({ [PAUSED]: 'true' }), 'refused'],
  ['another state', left, 'refused'],
  ['moved while it was paused', all(MOVED, annotations({ [PAUSED]: 'kubectl-bmh' })), 'moved'],
  ['moved, half repaired', all(MOVED, recorded()), 'moved'],
  ['another state in the middle of a run', all(recorded(), left), 'lost'],
];
for (const [name, patch, verdict] of verdicts)
  test(`${name}: ${verdict}`, () => assert.equal(hostRow(brokenHost(patch), GROUP).verdict, verdict));

test('a host that is gone: as it last was, but for what is to be done', () => {
  const row = hostRow(brokenHost(left), GROUP);
  assert.deepEqual(deletedRow(row), { ...row, verdict: 'deleted', reason: '' });
});
