import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { RECORD_ANNOTATION, REENROLL_ANNOTATION } from '../../../lib/objects/names.ts';
import { brokenHost, healthyHost, paused, STANDARD, served, stale } from '../../scenarios/hosts.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { PAUSED, RECORD } from '../../support/records.ts';
import { type Passed, type RelayOptions, startRelay } from '../../support/relay.ts';
import { plainText, type Ran, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import type { Stage } from '../../support/stage.ts';
import { stageFor } from '../../support/stage-for.ts';

const MIRROR = 'http://mirror/images/a.qcow2';
const target = { url: served(STANDARD), checksum: `${served(STANDARD)}.md5sum` };
const former = { url: stale(STANDARD), checksum: `${stale(STANDARD)}.md5sum`, checksumType: 'md5' };
const record = JSON.stringify({
  ...RECORD,
  target,
  original: { spec: former, status: { ...former, errorCount: 9, errorMessage: '' } },
});
const named = (name: string) => ({
  url: name,
  checksum: `${name}.md5sum`,
  checksumType: 'md5',
  format: 'qcow2',
});

const scenario = (): Scenario => ({
  nodes: ['management-0'],
  clusters: [],
  hosts: [
    ...['rewritten', 'stripped', 'kept'].map((name, index) => brokenHost(name, index)),
    brokenHost('stuck', 10, {
      annotations: { ...paused('true'), [RECORD_ANNOTATION]: record },
      spec: { image: named(MIRROR) },
      provisioning: { image: named(target.url) },
    }),
    brokenHost('unrecorded', 11, { annotations: paused('true'), spec: { image: named(MIRROR) } }),
    healthyHost('forgotten', 12, { annotations: paused('true') }),
    brokenHost('node', 13, { image: named(target.url) }),
    healthyHost('held', 14, { annotations: paused('kubectl-bmh') }),
  ],
  images: [served(STANDARD)],
  deadBmcs: [],
});

/** Admission that changes the body of each patch on its way. */
const admission = (change: (body: Patch) => void): RelayOptions => ({
  before: ({ method, body }: Passed) => {
    if (method !== 'PATCH') return undefined;
    const parsed: Patch = JSON.parse(body);
    change(parsed);
    return { rewritten: JSON.stringify(parsed) };
  },
});

interface Patch {
  metadata: { annotations?: Record<string, string | null | undefined> };
  spec?: { image?: { url?: string } };
}

const rewrites = admission(({ spec }) => {
  if (spec?.image) spec.image.url = MIRROR;
});
const strips = admission(({ metadata: { annotations = {} } }) => {
  annotations[RECORD_ANNOTATION] = undefined;
  annotations[REENROLL_ANNOTATION] = undefined;
});
const keepsPause = admission(({ metadata: { annotations = {} } }) => {
  if (annotations[PAUSED] === null) annotations[PAUSED] = undefined;
});

for (const kind of servers())
  describe(`admission that changes what is written, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    let namespace: string;
    let kubeconfig: string;
    stageFor({ kind, scenario: scenario() }, (staged) => {
      ({ server, stage, namespace, kubeconfig } = staged);
    });

    async function run(words: string[], options?: RelayOptions): Promise<Ran> {
      const relay = options && (await startRelay(server.admin, options));
      const config = relay ? await stage.kubeconfig(relay.endpoint(server.admin), namespace) : kubeconfig;
      try {
        const ran = await runCommand(program, [...words, '--kubeconfig', config]);
        const plain = (text: string) => plainText(text, { [namespace]: 'NS', [config]: 'CONFIG' });
        return { code: ran.code, stdout: plain(ran.stdout), stderr: plain(ran.stderr) };
      } finally {
        await relay?.stop();
      }
    }
    const hostOf = (name: string) => stage.host(namespace, name);

    for (const [name, words, options, said] of [
      [
        'rewritten',
        ['repair'],
        rewrites,
        `spec.image.url would be "${MIRROR}" instead of "${served(STANDARD)}"`,
      ],
      [
        'stripped',
        ['repair'],
        strips,
        'metadata.annotations["kubectl-bmh/repair"] would be absent instead of "',
      ],
      [
        'node',
        ['reenroll', '--accept', 'healthy'],
        strips,
        'metadata.annotations["kubectl-bmh/reenroll"] would be absent instead of "',
      ],
    ] as const)
      test(`${words[0]} of ${name} is refused before any write, and names the difference`, async () => {
        const { metadata } = await hostOf(name);
        const { code, stdout, stderr } = await run([...words, name, '-y'], options);
        assert.equal(code, 1, stderr + stdout);
        assert.ok(
          stderr.includes(`error: admission would change what is written to baremetalhosts/${name}: ${said}`),
          stderr,
        );
        assert.match(stderr, /^1\/\d+ Verify access: failed \(admission would change /m);
        assert.doesNotMatch(stderr, /: done/);
        const now = (await hostOf(name)).metadata;
        assert.deepEqual([now.annotations, now.generation], [metadata.annotations, metadata.generation]);
      });

    test('fails and prints the command that removes the pause when admission keeps it after the resume', async () => {
      const { code, stderr } = await run(['repair', 'kept', '-y', '--no-wait'], keepsPause);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /error: admission changed what was written to baremetalhosts\/kept: metadata\.annotations\["baremetalhost\.metal3\.io\/paused"\] is "true" instead of absent\n(?:.*\n)*host NS\/kept is paused by this run, but carries no record of it; to continue: kubectl annotate baremetalhosts\.metal3\.io kept baremetalhost\.metal3\.io\/paused- -n NS --kubeconfig CONFIG --resource-version=\d+\n$/,
      );
      const resumed = await run(['resume', 'held', '-y'], keepsPause);
      assert.equal(resumed.code, 1);
      assert.match(resumed.stderr, /admission changed what was written to baremetalhosts\/held/);
    });

    test('each printed command leads to the end when a webhook left a host between two addresses', async () => {
      const repaired = await run(['repair', 'stuck', '-y'], rewrites);
      assert.equal(repaired.code, 1);
      assert.match(
        repaired.stderr,
        /spec\.image\.url would be .*\n(?:.*\n)*.*; to continue: kubectl bmh undo stuck -n NS /,
      );
      const { stdout } = await run(['diagnose', 'stuck']);
      assert.match(
        stdout.replaceAll(/\s+/g, ' '),
        /Next if an admission webhook refuses the repair, undo it instead: kubectl bmh undo stuck -n NS .*kubectl bmh repair stuck -n NS/,
      );
      const undone = await run(['undo', 'stuck', '-y'], rewrites);
      assert.equal(undone.code, 1);
      const [, patch = '{}'] =
        /kubectl patch .* --subresource=status --type=merge -p '(.*)' -n NS/.exec(undone.stderr) ?? [];
      assert.equal(
        (await stage.patch(namespace, 'stuck', JSON.parse(patch), 'status')).status,
        200,
        undone.stderr,
      );
      const again = await run(['undo', 'stuck', '-y'], rewrites);
      assert.equal(again.code, 0, again.stderr);
      const { metadata, spec, status } = await hostOf('stuck');
      assert.deepEqual(metadata.annotations ?? {}, {});
      assert.deepEqual([spec.image.url, status.provisioning.image.url], [MIRROR, MIRROR]);
      assert.equal(status.provisioning.state, 'provisioned');
    });

    test('undo of a host without a record prints the command that removes its pause', async () => {
      const { code, stderr } = await run(['undo', 'unrecorded', '-y']);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /^error: host NS\/unrecorded has no record of a repair to undo; nothing was changed\nhost NS\/unrecorded is paused by another user or tool, and its two image addresses differ: resuming it by hand now would wipe it; to continue: kubectl patch baremetalhosts\.metal3\.io unrecorded --subresource=status /,
      );
      const forgotten = await run(['undo', 'forgotten', '-y']);
      assert.equal(forgotten.code, 0);
      assert.match(
        forgotten.stdout,
        /unchanged: there is no unfinished repair to undo; it is paused by another user or tool \(value "true"\)\. If that pause is no longer needed, remove it: kubectl annotate baremetalhosts\.metal3\.io forgotten baremetalhost\.metal3\.io\/paused- -n NS --kubeconfig CONFIG --resource-version=\d+\n$/,
      );
    });
  });
