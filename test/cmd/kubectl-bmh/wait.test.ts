import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { brokenHost, healthyHost, image, paused, STANDARD, served } from '../../scenarios/hosts.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { RECORD } from '../../support/records.ts';
import { plainText, type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openStage, type Stage } from '../../support/stage.ts';

const rack = (name: string) => ({ labels: { rack: name } });

const scenario = (): Scenario => ({
  nodes: ['management-0'],
  clusters: [],
  hosts: [
    ...['well', 'watched'].map((name, index) => healthyHost(name, 1 + index)),
    ...['rack-0', 'rack-1'].map((name, index) => healthyHost(name, 10 + index, rack('r1'))),
    brokenHost('left', 20),
    brokenHost('flaps', 21, {
      image: image(served('acme-missing-ubuntu2204.qcow2')),
      status: { errorCount: 0 },
    }),
    brokenHost('unrepaired', 22),
    brokenHost('paused-by-capm3', 23, { annotations: paused('metal3.io/capm3') }),
    brokenHost('half-done', 24, { annotations: paused('true'), spec: { image: image(served(STANDARD)) } }),
    healthyHost('numbered', 25, { image: image('http://10.96.14.7/images/a.qcow2') }),
    healthyHost('checksummed', 26, {
      image: { ...image(served(STANDARD)), checksum: 'http://10.96.14.7/images/a.qcow2.md5sum' },
    }),
    healthyHost('empty', 28, {
      spec: { image: undefined },
      provisioning: { state: 'available', image: { url: '' } },
    }),
    healthyHost('spare', 27, { spec: { image: undefined }, provisioning: { state: 'available' } }),
    brokenHost('under-way', 28, {
      annotations: { ...paused('true'), 'kubectl-bmh/repair': JSON.stringify(RECORD) },
    }),
    healthyHost('held', 30, { annotations: paused('metal3.io/capm3') }),
    brokenHost('gone', 31, { annotations: paused('true'), provisioning: { state: 'deprovisioning' } }),
  ],
  images: [served(STANDARD), 'http://10.96.14.7/images/a.qcow2'],
  deadBmcs: [],
});

