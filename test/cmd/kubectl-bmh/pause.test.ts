import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { brokenHost, healthyHost, image, paused, STANDARD, served } from '../../scenarios/hosts.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { allowUser, permissions } from '../../support/allowed-user.ts';
import { type Interference, startRelay } from '../../support/relay.ts';
import { plainText, type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openStage, type Stage } from '../../support/stage.ts';

const PAUSED = 'baremetalhost.metal3.io/paused';
const RECORD = 'kubectl-bmh/repair';
const rack = { labels: { rack: 'r1' } };

const scenario = (): Scenario => ({
  nodes: ['management-0'],
  clusters: [{ namespace: 'metal3', name: 'edge', paused: true }],
  hosts: [
    ...['calm', 'seen', 'raced', 'denied'].map((name, index) => healthyHost(name, 1 + index)),
    ...['rack-0', 'rack-1'].map((name, index) => healthyHost(name, 20 + index, rack)),
    healthyHost('held', 30, { annotations: paused('kubectl-bmh') }),
    brokenHost('unequal', 31, {
      annotations: paused('kubectl-bmh'),
      spec: { image: image(served(STANDARD)) },
    }),
    brokenHost('no-image', 32, { annotations: paused('kubectl-bmh'), spec: { image: undefined } }),
    healthyHost('moving', 33, { annotations: paused('kubectl-bmh'), cluster: 'edge' }),
    healthyHost('by-hand', 34, { annotations: paused('true') }),
    brokenHost('by-hand-unequal', 35, {
      annotations: paused('true'),
      spec: { image: image(served(STANDARD)) },
    }),
    healthyHost('by-capm3', 36, { annotations: paused('metal3.io/capm3') }),
    brokenHost('unfinished', 37, { annotations: { ...paused('true'), [RECORD]: record() } }),
  ],
  images: [served(STANDARD)],
  deadBmcs: [],
});

