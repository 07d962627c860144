import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { PAUSED_VALUE, RECORD_ANNOTATION } from '../../../lib/objects/names.ts';
import { brokenHost, image, STANDARD, served, stale } from '../../scenarios/hosts.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { allowUser, permissions } from '../../support/allowed-user.ts';
import { call } from '../../support/http.ts';
import { PAUSED } from '../../support/records.ts';
import { type Relay, startRelay } from '../../support/relay.ts';
import { plainText, type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import type { Stage } from '../../support/stage.ts';
import { stageFor } from '../../support/stage-for.ts';

const NAMES = [
  'plain',
  'quiet',
  'named',
  'machine',
  'kept',
  'planned',
  'twice',
  'half',
  'handed',
  'missed',
  'held',
  'weak',
  'stopped',
  'pinned',
  'free',
  'absent',
  'meddled',
  'reverted',
  'half-reverted',
  'suspended',
  'kept-paused',
  'moved',
  'moved-early',
  'blocked',
];

const scenario = (): Scenario => ({
  nodes: ['management-0'],
  clusters: [{ namespace: 'metal3', name: 'production', paused: false }],
  hosts: [
    ...NAMES.map((name, index) =>
      brokenHost(
        name,
        index,
        ['machine', 'moved', 'moved-early'].includes(name) ? { cluster: 'production' } : {},
      ),
    ),
    ...['idle', 'differing', 'doomed', 'shared'].map((name, index) =>
      brokenHost(name, 80 + index, { namespace: 'idle' }),
    ),
    brokenHost('stuck', 93, { image: image('http://httpd-http/images/nowhere-at-all.qcow2') }),
    brokenHost('secret', 91, { image: image(`http://admin:hunter2@172.22.0.1/images/${STANDARD}`) }),
    brokenHost('sound', 92, {
      namespace: 'idle',
      status: { operationalStatus: 'OK', errorType: undefined, errorMessage: '', errorCount: 0 },
    }),
  ],
  images: [served(STANDARD)],
  deadBmcs: [],
});

/** The folder for temporary files, where one was set. */
const usual = process.env.TMPDIR;

for (const kind of servers())
  describe(`kubectl bmh repair on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    let namespace: string;
    let kubeconfig: string;
    stageFor({ kind, scenario: scenario(), unattended: ['idle'] }, (staged) => {
      ({ server, stage, namespace, kubeconfig } = staged);
    });
    before(() => {
      // A folder for temporary files that no other test writes to.
      process.env.TMPDIR = stage.folder;
    });
    after(() => {
      if (usual === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = usual;
    });

    const repair = (
      words: string[],
      { config = kubeconfig, ...options }: RunOptions & { config?: string } = {},
    ): Promise<Ran> =>
      runCommand(program, ['repair', '--stable-for=0', '--kubeconfig', config, ...words], options);
    /** What differs from run to run, made the same. */
    const plain = (text: string): string => plainText(text, { [namespace]: 'NS' });
    const isRepaired = async (name: string): Promise<void> => {
      const { metadata, spec, status } = await stage.host(namespace, name);
      assert.equal(metadata.annotations?.[PAUSED], undefined);
      assert.equal(metadata.annotations?.[RECORD_ANNOTATION], undefined);
      assert.equal(spec.image.url, served(STANDARD));
      assert.equal(status.provisioning.image.url, served(STANDARD));
      assert.equal(status.provisioning.state, 'provisioned');
      assert.equal(status.errorCount, 0);
      assert.equal(status.errorMessage, '');
      assert.deepEqual(stage.operator.wiped, []);
    };

    test('repairs a host step by step and waits for the operator', async () => {
      const { code, stdout, stderr } = await repair(['plain', '-y']);
      assert.equal(stdout, 'baremetalhost.metal3.io/plain repaired\n');
      assert.equal(
        plain(stderr),
        `  Context    test
  Server     https://127.0.0.1:PORT
  Namespace  NS
  Host       plain (provisioned registration error)
  Image      ${stale(STANDARD)}
             -> ${served(STANDARD)}
  Checksum   ${stale(STANDARD)}.md5sum
             -> ${served(STANDARD)}.md5sum
1/9 Verify access: done
2/9 Start the API proxy: done (127.0.0.1:PORT)
3/9 Pause reconciliation: done
4/9 Create the payload files: done
5/9 Validate the payload files: done
6/9 Patch status: done
7/9 Patch spec: done
8/9 Resume reconciliation: done
9/9 Stop the API proxy: done
${stderr.match(/^waiting for .*\n/gm)?.join('') ?? ''}Verification: done (the operator reports the host healthy)
`,
      );
      assert.equal(code, 0);
      await isRepaired('plain');
      const again = await repair(['plain', '-y']);
      assert.deepEqual(again, {
        code: 0,
        stdout: 'baremetalhost.metal3.io/plain unchanged: nothing is wrong with it\n',
        stderr: '',
      });
    });

    test('--no-wait ends after the documented checks and -o name prints the name, also for a host of a Cluster', async () => {
      const { code, stdout } = await repair(['machine', '-y', '--no-wait', '-o', 'name']);
      assert.deepEqual({ code, stdout }, { code: 0, stdout: 'baremetalhost.metal3.io/machine\n' });
      const { spec, metadata } = await stage.host(namespace, 'machine');
      assert.equal(spec.image.url, served(STANDARD));
      assert.equal(metadata.annotations?.[PAUSED], undefined);
    });

    test('-o json has the whole result and masks credentials', async () => {
      const { code, stdout, stderr } = await repair(['secret', '-y', '-o', 'json']);
      assert.equal(code, 0);
      const [report] = JSON.parse(stdout).items;
      assert.equal(report.verdict, 'repaired');
      assert.equal(report.exitCode, 0);
      assert.deepEqual(report.image.from.url, `http://***@172.22.0.1/images/${STANDARD}`);
      assert.deepEqual(
        report.checks.map(({ ok }: { ok: boolean }) => ok),
        [true, true, true],
      );
      assert.doesNotMatch(stdout + stderr, /hunter2/);
    });

    test('sends the payload files, each with the resourceVersion it was decided on', async () => {
      const relay = await startRelay(server.admin);
      const payloads = join(stage.folder, 'payloads');
      try {
        const config = await stage.kubeconfig(relay.endpoint(server.admin), namespace);
        assert.equal(
          (await repair(['kept', '-y', '--no-wait', '--payload-dir', payloads], { config })).code,
          0,
        );
      } finally {
        await relay.stop();
      }
      const writes = relay.passed.filter(
        ({ method, path }) => method === 'PATCH' && !path.includes('dryRun'),
      );
      assert.equal(writes.length, 4);
      assert.ok(writes.every(({ path }) => path.includes('?fieldManager=kubectl-bmh')));
      const bodies = writes.map(({ body }) => JSON.parse(body));
      assert.ok(bodies.every(({ metadata }) => /^\d+$/.test(metadata.resourceVersion)));
      for (const [part, sent] of [
        ['status', bodies[1]],
        ['spec', bodies[2]],
      ]) {
        const file = join(payloads, `kept-${part}.json`);
        const { metadata, ...payload } = sent;
        assert.deepEqual(Object.keys(metadata), ['resourceVersion']);
        assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), payload);
        assert.equal((await stat(file)).mode & 0o777, 0o600);
      }
      assert.deepEqual(bodies[1].status, {
        errorCount: 0,
        errorMessage: '',
        provisioning: {
          image: { checksum: `${served(STANDARD)}.md5sum`, url: served(STANDARD) },
          state: 'provisioned',
        },
      });
      await isRepaired('kept');
    });

    test('dry-runs the pause and the spec patch before pausing, and decides each request by the answer before it', async () => {
      const relay = await startRelay(server.admin);
      try {
        const config = await stage.kubeconfig(relay.endpoint(server.admin), namespace);
        assert.equal((await repair(['quiet', '-y', '--no-wait'], { config })).code, 0);
      } finally {
        await relay.stop();
      }
      const writes = relay.passed
        .filter(({ method }) => method === 'PATCH')
        .map(({ path }) => path.replace(/^.*quiet/, ''));
      const manager = 'fieldManager=kubectl-bmh';
      assert.deepEqual(writes, [
        `?${manager}&dryRun=All`,
        `?${manager}&dryRun=All`,
        `?${manager}`,
        `/status?${manager}`,
        `?${manager}`,
        `?${manager}`,
      ]);
      assert.ok(relay.passed.every(({ headers }) => headers['x-loopback-secret'] === undefined));
    });

    test('--order safe empties the status, patches the spec, then sends the documented status payload', async () => {
      const relay = await startRelay(server.admin);
      const payloads = join(stage.folder, 'free-payloads');
      try {
        const config = await stage.kubeconfig(relay.endpoint(server.admin), namespace);
        const flags = ['-y', '--no-wait', '--order=safe', '--payload-dir', payloads];
        const { code, stderr } = await repair(['free', ...flags], { config });
        assert.equal(code, 0, stderr);
        assert.match(
          stderr,
          /6\/10 Clear the address in the status: done\n7\/10 Patch spec: done\n8\/10 Patch status: done\n/,
        );
      } finally {
        await relay.stop();
      }
      const writes = relay.passed.filter(
        ({ method, path }) => method === 'PATCH' && !path.includes('dryRun'),
      );
      const bodies = writes.map(({ body }) => JSON.parse(body));
      assert.deepEqual(bodies[1].status, { provisioning: { image: { url: '' }, state: 'provisioned' } });
      assert.equal(bodies[2].spec.image.url, served(STANDARD));
      assert.equal(bodies[3].status.provisioning.image.url, served(STANDARD));
      assert.equal(JSON.parse(bodies[0].metadata.annotations[RECORD_ANNOTATION]).order, 'safe');
      const { metadata: _, ...payload } = bodies[1];
      assert.deepEqual(JSON.parse(await readFile(join(payloads, 'free-emptied.json'), 'utf8')), payload);
      await isRepaired('free');
    });

    test('takes the safe order where other writers are seen and says so; --order documented warns', async () => {
      const idle = stage.namespace('idle');
      const { status, text } = await call(server.admin, {
        method: 'PATCH',
        path: `/apis/metal3.io/v1alpha1/namespaces/${idle}/baremetalhosts/shared?fieldManager=kubectl-edit`,
        body: { spec: { image: { format: 'raw' } } },
      });
      assert.equal(status, 200, text);
      const asked = await repair(['shared', '-n', idle]);
      assert.equal(asked.code, 1);
      assert.match(
        asked.stderr,
        /^ {2}Order {6}safe: empty the status, spec, status\n {13}other writers: .*field manager "kubectl-edit"$/m,
      );
      assert.doesNotMatch(asked.stderr, /Warning/);
      const { code, stderr } = await repair(['shared', '-n', idle, '--order=documented']);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /^Warning: other writers change this host too \(.*field manager "kubectl-edit"\): .*unless --order documented is given/m,
      );
      assert.match(stderr, /^ {2}Order {6}as documented; --order safe is safer here$/m);
      const safe = await repair(['shared', '-n', idle, '-y', '--no-wait']);
      assert.equal(safe.code, 0, safe.stderr);
      assert.match(safe.stderr, /6\/10 Clear the address in the status: done\n/);
    });

    test('refuses an image that the image server does not have, unless accepted', async () => {
      const refused = await repair(['absent', '-y', '--image-name', 'acme-standard-none']);
      assert.equal(refused.code, 1);
      assert.match(
        refused.stderr,
        /error: host .*\/absent was not repaired; nothing was changed\n {2}image-not-served: the image server returns 404 for http:\/\/httpd-http\/images\/acme-standard-none.qcow2 and /,
      );
      const accepted = await repair([
        ...['absent', '-y', '--no-wait', '--image-name', 'acme-standard-none'],
        ...['--accept', 'image-not-served'],
      ]);
      assert.equal(accepted.code, 0, accepted.stderr);
    });

    test('warns when it cannot find out whether the image is served', async () => {
      const { code, stderr } = await repair(['planned', '--dry-run=client', '--service', 'elsewhere']);
      assert.equal(code, 0, stderr);
      assert.match(stderr, /^Warning: cannot check whether the new address serves the image: /m);
    });

    test('a dry run and a diff change nothing', async () => {
      const { metadata } = await stage.host(namespace, 'planned');
      const client = await repair(['planned', '--dry-run=client']);
      assert.equal(client.code, 0);
      assert.deepEqual(
        client.stdout.match(/^PATCH [^?]+/gm)?.map((line) => line.replace(/^.*planned/, '')),
        ['', '/status', '', ''],
      );
      const sent = await repair(['planned', '--dry-run=server', '-o', 'json']);
      assert.equal(sent.code, 0);
      assert.deepEqual(
        JSON.parse(sent.stdout).items[0].requests.map(({ step }: { step: number }) => step),
        [3, 6, 7, 8],
      );
      const answers = JSON.parse(sent.stdout).items[0].requests.map(
        ({ server: answer }: { server: object }) => answer,
      );
      assert.deepEqual(answers, [
        ...Array.from({ length: 3 }, () => ({ answer: 'accepted', changes: [] })),
        { answer: 'unjudged', dependsOn: 3 },
      ]);
      const diff = await repair(['planned', '--diff']);
      const { errorCount, errorMessage } = (await stage.host(namespace, 'planned')).status;
      const lines = [
        `- spec.image.checksum: ${stale(STANDARD)}.md5sum`,
        `+ spec.image.checksum: ${served(STANDARD)}.md5sum`,
        `- spec.image.url: ${stale(STANDARD)}`,
        `+ spec.image.url: ${served(STANDARD)}`,
        `- status.errorCount: ${errorCount}`,
        '+ status.errorCount: 0',
        `- status.errorMessage: ${JSON.stringify(errorMessage)}`,
        '+ status.errorMessage: ""',
        `- status.provisioning.image.checksum: ${stale(STANDARD)}.md5sum`,
        `+ status.provisioning.image.checksum: ${served(STANDARD)}.md5sum`,
        `- status.provisioning.image.url: ${stale(STANDARD)}`,
        `+ status.provisioning.image.url: ${served(STANDARD)}`,
      ];
      const passing = `~ metadata.annotations["${PAUSED}"]: "true" during the run (+ bookkeeping annotation)`;
      assert.deepEqual(diff, {
        code: 0,
        stdout: [`baremetalhost.metal3.io/planned -n ${namespace}`, ...lines, passing, ''].join('\n'),
        stderr: '',
      });
      const colored = (await repair(['planned', '--diff', '--color=always'])).stdout.split('\n');
      assert.ok(colored.includes(`\u001b[31m- spec.image.url: ${stale(STANDARD)}\u001b[39m`));
      assert.ok(colored.includes(`\u001b[32m+ spec.image.url: ${served(STANDARD)}\u001b[39m`));
      const now = await stage.host(namespace, 'planned');
      assert.equal(now.metadata.generation, metadata.generation);
      assert.equal(now.metadata.annotations?.[PAUSED], undefined);
    });

    test('refuses without a terminal and without --yes, and changes nothing', async () => {
      const { code, stdout, stderr } = await repair(['planned']);
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.match(
        stderr,
        /error: cannot ask for confirmation: stdin is not a terminal\nUse --yes \(-y\) to skip the confirmation prompt\.\n$/,
      );
      assert.equal((await stage.host(namespace, 'planned')).spec.image.url, stale(STANDARD));
    });

    test('two concurrent runs repair the host once', async () => {
      const [first, second] = await Promise.all([repair(['twice', '-y']), repair(['twice', '-y'])]);
      assert.deepEqual([first.code, second.code], [0, 0], first.stderr + second.stderr);
      await isRepaired('twice');
    });

    test('resumes an unfinished repair to the target in its record', async () => {
      const original = { url: stale(STANDARD), checksum: `${stale(STANDARD)}.md5sum`, checksumType: 'md5' };
      const target = { url: served(STANDARD), checksum: `${served(STANDARD)}.md5sum` };
      const record = {
        goal: 'repair',
        target,
        original: { spec: original, status: { ...original, errorCount: 9, errorMessage: 'x' } },
        run: 'a',
        version: 'v0.0.9',
        started: '2026-01-01T00:00:00.000Z',
      };
      const annotations = { [PAUSED]: PAUSED_VALUE, [RECORD_ANNOTATION]: JSON.stringify(record) };
      await stage.patch(namespace, 'half', { metadata: { annotations } });
      await stage.patch(
        namespace,
        'half',
        { status: { errorCount: 0, errorMessage: '', provisioning: { image: target } } },
        'status',
      );
      const other = await repair(['half', '-y', '--service', 'other']);
      assert.equal(other.code, 1);
      assert.match(
        plain(other.stderr),
        /other-target: .*http:\/\/httpd-http\/images.*http:\/\/other\/images.*\n(?:.*\n)*.*; to continue: kubectl bmh repair half -n NS --kubeconfig /,
      );
      const asked = await repair(['half']);
      assert.match(
        asked.stderr,
        /^ {2}Left {7}Create the payload files\n {13}Validate the payload files\n {13}Patch spec\n {13}Resume reconciliation\nerror: cannot ask/m,
      );
      const { code, stderr } = await repair(['half', '-y']);
      assert.equal(code, 0, stderr);
      assert.match(stderr, /6\/9 Patch status: not needed \(nothing to do\)\n7\/9 Patch spec: done\n/);
      await isRepaired('half');
    });

    test('repairs a host under another user’s pause when accepted, and keeps that pause', async () => {
      await stage.patch(namespace, 'held', { metadata: { annotations: { [PAUSED]: 'metal3.io/capm3' } } });
      const refused = await repair(['held', '-y']);
      assert.equal(refused.code, 1);
      assert.match(
        refused.stderr,
        / {2}foreign-pause: the host is paused by the Cluster API provider \(CAPM3\), not by this tool\n/,
      );
      const { code, stdout, stderr } = await repair(['held', '-y', '--accept', 'foreign-pause']);
      for (const step of ['3/10 Record the run under the existing pause', '9/10 Remove the record'])
        assert.ok(stderr.includes(`${step}: done\n`), stderr);
      assert.deepEqual(
        { code, stdout },
        {
          code: 0,
          stdout:
            "baremetalhost.metal3.io/held patched; it stays under another user's pause (metal3.io/capm3)\n",
        },
      );
      const { metadata, spec } = await stage.host(namespace, 'held');
      assert.equal(metadata.annotations[PAUSED], 'metal3.io/capm3');
      assert.equal(metadata.annotations[RECORD_ANNOTATION], undefined);
      assert.equal(spec.image.url, served(STANDARD));
    });

    test('accepts names as kubectl does; -o name prints nothing when nothing was repaired', async () => {
      const { code, stdout, stderr } = await repair(['baremetalhost.metal3.io/stuck', '-y', '-o', 'name']);
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.match(stderr, /^error: host [\w-]+\/stuck already has the new address/);
    });

    test('refuses an unusable --payload-dir before changing anything', async () => {
      for (const folder of ['/proc/foo', join(stage.folder, 'missing', 'folder'), kubeconfig]) {
        const { code, stderr } = await repair([
          'pinned',
          '-y',
          '--accept=foreign-pause',
          '--preventive',
          '--payload-dir',
          folder,
        ]);
        assert.equal(code, 1);
        assert.match(stderr, /\nerror: cannot keep payload files at /);
      }
      assert.equal(
        (await stage.host(namespace, 'pinned')).metadata.annotations?.[RECORD_ANNOTATION],
        undefined,
      );
    });

    test('reports that another user undid a step', async () => {
      let undone = false;
      const relay = await startRelay(server.admin, {
        after: async ({ method, path }) => {
          if (undone || method !== 'PATCH' || !path.includes('/status?')) return undefined;
          undone = true;
          await stage.patch(namespace, 'meddled', {
            metadata: { annotations: { [RECORD_ANNOTATION]: null } },
          });
          return undefined;
        },
      });
      try {
        const config = await stage.kubeconfig(relay.endpoint(server.admin), namespace);
        const { code, stderr } = await repair(['meddled', '-y', '--no-wait'], { config });
        // Without its record the pause is anybody's.
        assert.equal(code, 1);
        assert.match(
          stderr,
          /foreign-pause: the host is paused by another user or tool \(value "true"\), not by this tool\n/,
        );
      } finally {
        await relay.stop();
      }
      assert.equal((await stage.host(namespace, 'meddled')).metadata.annotations[PAUSED], 'true');
    });

    /** Puts these addresses of an image back under a manager's name, whenever a repair looks at its host behind its spec patch. */
    async function puttingBack(host: string, manager: string, image: object): Promise<Relay> {
      const path = `/apis/metal3.io/v1alpha1/namespaces/${namespace}/baremetalhosts/${host}`;
      let isPatched = false;
      return startRelay(server.admin, {
        before: async ({ method, path: sent }) => {
          const body = { spec: { image } };
          if (isPatched && method === 'GET' && sent === path)
            await call(server.admin, { method: 'PATCH', path: `${path}?fieldManager=${manager}`, body });
          return undefined;
        },
        after: ({ method, path: sent, body }) => {
          isPatched ||= method === 'PATCH' && !sent.includes('dryRun') && body.includes('"spec"');
          return undefined;
        },
      });
    }

    test('leaves the host paused and names the writer when the old checksum is restored', async () => {
      const { checksum } = (await stage.host(namespace, 'half-reverted')).spec.image;
      const relay = await puttingBack('half-reverted', 'kubectl-edit', { checksum });
      try {
        const config = await stage.kubeconfig(relay.endpoint(server.admin), namespace);
        const { code, stderr } = await repair(['half-reverted', '-y', '--no-wait'], { config });
        assert.equal(code, 1, stderr);
        assert.match(
          plain(stderr),
          /\n {2}address-put-back: field manager "kubectl-edit" \(at \S+Z\) has set spec.image.checksum to \S+ after this run had set it to \S+\n/,
        );
      } finally {
        await relay.stop();
      }
      const specs = relay.passed.filter(
        ({ method, path, body }) => method === 'PATCH' && !path.includes('dryRun') && body.includes('"spec"'),
      );
      assert.equal(specs.length, 1, 'it is not fought over');
      assert.equal((await stage.host(namespace, 'half-reverted')).metadata.annotations[PAUSED], 'true');
    });

    test('the suggested command finishes the repair once the writer is suspended', async () => {
      const relay = await puttingBack('suspended', 'configsync.gke.io', { url: stale(STANDARD) });
      try {
        const config = await stage.kubeconfig(relay.endpoint(server.admin), namespace);
        const refused = await repair(['suspended', '-y', '--no-wait', '-o', 'json'], { config });
        const [{ verdict, next, refusals }] = JSON.parse(refused.stdout).items;
        assert.equal(verdict, 'blocked');
        assert.match(refusals[0].hint, /; then run this again with --accept gitops\n/);
        assert.doesNotMatch(refused.stderr, /^\d+\/\d+ .*\(.*gitops/m);
        assert.match(next, / --accept gitops$/);
        // Past the relay, which keeps restoring the old address.
        const words = next.replace(config, kubeconfig).split(' ').slice(2);
        const { code, stderr } = await runCommand(program, [...words, '-y', '--no-wait'], {
          wait: () => Promise.resolve(),
        });
        assert.equal(code, 0, stderr);
      } finally {
        await relay.stop();
      }
      const { metadata, spec, status } = await stage.host(namespace, 'suspended');
      assert.equal(metadata.annotations?.[PAUSED], undefined);
      assert.deepEqual([spec.image.url, status.provisioning.image.url], [served(STANDARD), served(STANDARD)]);
      assert.deepEqual(stage.operator.wiped, []);
    });

    test('leaves the host paused and names the writer when the old address is restored; undo undoes the repair', async () => {
      const relay = await puttingBack('reverted', 'configsync.gke.io', { url: stale(STANDARD) });
      try {
        const config = await stage.kubeconfig(relay.endpoint(server.admin), namespace);
        const { code, stdout, stderr } = await repair(['reverted', '-y', '--no-wait', '-o', 'json'], {
          config,
        });
        assert.equal(code, 1, stderr);
        assert.match(
          plain(stderr),
          /error: host NS\/reverted was not repaired\n {2}address-put-back: field manager "configsync.gke.io" \(at \S+Z\) has set spec.image.url to \S+ after this run had set it to \S+\n {4}it is not written again, .*\n {4}To undo the repair instead: kubectl bmh undo reverted -n NS --kubeconfig \S+\nhost NS\/reverted is paused by an unfinished repair, and its two image addresses differ: resuming it by hand now would wipe it; to continue: kubectl bmh repair reverted -n NS --kubeconfig \S+ --accept gitops\n$/,
        );
        const [{ verdict, refusals, next }] = JSON.parse(stdout).items;
        assert.deepEqual(
          [verdict, refusals.map(({ guard }: { guard: string }) => guard)],
          ['blocked', ['address-put-back']],
        );
        assert.match(refusals[0].reason, /configsync\.gke\.io/);
        assert.match(next, /^kubectl bmh repair reverted /);
      } finally {
        await relay.stop();
      }
      const specs = relay.passed.filter(
        ({ method, path: sent, body }) =>
          method === 'PATCH' && !sent.includes('dryRun') && body.includes('"spec"'),
      );
      assert.equal(specs.length, 1, 'it is not fought over');
      const again = await repair(['reverted', '-y', '--no-wait']);
      assert.match(again.stderr, /gitops: field manager "configsync.gke.io" manages this host's image/);
      assert.equal((await stage.host(namespace, 'reverted')).metadata.annotations[PAUSED], 'true');
      const undone = await runCommand(program, [
        'undo',
        'reverted',
        '-y',
        '--hold=0',
        '--kubeconfig',
        kubeconfig,
      ]);
      assert.equal(undone.code, 0, undone.stderr);
      const { metadata, spec, status } = await stage.host(namespace, 'reverted');
      assert.equal(metadata.annotations?.[PAUSED], undefined);
      assert.deepEqual([spec.image.url, status.provisioning.image.url], [stale(STANDARD), stale(STANDARD)]);
      assert.deepEqual(stage.operator.wiped, []);
    });

    test('--hold keeps the pause; interrupted during it, the host stays paused and the same command resumes', async () => {
      const interruption = new AbortController();
      const late = new Promise<void>((_, reject) => {
        interruption.signal.addEventListener('abort', () => reject(interruption.signal.reason));
      });
      const stopped = await repair(['kept-paused', '-y', '--no-wait', '--hold=5m'], {
        late,
        interrupted: interruption.signal,
        onStderr: (text) => {
          if (text.startsWith('keeping the pause')) interruption.abort();
        },
      });
      assert.equal(stopped.code, 130, stopped.stderr);
      assert.match(
        plain(stopped.stderr),
        /\nInterrupted: host NS\/kept-paused is paused by an unfinished repair; to continue: kubectl bmh repair kept-paused /,
      );
      assert.match(
        plain(stopped.stderr),
        /^ {2}Hold {7}300s before the resume, to see whether another writer changes the addresses back$/m,
      );
      const { metadata } = await stage.host(namespace, 'kept-paused');
      assert.equal(JSON.parse(metadata.annotations[RECORD_ANNOTATION]).hold, 300_000);
      const planned = await repair(['kept-paused', '--dry-run=client']);
      assert.match(planned.stdout, /^# Step 8: Resume reconciliation after holding the pause for 300s$/m);
      const { code, stderr } = await repair(['kept-paused', '-y', '--no-wait'], { late: Promise.resolve() });
      assert.equal(code, 0, stderr);
      assert.match(stderr, /^8\/9 Resume reconciliation after holding the pause for 300s: done$/m);
      await isRepaired('kept-paused');
      const wrong = await repair(['kept-paused', '--hold=soon']);
      assert.equal(wrong.stderr.split('\n')[0], 'error: invalid value "soon" for --hold');
    });

    const BLOCK_MOVE = 'clusterctl.cluster.x-k8s.io/block-move';
    for (const [what, name, lead] of [
      ['block-move appears', 'blocked', 'once the checks above pass, run:'],
      ['its Cluster is paused', 'moved-early', 'to continue:'],
    ] as const)
      test(`keeps the pause when ${what} in the middle, and says so`, async () => {
        const cluster = `/apis/cluster.x-k8s.io/v1beta1/namespaces/${namespace}/clusters/production`;
        const move = (isOn: boolean): Promise<unknown> =>
          name === 'blocked'
            ? stage.patch(namespace, name, { metadata: { annotations: { [BLOCK_MOVE]: isOn ? '' : null } } })
            : call(server.admin, { method: 'PATCH', path: cluster, body: { spec: { paused: isOn } } });
        let isMoving = false;
        const relay = await startRelay(server.admin, {
          before: ({ method, path }) =>
            name === 'moved-early' && method === 'PATCH' && path.includes('/status?')
              ? { status: 403, body: { kind: 'Status', status: 'Failure', reason: 'Forbidden', code: 403 } }
              : undefined,
          after: async ({ method, path, body }) => {
            const isPause = method === 'PATCH' && !path.includes('dryRun') && body.includes(`"${PAUSED}"`);
            if (!isPause || isMoving) return undefined;
            isMoving = true;
            await move(true);
            return undefined;
          },
        });
        try {
          const config = await stage.kubeconfig(relay.endpoint(server.admin), namespace);
          const { code, stderr } = await repair([name, '-y', '--no-wait'], { config });
          assert.equal(code, 1, stderr);
          assert.match(
            plain(stderr),
            new RegExp(
              `\\nhost NS/${name} is paused by an unfinished repair; no command unpauses it during a move: abort the move first, .*; ${lead} kubectl bmh repair ${name} `,
            ),
          );
          assert.equal((await stage.host(namespace, name)).metadata.annotations?.[PAUSED], PAUSED_VALUE);
        } finally {
          await relay.stop();
          await move(false);
        }
        const { code, stderr } = await repair([name, '-y', '--no-wait']);
        assert.equal(code, 0, stderr);
        await isRepaired(name);
      });

    test('notices before the resume that the Cluster was paused in the middle', async () => {
      const cluster = `/apis/cluster.x-k8s.io/v1beta1/namespaces/${namespace}/clusters/production`;
      const pauseCluster = (paused: boolean): Promise<unknown> =>
        call(server.admin, { method: 'PATCH', path: cluster, body: { spec: { paused } } });
      const relay = await startRelay(server.admin, {
        after: async ({ method, path, body }) => {
          if (method === 'PATCH' && !path.includes('dryRun') && body.includes('"spec"'))
            await pauseCluster(true);
          return undefined;
        },
      });
      try {
        const config = await stage.kubeconfig(relay.endpoint(server.admin), namespace);
        const { code, stderr } = await repair(['moved', '-y', '--no-wait'], { config });
        assert.equal(code, 1, stderr);
        assert.match(plain(stderr), /cluster-paused: the owning Cluster NS\/production is paused\n/);
        assert.match(
          plain(stderr),
          /host NS\/moved is paused by an unfinished repair; no command unpauses it during a move: .*; once the checks above pass, run: kubectl bmh repair moved /,
        );
      } finally {
        await relay.stop();
        await pauseCluster(false);
      }
      const { code, stderr } = await repair(['moved', '-y', '--no-wait']);
      assert.equal(code, 0, stderr);
      await isRepaired('moved');
    });

    test('waits for an absent operator no longer than --timeout', async () => {
      const { code, stdout, stderr } = await repair([
        'idle',
        '-n',
        stage.namespace('idle'),
        '-y',
        '--timeout',
        '300ms',
      ]);
      assert.deepEqual({ code, stdout }, { code: 124, stdout: '' });
      assert.match(
        stderr,
        /\nVerification: failed \(the operator is not reconciling\)\nerror: .* is patched and resumed, but the operator is not reconciling: in 300ms it did not touch the host, /,
      );
      assert.equal(
        (await stage.host(stage.namespace('idle'), 'idle')).metadata.annotations?.[PAUSED],
        undefined,
      );
    });

    test('pauses a host whose addresses differ before deciding, then repairs it', async () => {
      const idle = stage.namespace('idle');
      await stage.patch(idle, 'differing', {
        spec: { image: { url: 'http://images.example.com/other.qcow2' } },
      });
      const relay = await startRelay(server.admin);
      try {
        const config = await stage.kubeconfig(relay.endpoint(server.admin), idle);
        const { code, stderr } = await repair(['differing', '-y', '--no-wait', '--image-name', STANDARD], {
          config,
        });
        assert.equal(code, 0, stderr);
        assert.match(
          stderr,
          /Host {7}differing \(its two image addresses differ: if unpaused, the operator wipes it\)\n/,
        );
      } finally {
        await relay.stop();
      }
      const first = relay.passed.find(({ method }) => method === 'PATCH');
      assert.equal(JSON.parse(first?.body ?? '').metadata.annotations[PAUSED], 'true');
      const { spec, status } = await stage.host(idle, 'differing');
      assert.equal(spec.image.url, served(STANDARD));
      assert.equal(status.provisioning.image.url, served(STANDARD));
    });

    test('keeps that pause when a guard refuses afterwards, and says so', async () => {
      const idle = stage.namespace('idle');
      const detached = 'baremetalhost.metal3.io/detached';
      await stage.patch(idle, 'doomed', {
        metadata: { annotations: { [detached]: '' } },
        spec: { image: { url: 'http://images.example.com/other.qcow2' } },
      });
      const { code, stderr } = await repair(['doomed', '-n', idle, '-y']);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /error: host idle-\w+\/doomed was not repaired\n {2}detached: .*\n {4}.*\nhost idle-\w+\/doomed is paused by an unfinished repair, and its two image addresses differ: .*; once the checks above pass, run: kubectl bmh repair doomed /,
      );
      const { metadata } = await stage.host(idle, 'doomed');
      assert.equal(metadata.annotations[PAUSED], 'true');
      assert.ok(metadata.annotations[RECORD_ANNOTATION]);
    });

    test('patches nothing when the address is right but the error remains', async () => {
      const before = await stage.host(namespace, 'stuck');
      const stuck = await repair(['stuck', '-y', '-o', 'json']);
      assert.equal(stuck.code, 1);
      const [report] = JSON.parse(stuck.stdout).items;
      assert.deepEqual([report.verdict, report.reason], ['degraded', 'not-recovered']);
      assert.equal(report.causes.length, 4);
      assert.deepEqual((await stage.host(namespace, 'stuck')).metadata, before.metadata);
    });

    test('repairs a host without the error only with --preventive', async () => {
      const words = ['sound', '-n', stage.namespace('idle'), '-y', '--no-wait'];
      const left = await repair(words);
      assert.deepEqual(
        { code: left.code, stdout: left.stdout },
        { code: 0, stdout: 'baremetalhost.metal3.io/sound unchanged: nothing is wrong with it\n' },
      );
      await stage.patch(stage.namespace('idle'), 'sound', { status: { errorCount: 2 } }, 'status');
      const counted = await repair(words);
      assert.deepEqual([counted.code, counted.stdout], [1, '']);
      assert.match(
        counted.stderr,
        /^error: host idle-\w+\/sound has no error right now, but its image is at an IP address and its errorCount is 2: the operator may be retrying, which hides the error for some seconds; nothing was changed\nNext: kubectl bmh repair sound -n idle-\w+ --kubeconfig \S+ --preventive$/m,
      );
      const asked = await repair([...words, '--image-name=other.qcow2', '--order=safe', '--dry-run=client']);
      assert.match(
        asked.stderr,
        /^Next: kubectl bmh repair sound -n idle-\w+ --kubeconfig \S+ --preventive --image-name=other\.qcow2 --order=safe --dry-run=client$/m,
      );
      await stage.patch(stage.namespace('idle'), 'sound', {
        metadata: { annotations: { 'clusterctl.cluster.x-k8s.io/block-move': 'true' } },
      });
      assert.match(
        (await repair(words)).stderr,
        /^Next: kubectl bmh diagnose sound -n idle-\w+ --kubeconfig \S+$/m,
      );
      await stage.patch(stage.namespace('idle'), 'sound', {
        metadata: { annotations: { 'clusterctl.cluster.x-k8s.io/block-move': null } },
      });
      const fleet = await repair([
        '--old-address',
        '172.22.0.1',
        ...words.slice(1),
        '--dry-run=client',
        '-o',
        'json',
      ]);
      const ofSound = JSON.parse(fleet.stdout).items.filter(
        ({ metadata }: { metadata: { name: string } }) => metadata.name === 'sound',
      );
      assert.deepEqual(
        [fleet.code, ofSound.map(({ verdict }: { verdict: string }) => verdict)],
        [1, ['unknown']],
      );
      const { code, stdout, stderr } = await repair([...words, '--preventive']);
      assert.equal(code, 0, stderr);
      assert.equal(stdout, 'baremetalhost.metal3.io/sound patched and resumed\n');
      assert.equal((await stage.host(stage.namespace('idle'), 'sound')).spec.image.url, served(STANDARD));
    });

    test('lists missing rights and the rule that grants them before changing anything', async () => {
      const config = await stage.kubeconfig(server.weak, namespace);
      const blind = await repair(['weak', '-y'], { config });
      assert.deepEqual({ code: blind.code, stdout: blind.stdout }, { code: 1, stdout: '' });
      assert.ok(
        plain(
          blind.stderr,
        ).endsWith(`error: not allowed: list baremetalhosts, get baremetalhosts, patch baremetalhosts, patch baremetalhosts/status
Nothing was changed. Ask for this rule:
# in a Role of namespace NS
- apiGroups: ["metal3.io"]
  resources: ["baremetalhosts"]
  resourceNames: ["weak"]
  verbs: ["list", "get", "patch"]
- apiGroups: ["metal3.io"]
  resources: ["baremetalhosts/status"]
  resourceNames: ["weak"]
  verbs: ["patch"]
`),
        blind.stderr,
      );

      const weak = { name: 'weak', namespace };
      await allowUser(server, weak, permissions(namespace, ['metal3.io', 'baremetalhosts'], 'get', 'list'));
      const { code, stdout, stderr } = await repair(['weak', '-y'], { config });
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.match(stderr, /^Warning: nodes cannot be listed, /);
      assert.ok(
        plain(stderr).endsWith(`error: host NS/weak was not repaired; nothing was changed
  missing-rights: not allowed: patch baremetalhosts, patch baremetalhosts/status
    ask for this rule:
    # in a Role of namespace NS
    - apiGroups: ["metal3.io"]
      resources: ["baremetalhosts", "baremetalhosts/status"]
      resourceNames: ["weak"]
      verbs: ["patch"]
`),
        stderr,
      );
      assert.equal((await stage.host(namespace, 'weak')).spec.image.url, stale(STANDARD));

      await allowUser(server, weak, [
        ...permissions(namespace, ['metal3.io', 'baremetalhosts'], 'patch'),
        ...permissions(namespace, ['metal3.io', 'baremetalhosts/status'], 'patch'),
      ]);
      assert.equal((await repair(['weak', '-y', '--timeout=20s'], { config })).code, 0);
      await isRepaired('weak');
    });

    test('an unknown host fails with the command that lists hosts', async () => {
      const json = await repair(['ghost', '-y', '-ojson']);
      assert.deepEqual(
        [json.code, JSON.parse(json.stdout).verdict, JSON.parse(json.stdout).exitCode],
        [1, 'failed', 1],
      );
      const { code, stdout, stderr } = await repair(['ghost', '-y']);
      assert.deepEqual(
        { code, stdout, stderr: plain(stderr) },
        {
          code: 1,
          stdout: '',
          stderr: `Error from server (NotFound): baremetalhosts.metal3.io "ghost" not found
There is no such host in namespace "NS". To find it: kubectl bmh list -A --kubeconfig ${kubeconfig}
`,
        },
      );
    });

    test('an interruption between two requests prints the state of the host, and the same command resumes', async () => {
      const interruption = new AbortController();
      const relay: Relay = await startRelay(server.admin, {
        after: ({ method, path }) => {
          if (method === 'PATCH' && path.includes('/status?')) interruption.abort();
          return undefined;
        },
      });
      try {
        const config = await stage.kubeconfig(relay.endpoint(server.admin), namespace);
        const { code, stderr } = await repair(['stopped', '-y'], {
          config,
          interrupted: interruption.signal,
        });
        assert.equal(code, 130, stderr);
        assert.match(
          plain(stderr),
          /\nInterrupted: finishing this step\.\.\.\n(?:.*\n)*Interrupted: host NS\/stopped is paused by an unfinished repair, and its two image addresses differ: resuming it by hand now would wipe it; to continue: kubectl bmh repair stopped -n NS --kubeconfig [^\n]+\n$/,
        );
      } finally {
        await relay.stop();
      }
      const { code, stderr } = await repair(['stopped', '-y']);
      assert.equal(code, 0, stderr);
      await isRepaired('stopped');
    });

    test('leaves nothing in the temporary directory', async () => {
      const left = (await readdir(stage.folder)).filter((name) => name.startsWith('kubectl-bmh-'));
      assert.deepEqual(left, []);
    });
  });
