import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Component } from '../../scenarios/components.ts';
import { isReconciled } from '../../support/monitoring-stage.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openResizing, type Resizing, sizesOf, stepsDone, uidsOf, withoutNotes } from './resizing.ts';

const components: Component[] = [
  { name: 'deleted', retentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Retain' } },
  { name: 'scaled', replicas: 1, retentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Delete' } },
  { name: 'partly', replicas: 1, spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } } },
  { name: 'live', replicas: 1, retentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Delete' } },
  { name: 'owned', replicas: 1 },
];

const HINT =
  'run this again with --retain-volumes, which sets Retain for the duration of the run, waits until it takes effect, and restores the policy last';

const WRITTEN =
  'the StatefulSet is deleted without its claims, but an owner reference written at the same time can still delete a claim';

const deletedRefused = `error: the volumes of Prometheus NS/deleted were not resized; nothing was changed
  retention-policy: the Prometheus's persistentVolumeClaimRetentionPolicy is whenDeleted: Delete, whenScaled: Retain: this procedure would delete every volume
    ${HINT}
  live-retention-policy: the live StatefulSet prometheus-deleted has the retention policy whenDeleted: Delete, whenScaled: Retain: this procedure would delete its volumes
    ${HINT}
  owned-claim: claim prometheus-deleted-db-prometheus-deleted-0 belongs to StatefulSet prometheus-deleted, claim prometheus-deleted-db-prometheus-deleted-1 to StatefulSet prometheus-deleted (ownerReferences): they are deleted with them, whatever the retention policy says
    ${HINT}
`;

const onlineRefused = deletedRefused
  .replace('this procedure would delete every volume', WRITTEN)
  .replace('this procedure would delete its volumes', WRITTEN)
  .replace('they are deleted with them, whatever the retention policy says', WRITTEN);

for (const kind of servers())
  describe(`volumes that deletion would take, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Resizing;
    before(async () => {
      server = await kind.start();
      stage = await openResizing(server, { components });
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    const claim = (name: string, ordinal = 0): string =>
      stage.path('persistentvolumeclaims', `prometheus-${name}-db-prometheus-${name}-${ordinal}`);
    /** The StatefulSet controller has given the claims to their owner, as the policy says. */
    const isOwned = async (name: string, replicas = 1): Promise<void> => {
      for (let ordinal = 0; ordinal < replicas; ordinal += 1)
        await stage.waitFor(claim(name, ordinal), ({ metadata }) => metadata.ownerReferences?.length === 1);
    };
    const guardsOf = async (name: string, ...words: string[]): Promise<string[]> => {
      const { code, stdout, writes } = await stage.resize(['100Gi', name, '-y', '-o', 'json', ...words]);
      assert.equal(code, 1);
      assert.deepEqual(writes, []);
      return JSON.parse(stdout).items[0].refusals.map(({ guard }: { guard: string }) => guard);
    };

    for (const mode of ['offline', 'online'])
      test(`whenDeleted: Delete is refused in mode ${mode}, and nothing is lost`, async () => {
        await isOwned('deleted', 2);
        const claims = await stage.claimsOf('deleted');
        const pods = await stage.podsOf('deleted');
        const ran = await stage.resize(['100Gi', 'deleted', '-y', '--mode', mode]);
        assert.deepEqual(ran, {
          code: 1,
          stdout: '',
          stderr: mode === 'online' ? onlineRefused : deletedRefused,
          writes: [],
        });
        assert.deepEqual(await stage.claimsOf('deleted'), claims);
        assert.equal(Object.keys(claims).length, 2);
        assert.deepEqual(await stage.podsOf('deleted'), pods);
        assert.deepEqual(await stage.records(), []);
        assert.deepEqual(stage.storage.lost, []);
      });

    test('whenScaled: Delete is refused too, whether whenDeleted is said or not', async () => {
      // Only a pod that is to go owns its claim under that policy.
      assert.deepEqual(await guardsOf('scaled'), ['retention-policy', 'live-retention-policy']);
      await isOwned('partly');
      assert.deepEqual(await guardsOf('partly'), [
        'retention-policy',
        'live-retention-policy',
        'owned-claim',
      ]);
    });

    test('a policy of the live StatefulSet alone is refused, whatever the resource says', async () => {
      await isOwned('live');
      const policy = { whenDeleted: 'Retain', whenScaled: 'Retain' };
      await stage.patch(stage.path('prometheuses', 'live'), {
        spec: { paused: true, persistentVolumeClaimRetentionPolicy: policy },
      });
      await stage.waitFor(stage.path('prometheuses', 'live'), isReconciled('True'));
      assert.deepEqual(await guardsOf('live'), ['paused', 'live-retention-policy', 'owned-claim']);
    });

    test('refuses a claim owned by a pod under any policy, if --retain-volumes cannot release it', async () => {
      const { metadata } = await stage.get(stage.path('pods', 'prometheus-operator-0'));
      const owner = { apiVersion: 'v1', kind: 'Pod', name: metadata.name, uid: metadata.uid };
      const { status, text } = await stage.patch(claim('owned'), { metadata: { ownerReferences: [owner] } });
      assert.equal(status, 200, text);
      const { stderr } = await stage.resize(['100Gi', 'owned', '-y']);
      assert.match(
        stderr,
        / {2}owned-claim: claim prometheus-owned-db-prometheus-owned-0 belongs to Pod prometheus-operator-0 \(ownerReferences\)/,
      );
      assert.deepEqual(await guardsOf('owned', '--retain-volumes'), ['stranded-owner']);
    });

    test('--retain-volumes carries the documented order out, keeps every claim, and restores the policy', async () => {
      const before = await stage.claimsOf('deleted');
      const held = await stage.held('deleted');
      const { code, stdout, stderr, writes } = await stage.resize([
        '100Gi',
        'deleted',
        '-y',
        '--retain-volumes',
      ]);
      assert.equal(stdout, 'prometheus.monitoring.coreos.com/deleted resized to 100Gi\n');
      const steps = withoutNotes(stderr);
      assert.equal(
        steps.slice(steps.indexOf('1/')),
        `${stepsDone(
          'Try every patch',
          'Write the record',
          'Set the retention policy to Retain',
          'Wait until no volume would be deleted',
          'Set replicas to 0 and the template to the new size',
          'Wait for the pods to stop',
          'Grow claim prometheus-deleted-db-prometheus-deleted-0',
          'Grow claim prometheus-deleted-db-prometheus-deleted-1',
          'Wait for the storage to resize the volumes',
          'Restore the replicas',
          'Wait for the StatefulSet to come back',
          'Restore the retention policy',
          'Wait for the retention policy to take effect',
          'Remove the record',
        )}Verification: done (volumes have the size; file systems not measured)\n`,
      );
      assert.equal(code, 0);
      const policies = writes.flatMap(({ body }) => body.spec?.persistentVolumeClaimRetentionPolicy ?? []);
      assert.deepEqual(policies[0], { whenDeleted: 'Retain', whenScaled: 'Retain' });
      assert.deepEqual(policies.at(-1), { whenDeleted: 'Delete', whenScaled: 'Retain' });
      const after = await stage.claimsOf('deleted');
      assert.deepEqual(uidsOf(after), uidsOf(before));
      assert.deepEqual([...new Set(Object.values(sizesOf(after)))], ['100Gi/100Gi']);
      assert.deepEqual(await stage.held('deleted'), held);
      assert.deepEqual(await stage.records(), []);
    });

    for (const [name, mode] of [
      ['scaled', 'online'],
      ['partly', 'offline'],
      ['partly', 'online'],
    ] as const)
      test(`--retain-volumes in mode ${mode}: policy ${name} comes back exactly as it was`, async () => {
        if (name === 'partly') await isOwned(name);
        const before = await stage.claimsOf(name);
        const held = await stage.held(name);
        const pods = await stage.podsOf(name);
        const size = mode === 'online' ? '200Gi' : '100Gi';
        const ran = await stage.resize([size, name, '-y', '--retain-volumes', '--mode', mode]);
        assert.equal(ran.code, 0, ran.stderr);
        const after = await stage.claimsOf(name);
        assert.deepEqual(uidsOf(after), uidsOf(before));
        assert.deepEqual(Object.values(sizesOf(after)), [`${size}/${size}`]);
        assert.deepEqual(await stage.held(name), held);
        if (mode === 'online') assert.deepEqual(await stage.podsOf(name), pods);
        assert.deepEqual(await stage.records(), []);
        assert.deepEqual(stage.storage.lost, []);
      });
  });