for (const kind of servers())
  describe(`kubectl bmh pause and resume on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    before(async () => {
      server = await kind.start();
      stage = await openStage(server, scenario());
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    /** What it says has `NS` and `CONFIG` in it. */
    async function run(
      words: string[],
      { endpoint = server.admin, ...options }: RunOptions & { endpoint?: TestServer['admin'] } = {},
    ): Promise<Ran> {
      const namespace = stage.namespace('metal3');
      const config = await stage.kubeconfig(endpoint, namespace);
      const ran = await runCommand(program, [...words, '--kubeconfig', config], options);
      const plain = (text: string) => plainText(text, { [namespace]: 'NS', [config]: 'CONFIG' });
      return { code: ran.code, stdout: plain(ran.stdout), stderr: plain(ran.stderr) };
    }
    const pauseOf = async (name: string): Promise<string | undefined> =>
      (await stage.host(stage.namespace('metal3'), name)).metadata.annotations?.[PAUSED];

    const plan = (...names: string[]): string =>
      `  Context    test
  Server     https://127.0.0.1:PORT
  Namespace  NS
${names.map((name) => `  Host       ${name}\n`).join('')}`;

    test('pauses a host with its own value and resumes it, and leaves unchanged hosts alone', async () => {
      const { resourceVersion } = (await stage.host(stage.namespace('metal3'), 'calm')).metadata;
      assert.ok(resourceVersion);
      assert.deepEqual(await run(['pause', 'calm', '-y']), {
        code: 0,
        stdout:
          'baremetalhost.metal3.io/calm paused; to remove the pause: kubectl bmh resume calm -n NS --kubeconfig CONFIG\n',
        stderr: plan('calm'),
      });
      assert.equal(await pauseOf('calm'), 'kubectl-bmh');
      assert.deepEqual(await run(['pause', 'bmh/calm', '-y']), {
        code: 0,
        stdout: 'baremetalhost.metal3.io/calm unchanged: it is already paused by "kubectl bmh pause"\n',
        stderr: '',
      });
      assert.deepEqual(await run(['resume', 'calm', '-y', '-o', 'name']), {
        code: 0,
        stdout: 'baremetalhost.metal3.io/calm\n',
        stderr: plan('calm'),
      });
      assert.equal(await pauseOf('calm'), undefined);
      assert.deepEqual(await run(['resume', 'calm', '-y']), {
        code: 0,
        stdout: 'baremetalhost.metal3.io/calm unchanged: it is not paused\n',
        stderr: '',
      });
    });

    test('refuses without a terminal and --yes, and changes nothing', async () => {
      assert.deepEqual(await run(['pause', 'seen']), {
        code: 1,
        stdout: '',
        stderr: `${plan('seen')}error: cannot ask for confirmation: stdin is not a terminal\nUse --yes (-y) to skip the confirmation prompt.\n`,
      });
      assert.equal(await pauseOf('seen'), undefined);
    });

    test('previews, pauses and resumes a selection, and prints the result as data', async () => {
      const selected = ['-l', 'rack=r1'];
      const diff = await run(['pause', ...selected, '--diff']);
      const line = '+ metadata.annotations["baremetalhost.metal3.io/paused"]: kubectl-bmh\n';
      assert.deepEqual(diff, {
        code: 0,
        stdout: `baremetalhost.metal3.io/rack-0 -n NS\n${line}\nbaremetalhost.metal3.io/rack-1 -n NS\n${line}`,
        stderr: '',
      });
      const requests = await run(['pause', ...selected, '--dry-run=server', '-o', 'json']);
      const { kind, verdict, items: tried } = JSON.parse(requests.stdout);
      assert.deepEqual(
        { kind, verdict, counts: tried.map(({ requests: { length } }: { requests: object[] }) => length) },
        { kind: 'PauseList', verdict: 'unchanged', counts: [1, 1] },
      );
      assert.equal(requests.code, 0);
      assert.equal(await pauseOf('rack-0'), undefined);
      const done = await run(['pause', ...selected, '-y']);
      assert.equal(
        done.stdout,
        `baremetalhost.metal3.io/rack-0 paused; to remove the pause: kubectl bmh resume rack-0 -n NS --kubeconfig CONFIG
baremetalhost.metal3.io/rack-1 paused; to remove the pause: kubectl bmh resume rack-1 -n NS --kubeconfig CONFIG
`,
      );
      assert.equal(done.stderr, plan('rack-0', 'rack-1'));
      const resumed = await run(['resume', ...selected, '-y', '-o', 'json']);
      const { exitCode, items } = JSON.parse(resumed.stdout);
      assert.equal(exitCode, 0);
      const { server: _, steps, changes, ...first } = items[0];
      assert.deepEqual(first, {
        metadata: { name: 'rack-0', namespace: 'NS' },
        resource: 'baremetalhost.metal3.io/rack-0',
        context: 'test',
        verdict: 'resumed',
        exitCode: 0,
        message: 'resumed',
        refusals: [],
      });
      assert.deepEqual(
        steps.map(({ state }: { state: string }) => state),
        ['skipped', 'done'],
      );
      assert.deepEqual(changes, [
        {
          resource: 'baremetalhost.metal3.io/rack-0 -n NS',
          field: 'metadata.annotations["baremetalhost.metal3.io/paused"]',
          from: 'kubectl-bmh',
        },
      ]);
    });

    const differ =
      'status and spec name different images (status http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2, spec http://httpd-http/images/acme-standard-ubuntu2204.qcow2)';
    const theirs = 'ask its owner to remove it';
    const held = { unequal: 'kubectl-bmh', 'no-image': 'kubectl-bmh', moving: 'kubectl-bmh' };
    for (const [name, value, said] of [
      [
        'unequal',
        held.unequal,
        `  unequal-urls: ${differ}
    resuming it now wipes the host; make the two equal: kubectl bmh repair unequal -n NS --kubeconfig CONFIG --accept foreign-pause
`,
      ],
      [
        'no-image',
        held['no-image'],
        `  unequal-urls: status and spec name different images (status http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2, spec none)
    resuming it now wipes the host
  no-image: the host has no image in its spec: it is being released, and the operator wipes it on the next reconcile
    check its consumer (the Metal3Machine); to keep the host, copy the image from its status back to its spec
`,
      ],
      [
        'moving',
        held.moving,
        `  cluster-paused: the owning Cluster NS/edge is paused
    resume the Cluster (spec.paused: false) or wait until its owner does, then run this again
`,
      ],
      [
        'by-hand',
        'true',
        `  foreign-pause: the host is paused by another user or tool (value "true"), not by "kubectl bmh pause"
    ${theirs}; if it is no longer needed, remove it by hand
Next: kubectl annotate baremetalhosts.metal3.io by-hand baremetalhost.metal3.io/paused- -n NS --kubeconfig CONFIG --resource-version=N
`,
      ],
      [
        'by-hand-unequal',
        'true',
        `  unequal-urls: ${differ}
    resuming it now wipes the host; make the two equal: kubectl bmh repair by-hand-unequal -n NS --kubeconfig CONFIG --accept foreign-pause
  foreign-pause: the host is paused by another user or tool (value "true"), not by "kubectl bmh pause"
    ${theirs}
`,
      ],
      [
        'by-capm3',
        'metal3.io/capm3',
        `  foreign-pause: the host is paused by the Cluster API provider (CAPM3), not by "kubectl bmh pause"
    ${theirs}
`,
      ],
      [
        'unfinished',
        'true',
        `  foreign-pause: an unfinished repair on this host owns the pause
    finish it: kubectl bmh repair unfinished -n NS --kubeconfig CONFIG; or undo it: kubectl bmh undo unfinished -n NS --kubeconfig CONFIG
Next: kubectl bmh repair unfinished -n NS --kubeconfig CONFIG
`,
      ],
    ] as const)
      test(`refuses to resume ${name}, and says why`, async () => {
        const { code, stdout, stderr } = await run(['resume', name, '-y']);
        assert.equal(
          stderr.replace(/(?<=--resource-version=)\d+/, 'N'),
          `error: host NS/${name} was not resumed; nothing was changed\n${said}`,
        );
        assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
        assert.equal(await pauseOf(name), value);
        assert.deepEqual(stage.operator.wiped, []);
      });

    test('refuses a host that another user paused, and still pauses the other hosts', async () => {
      const { code, stdout, stderr } = await run(['pause', 'by-capm3', 'seen', '-y']);
      assert.equal(
        stdout,
        'baremetalhost.metal3.io/seen paused; to remove the pause: kubectl bmh resume seen -n NS --kubeconfig CONFIG\n',
      );
      assert.equal(
        stderr,
        `${plan('seen')}error: host NS/by-capm3 was not paused; nothing was changed
  foreign-pause: the host is paused by the Cluster API provider (CAPM3), not by "kubectl bmh pause"
    ${theirs}
`,
      );
      assert.equal(code, 1);
      assert.equal(await pauseOf('by-capm3'), 'metal3.io/capm3');
    });

    test('checks a host again when it changes before the resume', async () => {
      const namespace = stage.namespace('metal3');
      await run(['pause', 'raced', '-y']);
      let isFirst = true;
      const relay = await startRelay(server.admin, {
        before: async ({ method, path }) => {
          if (!isFirst || method !== 'PATCH' || !path.includes('/raced')) return undefined;
          isFirst = false;
          const url = served('acme-hpc-rocky9.qcow2');
          await stage.patch(namespace, 'raced', { spec: { image: { url } } });
          return undefined;
        },
      });
      try {
        const ran = await run(['resume', 'raced', '-y', '-o', 'json'], {
          endpoint: relay.endpoint(server.admin),
        });
        const [{ verdict, refusals }] = JSON.parse(ran.stdout).items;
        assert.deepEqual(
          { code: ran.code, verdict, guards: refusals.map(({ guard }: { guard: string }) => guard) },
          { code: 1, verdict: 'blocked', guards: ['unequal-urls'] },
        );
      } finally {
        await relay.stop();
      }
      assert.equal(await pauseOf('raced'), 'kubectl-bmh');
      assert.deepEqual(stage.operator.wiped, []);
    });

    test('finishes the patch in flight on interruption, and starts no other', async () => {
      const interruption = new AbortController();
      const relay = await startRelay(server.admin, {
        before: async ({ method }) => {
          if (method === 'PATCH') interruption.abort();
          return undefined;
        },
      });
      try {
        const { code, stdout, stderr } = await run(['pause', '-l', 'rack=r1', '-y'], {
          endpoint: relay.endpoint(server.admin),
          interrupted: interruption.signal,
        });
        assert.equal(
          stdout,
          'baremetalhost.metal3.io/rack-0 paused; to remove the pause: kubectl bmh resume rack-0 -n NS --kubeconfig CONFIG\n',
        );
        assert.equal(stderr, `${plan('rack-0', 'rack-1')}Interrupted: host NS/rack-1 was not paused\n`);
        assert.equal(code, 130);
      } finally {
        await relay.stop();
      }
      assert.equal(await pauseOf('rack-1'), undefined);
    });

    /** Runs a command whose patch succeeds and gets this response; after a lost connection the server stops answering. */
    async function unclear(words: string[], answer: Interference, isGone = false): Promise<Ran> {
      let isDone = false;
      const relay = await startRelay(server.admin, {
        before: () => (isGone && isDone ? 'reset' : undefined),
        after: ({ method }) => {
          if (method !== 'PATCH') return undefined;
          isDone = true;
          return answer;
        },
      });
      try {
        return await run(words, { endpoint: relay.endpoint(server.admin) });
      } finally {
        await relay.stop();
      }
    }
    const broken: Interference = {
      status: 500,
      body: {
        kind: 'Status',
        apiVersion: 'v1',
        status: 'Failure',
        code: 500,
        message: 'etcd leader changed',
      },
    };

    for (const [how, answer] of [
      ['lost', 'reset'],
      ['a 500', broken],
    ] as const)
      test(`reports the state of the host when the response to its patch is ${how}`, async () => {
        assert.deepEqual(await unclear(['pause', 'calm', '-y'], answer), {
          code: 0,
          stdout:
            'baremetalhost.metal3.io/calm paused; to remove the pause: kubectl bmh resume calm -n NS --kubeconfig CONFIG\n',
          stderr: plan('calm'),
        });
        assert.equal(await pauseOf('calm'), 'kubectl-bmh');
        const { code, stdout } = await unclear(['resume', 'calm', '-y'], answer);
        assert.deepEqual({ code, stdout }, { code: 0, stdout: 'baremetalhost.metal3.io/calm resumed\n' });
        assert.equal(await pauseOf('calm'), undefined);
      });

    test('says that a host may be paused, and what to run, when the server stops answering after the patch', async () => {
      const { code, stderr } = await unclear(['pause', 'calm', '-y'], 'reset', true);
      assert.match(
        stderr,
        /\nhost NS\/calm may be paused: the result of the request could not be read; to continue: kubectl bmh pause calm -n NS --kubeconfig CONFIG\n$/,
      );
      assert.equal(code, 1);
      const again = await run(['resume', 'calm', '-y']);
      assert.equal(again.stdout, 'baremetalhost.metal3.io/calm resumed\n');
    });

    test('names the host that was not paused, and what to run, when its patch fails', async () => {
      const relay = await startRelay(server.admin, {
        before: ({ method, path }) => (method === 'PATCH' && path.includes('/calm') ? broken : undefined),
      });
      try {
        const { code, stderr } = await run(['pause', 'calm', '-y'], {
          endpoint: relay.endpoint(server.admin),
        });
        assert.equal(
          stderr,
          `${plan('calm')}Error from server (InternalError): etcd leader changed
Wait until the API server is healthy, then run the same command again.
host NS/calm was not paused; to continue: kubectl bmh pause calm -n NS --kubeconfig CONFIG
`,
        );
        assert.equal(code, 1);
      } finally {
        await relay.stop();
      }
      assert.equal(await pauseOf('calm'), undefined);
    });

    test('repair refuses a host paused by kubectl bmh pause, and says how to resume it', async () => {
      const { code, stderr } = await run(['repair', 'held', '-y']);
      assert.match(
        stderr,
        /^ {2}foreign-pause: the host is paused by a user with "kubectl bmh pause", not by this run\n {4}if whoever paused it agrees, remove the pause: kubectl bmh resume [\w-]+ -n [\w-]+ --kubeconfig CONFIG; --accept foreign-pause works under the pause and leaves it in place$/m,
      );
      assert.equal(code, 1);
    });

    test('refuses without permission to patch and names the rule, also in a preview', async () => {
      const namespace = stage.namespace('metal3');
      await allowUser(
        server,
        { name: 'weak', namespace },
        permissions(namespace, ['metal3.io', 'baremetalhosts'], 'get'),
      );
      const { code, stdout, stderr } = await run(['pause', 'denied', '-y'], { endpoint: server.weak });
      assert.equal(
        stderr,
        `error: host NS/denied was not paused; nothing was changed
  missing-rights: not allowed: patch baremetalhosts
    ask for this rule:
    # in a Role of namespace NS
    - apiGroups: ["metal3.io"]
      resources: ["baremetalhosts"]
      resourceNames: ["denied"]
      verbs: ["patch"]
`,
      );
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      const preview = await run(['pause', 'denied', '--diff'], { endpoint: server.weak });
      assert.equal(preview.stderr, 'Warning: host NS/denied: not allowed: patch baremetalhosts\n');
      assert.equal(preview.code, 0);
    });

    test('reports a missing name and a host that does not exist', async () => {
      assert.deepEqual(await run(['pause', '-y']), {
        code: 1,
        stdout: '',
        stderr:
          'error: no host is named or selected\nName one or more hosts, or select them with -l or --all.\n',
      });
      const { code, stderr } = await run(['resume', 'nowhere', '-y']);
      assert.match(
        stderr,
        /^Error from server \(NotFound\): baremetalhosts\.metal3\.io "nowhere" not found\n/,
      );
      assert.equal(code, 1);
      assert.deepEqual(await run(['pause', '-l', 'rack=none', '-y']), {
        code: 0,
        stdout: '',
        stderr: 'No resources found\n',
      });
    });
  });

/** A record of a repair that has only paused its host. */
function record(): string {
  const addresses = { url: 'http://172.22.0.1:6180/images/a', checksum: 'b', checksumType: 'md5' };
  return JSON.stringify({
    goal: 'repair',
    target: { url: served(STANDARD), checksum: `${served(STANDARD)}.md5sum` },
    original: { spec: addresses, status: { ...addresses, errorCount: 9, errorMessage: '' } },
    run: 'run-1',
    version: 'v0.1.0',
    started: '2026-01-01T00:00:00.000Z',
  });
}
