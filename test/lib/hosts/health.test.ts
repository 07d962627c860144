import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentChecks, lacking, lossOf, otherCauses, targetChecks } from '../../../lib/hosts/health.ts';
import {
  all,
  annotations,
  NEW,
  PAUSED,
  recorded,
  seen,
  specImage,
  statusImage,
} from '../../support/records.ts';

const patched = all(specImage(NEW), statusImage(NEW), { status: { errorCount: 0, errorMessage: '' } });
const resumed = seen(patched).host;
const ok = { status: { errorType: null, operationalStatus: 'OK', lastUpdated: '2026-01-01T00:00:09Z' } };

test('the documented checks: no errors, no message, the new address', () => {
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

test('in addition to the documented checks, the status has the new address', () => {
  assert.deepEqual(targetChecks(resumed, NEW).at(-1), {
    name: 'status.provisioning.image.url',
    ok: true,
    found: NEW.url,
  });
  const { ok: holds, found } = targetChecks(seen(statusImage(null)).host, NEW).at(-1) ?? {};
  assert.deepEqual({ holds, found }, { holds: false, found: 'empty' });
});

const lacks: [string, object, string | undefined][] = [
  ['nothing moved yet', {}, 'the operator to reconcile the host'],
  ['managed again', ok, undefined],
  [
    'managed again within the second',
    all(ok, { status: { lastUpdated: '2026-01-01T00:00:00Z' } }),
    undefined,
  ],
  [
    'failed again',
    { status: { lastUpdated: '2026-01-01T00:00:09Z', errorCount: 1, errorMessage: 'HEAD' } },
    'the operator to register the host again (now: provisioned registration error: HEAD)',
  ],
  [
    'no error and not OK',
    all(ok, { status: { operationalStatus: '' } }),
    'operationalStatus OK (now: empty)',
  ],
  ['errors counted again', all(ok, { status: { errorCount: 2 } }), 'status.errorCount (now: 2)'],
  [
    'a message without an error',
    all(ok, { status: { errorMessage: 'x' } }),
    'status.errorMessage (now: "x")',
  ],
  [
    'another image',
    all(ok, specImage({ url: 'http://h/x' }), statusImage(null)),
    'spec.image.url (now: http://h/x)',
  ],
  ['no address in the status', all(ok, statusImage(null)), 'status.provisioning.image.url (now: empty)'],
  [
    'paused by another user',
    all(ok, annotations({ [PAUSED]: 'x' })),
    'the host to be resumed: it is paused by another user or tool (value "x")',
  ],
  [
    'paused with a word of the language',
    all(ok, annotations({ [PAUSED]: 'toString' })),
    'the host to be resumed: it is paused by another user or tool (value "toString")',
  ],
  [
    'paused by a user',
    all(ok, annotations({ [PAUSED]: 'kubectl-bmh' })),
    'the host to be resumed: it is paused by a user with "kubectl bmh pause"',
  ],
  ['under a run', all(ok, recorded()), 'the host to be resumed: it is paused by an unfinished run'],
];
for (const [name, patch, expected] of lacks)
  test(`what a host still lacks to be healthy: ${name}`, () => {
    assert.equal(lacking(seen(all(patched, patch)).host, resumed, NEW), expected);
  });

test('a host that was healthy before needs no sign of progress', () => {
  const healthy = seen(all(patched, ok)).host;
  assert.equal(lacking(healthy, healthy, NEW), undefined);
});

const losses: [string, object, string | undefined][] = [
  ['healthy', ok, undefined],
  ['broken', {}, undefined],
  [
    'deprovisioned',
    { status: { provisioning: { state: 'deprovisioning' } } },
    'the host\'s state is now "deprovisioning"',
  ],
  ['without a state', { status: { provisioning: { state: null } } }, 'the host\'s state is now ""'],
  ['deleted', { metadata: { deletionTimestamp: '2026-01-01T00:00:09Z' } }, 'the host is being deleted'],
  [
    'an old address put back',
    specImage({ url: 'http://10.0.0.1/x' }),
    'the image address was changed again: status and spec differ, so the operator wipes the host',
  ],
  ...[
    { spec: { customDeploy: { method: 'a' } }, status: { provisioning: { customDeploy: { method: 'b' } } } },
    all(specImage(null), { status: { provisioning: { image: null } } }),
  ].map((patch): [string, object, string] => [
    'what was deployed is not wanted any more',
    patch,
    'its deploy method no longer matches its status, or its image is gone, so the operator wipes the host',
  ]),
  [
    'the same under a pause',
    all(specImage({ url: 'http://h/x' }), annotations({ [PAUSED]: 'x' })),
    undefined,
  ],
];
for (const [name, patch, expected] of losses)
  test(`whether a host is lost: ${name}`, () => {
    assert.equal(lossOf(seen(all(patched, patch)).host), expected);
  });

test('other causes name the address without credentials, and the longest backoff of the operator', () => {
  const causes = otherCauses(resumed, { url: 'http://me:hidden@h/x', checksum: 'y' });
  assert.equal(causes.length, 3);
  assert.match(causes[0] ?? '', /http:\/\/\*\*\*@h\/x/);
  const away = (errorCount: number) =>
    /may be (.*) away/.exec(otherCauses(seen({ status: { errorCount } }).host, NEW)[2] ?? '')?.[1];
  assert.deepEqual([1, 5, 6, 9, 40].map(away), [
    '2 minutes',
    '32 minutes',
    '64 minutes',
    '9 hours',
    '9 hours',
  ]);
});
