import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentChecks, otherCauses, recovery } from '../../../lib/hosts/health.ts';
import { all, annotations, NEW, PAUSED, seen, specImage, statusImage } from '../../support/records.ts';

const patched = all(specImage(NEW), statusImage(NEW), { status: { errorCount: 0, errorMessage: '' } });
const resumed = seen(patched).host;
const ok = { status: { errorType: null, operationalStatus: 'OK', lastUpdated: '2026-01-01T00:00:09Z' } };

test('the document’s checks: no errors, no message, the new address', () => {
  assert.deepEqual(
    documentChecks(resumed, NEW).map(({ ok: holds }) => holds),
    [true, true, true],
  );
  const [count, message, url] = documentChecks(seen(specImage({ url: 'http://me:hidden@h/x' })).host, NEW);
  assert.deepEqual(count, { name: 'status.errorCount', ok: false, found: '3' });
  assert.deepEqual(message, {
    name: 'status.errorMessage',
    ok: false,
    found: '"Host adoption failed: HEAD returned 404"',
  });
  assert.deepEqual(url, { name: 'spec.image.url', ok: false, found: 'http://***@h/x' });
  assert.deepEqual(
    documentChecks(seen({ status: null, spec: null }).host, NEW).map(({ ok: holds }) => holds),
    [false, true, false],
  );
});

const cases: [string, object, string][] = [
  ['nothing moved yet', {}, 'waiting for the operator to reconcile the host'],
  ['taken back', ok, 'recovered'],
  ['taken back within the second', all(ok, { status: { lastUpdated: '2026-01-01T00:00:00Z' } }), 'recovered'],
  [
    'failed again',
    { status: { lastUpdated: '2026-01-01T00:00:09Z', errorCount: 1, errorMessage: 'HEAD' } },
    'waiting for the operator to register the host again (now: provisioned registration error: HEAD)',
  ],
  [
    'no error and not OK',
    all(ok, { status: { operationalStatus: '' } }),
    'waiting for operationalStatus OK (now: empty)',
  ],
  ['errors counted again', all(ok, { status: { errorCount: 2 } }), 'waiting for status.errorCount (now: 2)'],
  ['paused by somebody', all(ok, annotations({ [PAUSED]: 'x' })), 'waiting for the host to be resumed'],
  [
    'deprovisioned',
    all(ok, { status: { provisioning: { state: 'deprovisioning' } } }),
    'lost: the host\'s state is now "deprovisioning"',
  ],
  [
    'an old address put back',
    all(ok, specImage({ url: 'http://10.0.0.1/x' })),
    'lost: somebody changed the image address again: status and spec differ',
  ],
];
for (const [name, patch, expected] of cases)
  test(`recovery: ${name}`, () => {
    const found = recovery(seen(all(patched, patch)).host, resumed, NEW);
    const said =
      found.kind === 'waiting'
        ? `waiting for ${found.for}`
        : found.kind === 'lost'
          ? `lost: ${found.reason}`
          : found.kind;
    assert.equal(said, expected);
  });

test('a host that was healthy before needs no sign of movement', () => {
  const healthy = seen(all(patched, ok)).host;
  assert.deepEqual(recovery(healthy, healthy, NEW), { kind: 'recovered' });
});

test('other causes name the address without its credentials', () => {
  const causes = otherCauses(resumed, { url: 'http://me:hidden@h/x', checksum: 'y' });
  assert.equal(causes.length, 3);
  assert.equal(otherCauses(seen().host, NEW).length, 4);
  assert.match(causes[0] ?? '', /http:\/\/\*\*\*@h\/x/);
});
