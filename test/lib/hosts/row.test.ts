import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose } from '../../../lib/hosts/diagnosis/diagnose.ts';
import { observed } from '../../../lib/hosts/observed.ts';
import { deletedRow, hostRow } from '../../../lib/hosts/row.ts';
import { provisioningCancelled } from '../../operators/cancelled.ts';
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

const WELL = all(specImage(NEW), statusImage(NEW), { status: { errorType: null, errorCount: 0 } });
const NO_ADDRESS = { status: { provisioning: { image: { url: '' } } } };
const method = (name: string) => ({ spec: { customDeploy: { method: name } } });
const statusMethod = (name: string) => ({ status: { provisioning: { customDeploy: { method: name } } } });

const verdicts: [string, object, string][] = [
  ['no error', { status: { errorType: null, errorCount: 0 } }, 'healthy'],
  ['no error at an IP address, and errors counted', { status: { errorType: null } }, 'unknown'],
  [
    'no error at a name, and errors counted',
    all({ status: { errorType: null } }, specImage(NEW), statusImage(NEW)),
    'healthy',
  ],
  ['the error', {}, 'degraded'],
  ['an unfinished run', recorded(), 'in-progress'],
  ['an unfinished undo', recorded({ ...RECORD, goal: 'undo' }), 'in-progress'],
  ['two addresses, no pause', specImage(NEW), 'at-risk'],
  ['neither an image nor a deploy method, no pause', all(WELL, specImage(null), NO_ADDRESS), 'at-risk'],
  ['an image of the status alone, no pause', all(WELL, specImage(null)), 'at-risk'],
  ['another deploy method, no pause', all(WELL, method('a'), statusMethod('b')), 'at-risk'],
  ['no deploy method any more, no pause', all(WELL, statusMethod('b')), 'at-risk'],
  [
    'a deploy method and no image',
    all(WELL, method('a'), statusMethod('a'), specImage(null), NO_ADDRESS),
    'healthy',
  ],
  ['no image, paused', all(WELL, specImage(null), NO_ADDRESS, annotations({ [PAUSED]: 'true' })), 'blocked'],
  ['no image, in another state', all(WELL, specImage(null), NO_ADDRESS, left), 'healthy'],
  ['the new address, the old error', all(specImage(NEW), statusImage(NEW)), 'degraded'],
  [
    'the new address and a checksum of sha256, the old error',
    all(specImage(SHA256), statusImage(SHA256)),
    'degraded',
  ],
  ['a pause of another user', annotations({ [PAUSED]: 'true' }), 'blocked'],
  ['another state', left, 'blocked'],
  ['moved while it was paused', all(MOVED, annotations({ [PAUSED]: 'kubectl-bmh' })), 'blocked'],
  ['moved, half repaired', all(MOVED, recorded()), 'blocked'],
  ['another state in the middle of a run', all(recorded(), left), 'failed'],
];
for (const [name, patch, verdict] of verdicts)
  test(`${name}: ${verdict}`, () => assert.equal(hostRow(brokenHost(patch), GROUP).verdict, verdict));

test('a deleted host keeps its last row, with the reason deleted', () => {
  const row = hostRow(brokenHost(left), GROUP);
  assert.deepEqual(deletedRow(row), { ...row, verdict: 'unknown', reason: 'deleted' });
});

test('list and diagnose call a host at risk exactly if the operator would wipe it', () => {
  const urls = [null, '', 'http://a/x.qcow2', 'http://b/x.qcow2'];
  const methods = ['', 'a', 'b'];
  const wiped = { yes: 0, no: 0 };
  for (const url of urls)
    for (const provisioned of urls)
      for (const wanted of methods)
        for (const present of methods) {
          const object = brokenHost(
            all(
              WELL,
              specImage(url === null ? null : { url }),
              { status: { provisioning: { image: { url: provisioned } } } },
              method(wanted),
              statusMethod(present),
            ),
          );
          const isWiped = provisioningCancelled(
            object as unknown as Parameters<typeof provisioningCancelled>[0],
          );
          const { verdict } = hostRow(object, GROUP);
          const { cause } = diagnose({
            observed: observed(object, GROUP, { cluster: undefined }),
            unread: [],
          });
          const seen = JSON.stringify([url, provisioned, wanted, present]);
          assert.deepEqual([verdict === 'at-risk', cause === 'at-risk'], [isWiped, isWiped], seen);
          wiped[isWiped ? 'yes' : 'no'] += 1;
        }
  assert.ok(wiped.yes > 20 && wiped.no > 20, JSON.stringify(wiped));
});
