import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCEPTABLE } from '../../../cmd/kubectl-bmh/repair.ts';
import { entry } from '../../../lib/hosts/decide.ts';
import { guards, refusalsOf, unequalUrls, untouchable } from '../../../lib/hosts/guards.ts';
import { RECORD_ANNOTATION } from '../../../lib/names.ts';
import {
  all,
  annotations,
  NEW,
  OLD,
  PAUSED,
  RECORD,
  recorded,
  seen,
  specImage,
  statusImage,
} from '../../support/records.ts';

const list = [...untouchable, ...guards, ...entry, unequalUrls];
const refusing = (observed: ReturnType<typeof seen>, target = NEW, accepted: string[] = []) =>
  refusalsOf(list, observed, { target, accepted: new Set(accepted) }).map(({ guard }) => guard);

const owned = (manager: string, fields: object) => ({
  metadata: { managedFields: [{ manager, operation: 'Update', fieldsV1: fields }] },
});
const imageUrl = { 'f:spec': { 'f:image': { 'f:url': {} } } };

const cases: [string, object, string[]][] = [
  ['a broken host', {}, []],
  ['deletion', { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } }, ['deleting']],
  ['externally provisioned', { spec: { externallyProvisioned: true } }, ['externally-provisioned']],
  ['another state', { status: { provisioning: { state: 'available' } } }, ['not-provisioned']],
  ['no state', { status: null }, ['not-provisioned']],
  ['a record of something else', annotations({ [RECORD_ANNOTATION]: '{"goal":"x"}' }), ['unreadable-record']],
  ['a pause of a person', annotations({ [PAUSED]: 'true' }), ['foreign-pause']],
  ['a pause without a value', annotations({ [PAUSED]: '' }), ['foreign-pause']],
  ['a pause of CAPM3', annotations({ [PAUSED]: 'metal3.io/capm3' }), ['foreign-pause']],
  ['a pause of CAPM3 beside our record', recorded(RECORD, 'metal3.io/capm3'), ['foreign-pause']],
  ['our own pause', recorded(), []],
  ['no image', specImage(null), ['no-image', 'unequal-urls']],
  ['an empty image address', specImage({ url: '' }), ['no-image', 'unequal-urls']],
  ['a move', annotations({ 'clusterctl.cluster.x-k8s.io/block-move': '' }), ['block-move']],
  ['a detached host', annotations({ 'baremetalhost.metal3.io/detached': '' }), ['detached']],
  ['a saved status', annotations({ 'baremetalhost.metal3.io/status': '{}' }), ['status-annotation']],
  [
    'another deploy method',
    { spec: { customDeploy: { method: 'b' } }, status: { provisioning: { customDeploy: { method: 'a' } } } },
    ['custom-deploy'],
  ],
  [
    'the same deploy method',
    { spec: { customDeploy: { method: 'a' } }, status: { provisioning: { customDeploy: { method: 'a' } } } },
    [],
  ],
  ['a live ISO', specImage({ format: 'live-iso' }), ['no-checksum-image']],
  [
    'an OCI image',
    all(specImage({ url: 'oci://10.0.0.1/x' }), statusImage({ url: 'oci://10.0.0.1/x' })),
    ['no-checksum-image'],
  ],
  ['another checksum type', specImage({ checksumType: 'sha256' }), ['checksum-type']],
  ['any checksum type', specImage({ checksumType: 'auto' }), []],
  [
    'an image held by Argo CD',
    annotations({ 'argocd.argoproj.io/tracking-id': 'metal:metal3.io/BareMetalHost:metal/worker-0' }),
    ['gitops'],
  ],
  [
    'an image held by Flux',
    { metadata: { labels: { 'kustomize.toolkit.fluxcd.io/name': 'hosts' } } },
    ['gitops'],
  ],
  ['an image held by Helm', annotations({ 'meta.helm.sh/release-name': 'hosts' }), ['gitops']],
  ['an image owned by Argo CD', owned('argocd-controller', imageUrl), ['gitops']],
  ['other fields owned by Argo CD', owned('argocd-controller', { 'f:spec': { 'f:online': {} } }), []],
  ['an image owned by kubectl apply', owned('kubectl-client-side-apply', imageUrl), []],
  ['another error', { status: { errorType: 'registration error' } }, ['other-error']],
  [
    'missing image information',
    { status: { errorMessage: 'Cannot validate image information for node a. Missing are: [x]' } },
    ['missing-information'],
  ],
  [
    'an address by name',
    all(specImage({ url: 'http://a/x', checksum: 'http://a/x.md5sum' }), statusImage({ url: 'http://a/x' })),
    ['address-not-ip'],
  ],
  ['urls that differ', specImage({ url: 'http://10.0.0.9/x' }), ['unequal-urls']],
  ['an empty status url', statusImage({ url: '' }), []],
];
for (const [name, patch, expected] of cases)
  test(`${name}: ${expected.join(', ') || 'not refused'}`, () =>
    assert.deepEqual(refusing(seen(patch)), expected));

test('a paused Cluster refuses, one that is not does not', () => {
  const owner = { namespace: 'metal', name: 'prod' };
  assert.deepEqual(refusing(seen({}, { cluster: { ...owner, paused: true } })), ['cluster-paused']);
  assert.deepEqual(refusing(seen({}, { cluster: { ...owner, paused: false } })), []);
});

test('a checksum type that was given is taken', () => {
  const sha256 = { url: NEW.url, checksum: `${NEW.url}.sha256sum`, checksumType: 'sha256' } as const;
  assert.deepEqual(refusing(seen(), sha256), []);
  assert.deepEqual(refusing(seen(), { url: NEW.url, checksum: sha256.checksum }), ['checksum-type']);
});

test('a source that holds the new address already is no danger', () => {
  const patch = all(annotations({ 'meta.helm.sh/release-name': 'hosts' }), specImage(NEW), statusImage(NEW));
  assert.deepEqual(refusing(seen(patch), NEW, ['address-not-ip']), []);
});

test('a judgement can be accepted, a risk of the disk can not', () => {
  const held = all(
    annotations({ 'meta.helm.sh/release-name': 'hosts' }),
    specImage({ url: 'http://10.0.0.9/x' }),
  );
  assert.deepEqual(refusing(seen(held), NEW, ['gitops', 'unequal-urls']), ['unequal-urls']);
});

test('the flag offers what can be accepted, and nothing else', () => {
  const acceptable = list.filter(({ acceptable: can }) => can).map(({ name }) => name);
  assert.deepEqual(acceptable.toSorted(), [...ACCEPTABLE]);
});

test('every guard has a name of its own, and every refusal a reason and a mend', () => {
  assert.equal(new Set(list.map(({ name }) => name)).size, list.length);
  for (const [, patch] of cases)
    for (const { reason, mend } of refusalsOf(list, seen(patch), { target: NEW, accepted: new Set() }))
      assert.ok(reason.length > 0 && mend.length > 0);
});

test('credentials in addresses are not repeated in refusals', () => {
  const secret = { url: 'http://me:hidden@a/x', checksum: 'http://me:hidden@a/x.md5sum' };
  const refusals = refusalsOf(list, seen(all(specImage(secret), statusImage(OLD))), {
    target: NEW,
    accepted: new Set(),
  });
  assert.ok(refusals.length > 0);
  assert.doesNotMatch(JSON.stringify(refusals), /hidden/);
});