for (const kind of servers())
  describe(`kubectl bmh wait on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    let config: string;
    before(async () => {
      server = await kind.start();
      stage = await openStage(server, scenario());
      config = await stage.kubeconfig(server.admin, stage.namespace('metal3'));
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    /** What it says has `NS` and `CONFIG` in it. */
    async function wait(words: string[], options: RunOptions = {}): Promise<Ran> {
      const ran = await runCommand(program, ['wait', ...words, '--kubeconfig', config], options);
      const plain = (text: string) =>
        plainText(text, { [stage.namespace('metal3')]: 'NS', [config]: 'CONFIG' });
      return { code: ran.code, stdout: plain(ran.stdout), stderr: plain(ran.stderr) };
    }

    test('waits until a host has stayed healthy', async () => {
      assert.deepEqual(await wait(['well', '--stable-for=500ms']), {
        code: 0,
        stdout: 'baremetalhost.metal3.io/well healthy\n',
        stderr: `healthy; checking for 0.5s that the error does not come back
Wait for host NS/well: done (healthy for 0.5s)
`,
      });
    });

    test('stops at the first healthy observation, and prints JSON', async () => {
      const { code, stdout, stderr } = await wait(['well', '--stable-for=0s', '-o', 'json']);
      assert.equal(stderr, 'Wait for host NS/well: done (healthy)\n');
      const { exitCode, items } = JSON.parse(stdout);
      assert.deepEqual({ code, exitCode }, { code: 0, exitCode: 0 });
      const [{ server: _, ...item }] = items;
      assert.deepEqual(item, {
        metadata: { name: 'well', namespace: 'NS' },
        resource: 'baremetalhost.metal3.io/well',
        context: 'test',
        verdict: 'healthy',
        exitCode: 0,
        message: 'healthy',
        refusals: [],
        causes: [],
      });
    });

    test('waits for several hosts concurrently, with one line each', async () => {
      const { code, stdout, stderr } = await wait(['-l', 'rack=r1', '--stable-for=500ms', '-o', 'name']);
      assert.equal(stdout, 'baremetalhost.metal3.io/rack-0\nbaremetalhost.metal3.io/rack-1\n');
      const lines = stderr.trimEnd().split('\n');
      assert.equal(lines.at(-1), 'Wait for 2 hosts: done (2 of 2 hosts are healthy)');
      assert.deepEqual(lines.slice(0, -1).toSorted(), [
        ...['rack-0', 'rack-1'].flatMap((name) => [
          `host NS/${name}: healthy for 0.5s`,
          `host NS/${name}: healthy; checking for 0.5s that the error does not come back`,
        ]),
      ]);
      assert.equal(code, 0);
    });

    test('times out on a paused host; a host that cannot recover decides the exit code', async () => {
      assert.deepEqual(await wait(['held', '--stable-for=0s', '--timeout=3s']), {
        code: 124,
        stdout: '',
        stderr: `waiting for the host to be resumed: it is paused by the Cluster API provider (CAPM3)
Wait for host NS/held: failed (still waiting for the host to be resumed: it is paused by the Cluster API provider (CAPM3))
error: host NS/held was watched, but after 3s still waiting for the host to be resumed: it is paused by the Cluster API provider (CAPM3)
Next: kubectl bmh wait held -n NS --kubeconfig CONFIG
`,
      });
      const { code, stdout, stderr } = await wait([
        'held',
        'gone',
        'well',
        '--stable-for=0s',
        '--timeout=3s',
      ]);
      assert.equal(stdout, 'baremetalhost.metal3.io/well healthy\n');
      assert.match(stderr, /^Wait for 3 hosts: failed \(1 of 3 hosts are healthy\)$/m);
      assert.match(
        stderr,
        /^error: host NS\/gone cannot recover by itself: the host's state is now "deprovisioning"; it is paused by another user or tool \(value "true"\)$/m,
      );
      assert.equal(code, 1);
    });

    for (const [name, reason, next] of [
      [
        'unrepaired',
        'its image is still at a fixed address (http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2)',
        'repair unrepaired',
      ],
      [
        'paused-by-capm3',
        'its image is still at a fixed address (http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2); it is paused by the Cluster API provider (CAPM3)',
        'diagnose paused-by-capm3',
      ],
      [
        'half-done',
        'its two image addresses differ, and only its pause keeps the operator from wiping it; it is paused by another user or tool (value "true")',
        'diagnose half-done',
      ],
      [
        'numbered',
        'its image is still at a fixed address (http://10.96.14.7/images/a.qcow2)',
        'repair numbered --preventive',
      ],
      [
        'checksummed',
        'the checksum of its image is still at a fixed address (http://10.96.14.7/images/a.qcow2.md5sum)',
        'repair checksummed --preventive',
      ],
      ['spare', 'the host\'s state is now "available"', 'diagnose spare'],
    ] as const)
      test(`refuses at once to wait for ${name}, with the next command`, async () => {
        assert.deepEqual(await wait([name, '--timeout=24h']), {
          code: 1,
          stdout: '',
          stderr: `Wait for host NS/${name}: failed (${reason})
error: host NS/${name} cannot recover by itself: ${reason}
Next: kubectl bmh ${next} -n NS --kubeconfig CONFIG
`,
        });
      });

    test('refuses to wait for a host without an image, without a next command', async () => {
      const reason = 'its state is "available", and it has no image';
      assert.deepEqual(await wait(['empty', '--timeout=24h']), {
        code: 1,
        stdout: '',
        stderr: `Wait for host NS/empty: failed (${reason})\nerror: there is nothing to wait for on host NS/empty: ${reason}\n`,
      });
    });

    test('waits for a repair in progress, whatever the address', async () => {
      const { code, stderr } = await wait(['under-way', '--stable-for=0s', '--timeout=3s']);
      assert.equal(code, 124);
      assert.match(stderr, /^waiting for the host to be resumed: it is paused by an unfinished run\n/);
    });

    test('reports an address that does not answer as flapping', async () => {
      const { code, stdout } = await wait(['flaps', '--stable-for=20s', '-o', 'json']);
      const [{ reason, causes, ...item }] = JSON.parse(stdout).items;
      assert.deepEqual(
        { code, verdict: item.verdict, reason, causes: causes.length },
        { code: 1, verdict: 'degraded', reason: 'flapping', causes: 4 },
      );
    });

    test('prints on interruption how long the host was healthy, and the command that resumes', async () => {
      const interruption = new AbortController();
      assert.deepEqual(
        await wait(['watched'], {
          interrupted: interruption.signal,
          onStderr: (text) => text.startsWith('healthy') && interruption.abort(),
        }),
        {
          code: 130,
          stdout: '',
          stderr: `healthy; checking for 90s that the error does not come back
Wait for host NS/watched: failed (healthy for 0s of 90s)
Interrupted: host NS/watched was watched, and was healthy for 0s of 90s; to see whether the error comes back: kubectl bmh wait watched -n NS --kubeconfig CONFIG
`,
        },
      );
    });

    test('resumes the interrupted wait of a repair with the printed command', async () => {
      const interruption = new AbortController();
      const words = ['repair', 'left', '-y', '-o', 'json', '--kubeconfig', config];
      const { code, stdout } = await runCommand(program, words, {
        interrupted: interruption.signal,
        onStderr: (text) => text.startsWith('healthy') && interruption.abort(),
      });
      assert.equal(code, 130);
      const [{ next }] = JSON.parse(stdout).items;
      assert.equal(next, `kubectl bmh wait left -n ${stage.namespace('metal3')} --kubeconfig ${config}`);
      const [, , ...again] = next.split(' ');
      const went = await runCommand(program, [...again, '--stable-for=500ms']);
      assert.deepEqual(
        { code: went.code, stdout: went.stdout },
        { code: 0, stdout: 'baremetalhost.metal3.io/left healthy\n' },
      );
    });

    for (const [words, stderr] of [
      [
        ['well', '--timeout=1m'],
        'error: --timeout=1m is not longer than --stable-for=90s\nGive a longer --timeout, or a shorter --stable-for.\n',
      ],
      [
        ['well', '--stable-for=soon'],
        'error: invalid value "soon" for --stable-for\nUse a duration such as 90s, 5m or 1h.\n',
      ],
      [[], 'error: no host is named or selected\nName one or more hosts, or select them with -l or --all.\n'],
    ] as const)
      test(`"wait ${words.join(' ')}" is refused`, async () => {
        assert.deepEqual(await wait([...words]), { code: 1, stdout: '', stderr });
      });
  });
