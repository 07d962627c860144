import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { RECORD_ANNOTATION } from '../../../lib/objects/names.ts';
import { brokenHost, STANDARD, served, stale } from '../../scenarios/hosts.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { PAUSED } from '../../support/records.ts';
import { type Passed, type RelayOptions, startRelay } from '../../support/relay.ts';
import { plainText, type Ran, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import type { Stage } from '../../support/stage.ts';
import { stageFor } from '../../support/stage-for.ts';

const NAMES = [
  'paused',
  'status',
  'spec',
  'free',
  'fresh',
  'elsewhere',
  'checksum',
  'switched',
  'overtaken',
  'overtaking',
  'planned',
  'differing',
  'pinned',
];

const scenario = (): Scenario => ({
  nodes: ['management-0'],
  clusters: [],
  hosts: NAMES.map((name, index) => brokenHost(name, index)),
  images: [served(STANDARD)],
  deadBmcs: [],
});

/** Breaks the connection at one of the patches that change a host, counted from 1. */
const PAUSE = 1;
const STATUS = 2;
const SPEC = 3;
const RESUME = 4;

for (const kind of servers())
  describe(`kubectl bmh undo on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    let namespace: string;
    let kubeconfig: string;
    stageFor({ kind, scenario: scenario() }, (staged) => {
      ({ server, stage, namespace, kubeconfig } = staged);
    });

    // A write of another user that is a second later than the run's counts as one put back: the pause is kept then.
    const kubectl = (words: string[], config = kubeconfig): Promise<Ran> =>
      runCommand(program, [words[0] ?? '', '--kubeconfig', config, ...words.slice(1)], {
        wait: () => Promise.resolve(),
      });
    /** Runs a command through a relay that acts at the patch of this number, and is dead while `gone` says so. */
    const disturbed = async (
      words: string[],
      at: number,
      act: NonNullable<RelayOptions['before']>,
      moment: 'before' | 'after' = 'before',
      gone: () => boolean = () => false,
    ): Promise<Ran> => {
      let patches = 0;
      const relay = await startRelay(server.admin, {
        before: (request: Passed) => {
          if (gone()) return 'reset';
          if (request.method !== 'PATCH' || request.path.includes('dryRun')) return undefined;
          patches += 1;
          return moment === 'before' && patches === at ? act(request) : undefined;
        },
        after: (request: Passed) =>
          request.method === 'PATCH' && moment === 'after' && patches === at ? act(request) : undefined,
      });
      try {
        return await kubectl(words, await stage.kubeconfig(relay.endpoint(server.admin), namespace));
      } finally {
        await relay.stop();
      }
    };
    /** Runs a command whose network goes as soon as the server has done its patch of this number. */
    const cutOff = async (words: string[], at: number): Promise<Ran> => {
      let gone = false;
      return disturbed(
        words,
        at,
        () => {
          gone = true;
          return 'reset';
        },
        'after',
        () => gone,
      );
    };
    const abandoned = async (name: string, at: number, flags: string[] = []): Promise<void> => {
      const { code, stderr } = await cutOff(['repair', name, '-y', '--no-wait', ...flags], at);
      assert.notEqual(code, 0, stderr);
      const { metadata } = await stage.host(namespace, name);
      assert.ok(metadata.annotations[RECORD_ANNOTATION]);
    };
    const isUndone = async (name: string): Promise<void> => {
      const { metadata, spec, status } = await stage.host(namespace, name);
      assert.equal(metadata.annotations?.[PAUSED], undefined);
      assert.equal(metadata.annotations?.[RECORD_ANNOTATION], undefined);
      assert.equal(spec.image.url, stale(STANDARD));
      assert.equal(spec.image.checksum, `${stale(STANDARD)}.md5sum`);
      assert.equal(status.provisioning.image.url, stale(STANDARD));
      assert.equal(status.provisioning.image.checksum, `${stale(STANDARD)}.md5sum`);
      assert.equal(status.provisioning.state, 'provisioned');
      assert.deepEqual(stage.operator.wiped, []);
    };
    const plain = (text: string): string =>
      plainText(text, { [namespace]: 'NS', [kubeconfig]: 'KUBECONFIG' });

    test('restores the former addresses in the order that cannot wipe, and resumes', async () => {
      await abandoned('spec', SPEC);
      const { code, stdout, stderr } = await kubectl(['undo', 'spec', '-y']);
      assert.equal(
        stdout,
        'baremetalhost.metal3.io/spec undone and resumed: its former addresses are restored\n',
      );
      assert.equal(
        plain(stderr),
        `  Context    test
  Server     https://127.0.0.1:PORT
  Namespace  NS
  Host       spec (an unfinished repair)
  Image      ${served(STANDARD)}
             -> ${stale(STANDARD)}
  Checksum   ${served(STANDARD)}.md5sum
             -> ${stale(STANDARD)}.md5sum
  Order      safe: empty the status, spec, status
1/10 Verify access: done
2/10 Start the API proxy: done (127.0.0.1:PORT)
3/10 Pause reconciliation for the undo: done
4/10 Create the payload files: done
5/10 Validate the payload files: done
6/10 Clear the address in the status: done
7/10 Patch spec: done
8/10 Patch status: done
9/10 Resume reconciliation: done
10/10 Stop the API proxy: done
Verification: done (undone and resumed: its former addresses are restored)
`,
      );
      assert.equal(code, 0);
      await isUndone('spec');
    });

    for (const [name, at, flags] of [
      ['paused', PAUSE, []],
      ['status', STATUS, []],
      ['free', STATUS, ['--order=safe']],
    ] as const)
      test(`undoes a repair that ended after patch ${at} ${flags.join(' ')}`, async () => {
        await abandoned(name, at, [...flags]);
        const { code, stderr } = await kubectl(['undo', name, '-y']);
        assert.equal(code, 0, stderr);
        // Steps in a row with nothing to do are one line: 3-8/10.
        const steps = [...stderr.matchAll(/^(\d+)(?:-(\d+))?\/10 /gm)].flatMap(([, from, to = from]) =>
          Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => Number(from) + index),
        );
        assert.deepEqual(steps, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        await isUndone(name);
        const again = await kubectl(['undo', name, '-y']);
        assert.deepEqual(again, {
          code: 0,
          stdout: `baremetalhost.metal3.io/${name} unchanged: there is no unfinished repair to undo\n`,
          stderr: '',
        });
      });

    test('changes nothing on a host without an unfinished repair', async () => {
      const { metadata } = await stage.host(namespace, 'fresh');
      assert.equal((await kubectl(['undo', 'fresh', '-y'])).code, 0);
      assert.equal((await stage.host(namespace, 'fresh')).metadata.generation, metadata.generation);
    });

    test('does not overwrite another user’s address: the host stays paused and the message names it', async () => {
      await abandoned('elsewhere', SPEC);
      const url = 'http://10.9.8.7/images/other.qcow2';
      await stage.patch(namespace, 'elsewhere', { spec: { image: { url } } });
      const before = await stage.host(namespace, 'elsewhere');
      const { code, stderr } = await kubectl(['undo', 'elsewhere', '-y']);
      assert.equal(code, 1);
      assert.equal(
        plain(stderr),
        `error: the repair of host NS/elsewhere was not undone; nothing was changed
  unequal-originals: the undo cannot make the two addresses equal: it would leave ${url} in the spec and ${stale(STANDARD)} in the status
    the host stays paused: do not remove the pause by hand; finish the repair instead: kubectl bmh repair elsewhere -n NS --kubeconfig KUBECONFIG; or set the status address to ${url} too and run this again
host NS/elsewhere is paused by an unfinished repair, and its two image addresses differ: resuming it by hand now would wipe it; to continue: kubectl patch baremetalhosts.metal3.io elsewhere --subresource=status --type=merge -p '{"metadata":{"resourceVersion":"${before.metadata.resourceVersion}"},"status":{"provisioning":{"image":{"url":"${url}"}}}}' -n NS --kubeconfig KUBECONFIG
`,
      );
      const { metadata, spec } = await stage.host(namespace, 'elsewhere');
      assert.equal(metadata.annotations[PAUSED], 'true');
      assert.equal(spec.image.url, url);
      // What another writer has set since the run began is kept, if that can be detected.
      const repaired = await kubectl(['repair', 'elsewhere', '-y', '--no-wait', '--accept', 'gitops']);
      assert.equal(repaired.code, 0, repaired.stderr);
      assert.equal((await stage.host(namespace, 'elsewhere')).spec.image.url, served(STANDARD));
    });

    test('keeps a checksum that another user has set', async () => {
      await abandoned('checksum', SPEC);
      const checksum = 'http://10.9.8.7/images/other.md5sum';
      await stage.patch(namespace, 'checksum', { spec: { image: { checksum } } });
      assert.equal((await kubectl(['undo', 'checksum', '-y'])).code, 0);
      const { spec, status } = await stage.host(namespace, 'checksum');
      assert.deepEqual([spec.image.url, spec.image.checksum], [stale(STANDARD), checksum]);
      assert.equal(status.provisioning.image.checksum, `${stale(STANDARD)}.md5sum`);
    });

    test('refuses to restore addresses that differ', async () => {
      const url = 'http://10.9.8.7/images/other.qcow2';
      await stage.patch(namespace, 'differing', {
        metadata: { annotations: { [PAUSED]: 'by hand' } },
        spec: { image: { url } },
      });
      const flags = ['-y', '--no-wait', '--accept', 'foreign-pause', '--accept', 'address-not-ip'];
      await cutOff(['repair', 'differing', ...flags, '--image-name', STANDARD], STATUS);
      const { code, stderr } = await kubectl(['undo', 'differing', '-y', '--accept', 'foreign-pause']);
      assert.equal(code, 1);
      assert.match(stderr, /unequal-originals: /);
      assert.deepEqual(stage.operator.wiped, []);
    });

    test('refuses a repair while an undo is unfinished; the undo resumes', async () => {
      await abandoned('switched', SPEC);
      const lost = await cutOff(['undo', 'switched', '-y'], 2);
      assert.notEqual(lost.code, 0);
      assert.match(
        plain(lost.stderr),
        /is paused by this unfinished run: .*; to continue: kubectl bmh undo switched -n NS /,
      );
      const refused = await kubectl(['repair', 'switched', '-y']);
      assert.equal(refused.code, 1);
      assert.match(
        plain(refused.stderr),
        / {2}other-goal: .*\(goal undo\).*\(goal repair\)\n(?:.*\n)*.*; to continue: kubectl bmh undo switched -n NS /,
      );
      assert.equal((await kubectl(['undo', 'switched', '-y'])).code, 0);
      await isUndone('switched');
    });

    test('a repair overtaken by an undo stops, and the undo remains in effect', async () => {
      const { code, stderr } = await disturbed(['repair', 'overtaken', '-y', '--no-wait'], SPEC, async () => {
        assert.equal((await kubectl(['undo', 'overtaken', '-y'])).code, 0);
        return undefined;
      });
      assert.equal(code, 1);
      assert.match(stderr, / {2}run-ended: another user or process ended this run/);
      await isUndone('overtaken');
    });

    test('an undo overtaken by the end of the repair says so', async () => {
      await abandoned('overtaking', SPEC);
      const { code, stderr } = await disturbed(['undo', 'overtaking', '-y'], 1, async () => {
        assert.equal((await kubectl(['repair', 'overtaking', '-y', '--no-wait'])).code, 0);
        return undefined;
      });
      assert.equal(code, 1, stderr);
      assert.match(stderr, /was not undone: another user has finished the repair in the meantime/);
      const { metadata, spec, status } = await stage.host(namespace, 'overtaking');
      assert.equal(metadata.annotations?.[PAUSED], undefined);
      assert.deepEqual([spec.image.url, status.provisioning.image.url], [served(STANDARD), served(STANDARD)]);
    });

    test('a dry run and a diff change nothing', async () => {
      await abandoned('planned', RESUME - 1);
      const { metadata } = await stage.host(namespace, 'planned');
      const client = await kubectl(['undo', 'planned', '--dry-run=client']);
      assert.equal(client.code, 0, client.stderr);
      assert.deepEqual(
        client.stdout.match(/^PATCH [^?]+/gm)?.map((line) => line.replace(/^.*planned/, '')),
        ['', '/status', '', '/status', ''],
      );
      const diff = await kubectl(['undo', 'planned', '--diff']);
      assert.match(diff.stdout, /^- spec\.image\.url: http:\/\/httpd-http.*\n\+ spec\.image\.url: /m);
      assert.match(
        diff.stdout,
        /\n- metadata\.annotations\["baremetalhost\.metal3\.io\/paused"\]: "true"\n- \(bookkeeping annotation\)\n$/,
      );
      assert.equal(
        (await stage.host(namespace, 'planned')).metadata.resourceVersion,
        metadata.resourceVersion,
      );
    });

    test('keeps another user’s pause, and requires --accept for it', async () => {
      await abandoned('pinned', SPEC);
      await stage.patch(namespace, 'pinned', { metadata: { annotations: { [PAUSED]: 'metal3.io/capm3' } } });
      const refused = await kubectl(['undo', 'pinned', '-y']);
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, / {2}foreign-pause: the host is paused by the Cluster API provider/);
      const { code, stdout } = await kubectl(['undo', 'pinned', '-y', '--accept', 'foreign-pause']);
      assert.equal(code, 0);
      assert.equal(
        stdout,
        "baremetalhost.metal3.io/pinned undone and left under another user's pause: its former addresses are restored\n",
      );
      const { metadata, spec } = await stage.host(namespace, 'pinned');
      assert.deepEqual(metadata.annotations, { [PAUSED]: 'metal3.io/capm3' });
      assert.equal(spec.image.url, stale(STANDARD));
    });
  });
