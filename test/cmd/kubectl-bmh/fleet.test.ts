import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parse, stringify } from 'yaml';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { lastOwnWrite } from '../../../lib/hosts/gitops.ts';
import { PAUSED } from '../../operators/host.ts';
import { fleetScenario } from '../../scenarios/fleet.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { pauseIn } from '../../support/estate.ts';
import { faster } from '../../support/faster.ts';
import { PATIENCE } from '../../support/patience.ts';
import { type Passed, type RelayOptions, startRelay } from '../../support/relay.ts';
import { type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openStage, type Stage } from '../../support/stage.ts';

/** The fleet with a label that tells it from those of other tests. */
function labelled(estate: string): Scenario {
  const scenario = fleetScenario();
  const hosts = scenario.hosts.map(({ host, ...rest }) => {
    const labels = { ...host.metadata.labels, estate };
    return { ...rest, host: { ...host, metadata: { ...host.metadata, labels } } };
  });
  return { ...scenario, hosts };
}

/** A fleet on a stage of its own, and the command that repairs hosts of it. */
/** One host in a result. */
interface Item {
  metadata: { namespace: string; name: string };
  verdict: string;
  requests: unknown[];
}

interface Estate {
  name: string;
  stage: Stage;
  /** Runs `repair WORDS -y --stable-for=…`; namespaces and the kubeconfig are called by what they stand for. */
  repair(words: string, options?: RunOptions & { namespace?: string; config?: string }): Promise<Ran>;
  /** Records by `namespace/name`. */
  urls(): Promise<Record<string, string>>;
  paused(): Promise<string[]>;
}

const QUICK = ['--stable-for=200ms', '--timeout=30s'];

const NAMES = [
  ...['worker-0', 'worker-1', 'worker-2', 'worker-3', 'worker-4', 'worker-5', 'worker-6'].map(
    (name) => ['metal3', name] as const,
  ),
  ...['edge-0', 'edge-1'].map((name) => ['edge', name] as const),
];

async function openEstate(server: TestServer): Promise<Estate> {
  const name = `e${randomBytes(3).toString('hex')}`;
  const stage = await openStage(server, labelled(name));
  const records = (): Promise<[string, Awaited<ReturnType<Stage['host']>>][]> =>
    Promise.all(
      NAMES.map(async ([namespace, host]) => [
        `${namespace}/${host}`,
        await stage.host(stage.namespace(namespace), host),
      ]),
    );
  return {
    name,
    stage,
    async repair(words, { namespace = 'metal3', config, ...options } = {}) {
      const file = config ?? (await stage.kubeconfig(server.admin, stage.namespace(namespace)));
      const argv = ['repair', ...QUICK, ...words.split(' '), '--kubeconfig', file];
      const { code, stdout, stderr } = await runCommand(program, argv, options);
      const plain = (text: string): string =>
        text
          .replaceAll(stage.namespace('metal3'), 'metal3')
          .replaceAll(stage.namespace('edge'), 'edge')
          .replaceAll(file, 'CONFIG')
          .replaceAll(/https:\/\/127\.0\.0\.1:\d+/g, 'SERVER')
          .replaceAll(/^Warning: port 8001 is taken.*\n/gm, '')
          .replaceAll(/ +$/gm, '');
      return { code, stdout: plain(stdout), stderr: plain(stderr) };
    },
    urls: async () =>
      Object.fromEntries((await records()).map(([key, { spec }]) => [key, new URL(spec.image.url).host])),
    paused: async () =>
      (await records()).flatMap(([key, { metadata }]) =>
        PAUSED in (metadata.annotations ?? {}) ? [key] : [],
      ),
  };
}

/** Rejects where the signal aborts before the promise is settled. */
const settledBefore = (signal: AbortSignal, promise: Promise<void>): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });

for (const kind of servers())
  describe(`kubectl bmh repair of fleets, on the ${kind.name} server`, () => {
    let server: TestServer;
    before(async () => {
      server = await kind.start();
    });
    after(async () => {
      await server?.stop();
    });

    async function onEstate(play: (estate: Estate) => Promise<void>): Promise<void> {
      const estate = await openEstate(server);
      try {
        await play(estate);
      } finally {
        await estate.stage.stop();
      }
    }

    /** Runs a play with a relay before the server. */
    async function through(
      { stage }: Estate,
      hooks: RelayOptions,
      play: (config: string, passed: readonly Passed[]) => Promise<void>,
    ): Promise<void> {
      const relay = await startRelay(server.admin, hooks);
      try {
        const config = await stage.kubeconfig(relay.endpoint(server.admin), stage.namespace('metal3'));
        await play(config, relay.passed);
      } finally {
        await relay.stop();
      }
    }

    test('--all prints the plan, repairs one host alone, then the rest, and reports each', () =>
      onEstate(async ({ stage, repair, urls, paused }) => {
        const { code, stdout, stderr } = await repair('--all -y --concurrency 1');
        assert.equal(
          stderr,
          `  Context    test
  Server     SERVER
  Namespace  metal3
  Unchanged  2 hosts
  New image  http://httpd-http/images/acme-standard-ubuntu2204.qcow2 (2 hosts)
  New image  http://httpd-http/images/acme-hpc-rocky9.qcow2 (2 hosts)
  New image  http://httpd-http/images/acme-gpu-ubuntu2204.qcow2 (1 host)
  Waves      1 host, then 4
  Time       about 1 minute; each wave starts when the one before has been healthy for 0.2s

NAMESPACE       NAME       PLAN      REASON          IMAGE
metal3   worker-0   repair    error           http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2
metal3   worker-1   repair    error           http://172.22.0.1:6180/images/acme-hpc-rocky9.qcow2
metal3   worker-2   repair    error           http://172.22.0.1:6180/images/acme-gpu-ubuntu2204.qcow2
metal3   worker-3   repair    error           http://10.96.14.7/images/acme-standard-ubuntu2204.qcow2
metal3   worker-5   finish    unfinished      http://172.22.0.1:6180/images/acme-hpc-rocky9.qcow2
metal3   worker-4   blocked   foreign-pause   http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2

metal3/worker-0: repaired (1/5)
Canary: metal3/worker-0: done (1 of 1)
metal3/worker-1: repaired (2/5)
metal3/worker-2: repaired (3/5)
metal3/worker-3: repaired (4/5)
metal3/worker-5: repaired (5/5)
Wave 2 of 2: 4 hosts: done (4 of 4)
error: host metal3/worker-4 was not repaired; nothing was changed
  foreign-pause: the host is paused by the Cluster API provider (CAPM3), not by this tool
    ask its owner; --accept foreign-pause works under the pause and leaves it in place
error: 8 hosts: 5 repaired, 2 unchanged, 1 blocked
`,
        );
        assert.equal(
          stdout,
          ['worker-0', 'worker-1', 'worker-2', 'worker-3', 'worker-5']
            .map((name) => `baremetalhost.metal3.io/${name} repaired\n`)
            .join(''),
        );
        assert.equal(code, 1);
        assert.deepEqual(await paused(), ['metal3/worker-4']);
        assert.deepEqual(await urls(), {
          'metal3/worker-0': 'httpd-http',
          'metal3/worker-1': 'httpd-http',
          'metal3/worker-2': 'httpd-http',
          'metal3/worker-3': 'httpd-http',
          'metal3/worker-4': '172.22.0.1:6180',
          'metal3/worker-5': 'httpd-http',
          'metal3/worker-6': 'httpd-http',
          'edge/edge-0': '172.22.0.1:6180',
          'edge/edge-1': '10.96.14.7',
        });

        const again = await repair('--all -y');
        assert.equal(again.code, 1);
        assert.match(again.stderr, /\nerror: 8 hosts: 7 unchanged, 1 blocked\n$/);
        assert.equal(again.stdout, '');

        // As after a run that was killed while it waited.
        const written = lastOwnWrite({ object: await stage.host(stage.namespace('metal3'), 'worker-5') });
        const soon = await repair('--all -y --stable-for=60s --timeout=600m', {
          now: new Date(written),
          waits: faster(100),
        });
        assert.match(soon.stderr, /^metal3 +worker-5 +verify +repaired, not yet verified/m);
        assert.match(soon.stderr, /\nmetal3\/worker-\d: repaired \(5\/5\)\n/);
        assert.doesNotMatch(soon.stderr, /^healthy/m);
        assert.match(soon.stderr, /\nerror: 8 hosts: 5 repaired, 2 unchanged, 1 blocked\n$/);
      }));

    test('--old-address -A selects hosts at that address and unfinished runs; refuses an image that is not served', () =>
      onEstate(async ({ name, repair, urls }) => {
        const { code, stdout } = await repair(
          `-A -l estate=${name} --old-address 10.96.14.7 -y --no-wait -o json`,
        );
        const report = JSON.parse(stdout);
        const verdicts = report.items.map(({ metadata: { namespace, name }, verdict }: Item) => [
          namespace,
          name,
          verdict,
        ]);
        assert.deepEqual(verdicts, [
          ['metal3', 'worker-3', 'applied'],
          ['metal3', 'worker-5', 'applied'],
          ['edge', 'edge-1', 'blocked'],
        ]);
        assert.deepEqual(report.totals, { applied: 2, blocked: 1 });
        assert.deepEqual([report.verdict, report.exitCode, code], ['blocked', 1, 1]);
        assert.deepEqual(
          report.items[2].refusals.map(({ guard }: { guard: string }) => guard),
          ['image-not-served'],
        );
        assert.equal((await urls())['metal3/worker-0'], '172.22.0.1:6180');
      }));

    test('-l selects by label; -o name prints the repaired hosts', () =>
      onEstate(async ({ repair }) => {
        const { code, stdout, stderr } = await repair('-l rack=r1 -y --no-wait -o name');
        assert.equal(
          stdout,
          ['worker-0', 'worker-1', 'worker-2'].map((name) => `baremetalhost.metal3.io/${name}\n`).join(''),
        );
        assert.equal(code, 0, stderr);
        assert.match(stderr, /\n4 hosts: 3 applied, 1 unchanged\n$/);
      }));

    test('named hosts: the first runs alone to the end of its wait, the rest in parallel up to --concurrency', () =>
      onEstate(async (estate) => {
        await through(estate, {}, async (config, passed) => {
          const { code, stderr } = await estate.repair(
            'worker-0 worker-1 worker-2 worker-3 --concurrency 2 -y',
            {
              config,
            },
          );
          assert.equal(code, 0, stderr);
          const pauses = passed.flatMap((request) => pauseIn(request) ?? []);
          assert.deepEqual(pauses.slice(0, 2), [
            { host: 'worker-0', on: true },
            { host: 'worker-0', on: false },
          ]);
          const open = new Set<string>();
          for (const { host, on } of pauses) {
            if (on) open.add(host);
            else open.delete(host);
            assert.ok(open.size <= 2);
          }
          assert.equal(pauses.length, 8);
        });
      }));

    test('starts no other host after the first one fails; --keep-going continues', () =>
      onEstate(async ({ repair, urls, paused }) => {
        const words = 'edge-1 edge-0 --accept image-not-served -y';
        // As long as it takes until it fails again, it counts as healthy.
        const stopped = await repair(`${words} --stable-for=20s`, { namespace: 'edge' });
        assert.equal(stopped.code, 1);
        assert.match(stopped.stderr, /^edge\/edge-1: degraded \(1\/2\)$/m);
        assert.match(
          stopped.stderr,
          /\nerror: 2 hosts: 1 degraded, 1 not started\nNo new hosts were started after failures in "Canary: edge\/edge-1" \(see --max-failures and --keep-going\)\.\nTo continue with all that is left: kubectl bmh repair edge-1 edge-0 --timeout=30s --stable-for=20s --accept=image-not-served -y --kubeconfig=CONFIG\n$/,
        );
        assert.equal((await urls())['edge/edge-0'], '172.22.0.1:6180');
        assert.deepEqual(await paused(), ['metal3/worker-4', 'metal3/worker-5']);

        const going = await repair(`${words} --keep-going --stable-for=5s`, { namespace: 'edge' });
        assert.equal(going.code, 1);
        assert.match(going.stdout, /^baremetalhost\.metal3\.io\/edge-0 repaired$/m);
        assert.equal((await urls())['edge/edge-0'], 'httpd-http');
      }));

    test('Ctrl-C finishes the host in progress and starts no other; the same command resumes', () =>
      onEstate(async (estate) => {
        const interruption = new AbortController();
        const hooks: RelayOptions = {
          after: ({ method, path }) => {
            if (method === 'PATCH' && path.includes('/worker-1/status?')) interruption.abort();
            return undefined;
          },
        };
        await through(estate, hooks, async (config) => {
          const { code, stderr } = await estate.repair('--all -y --concurrency 1', {
            config,
            interrupted: interruption.signal,
          });
          assert.equal(code, 130, stderr);
          assert.match(stderr, /^Warning: interrupted: no new hosts are started/m);
          assert.match(stderr, /^Interrupted: host metal3\/worker-1 is patched and resumed/m);
          assert.match(
            stderr,
            /\nerror: 8 hosts: 3 not started, 2 unchanged, .*1 interrupted.*\nTo continue with all that is left: kubectl bmh repair --timeout=30s --stable-for=200ms --all --concurrency=1 -y --kubeconfig=CONFIG\n$/,
          );
        });
        // The pause of the run that was unfinished before, and the foreign one.
        assert.deepEqual(await estate.paused(), ['metal3/worker-4', 'metal3/worker-5']);
        const rest = await estate.repair('--all -y');
        assert.match(rest.stderr, /\nerror: 8 hosts: [^\n]*1 blocked\n$/);
        assert.deepEqual(await estate.paused(), ['metal3/worker-4']);
      }));

    /** The first host of three alone, then the other two with one lane, all kept paused before the resume. */
    const HOLDING = 'worker-0 worker-1 worker-2 --concurrency 1 --accept gitops --no-wait -y';

    test('a host whose pause is kept does not count for --concurrency: the next one starts meanwhile', () =>
      onEstate(async (estate) => {
        const kept: number[] = [];
        const third = Promise.withResolvers<void>();
        const second = Promise.withResolvers<void>();
        const hooks: RelayOptions = {
          after: ({ method, path, body }) => {
            const isResume = body.includes(`"${PAUSED}":null`);
            if (method === 'PATCH' && path.includes('/worker-1?') && isResume) second.resolve();
            return undefined;
          },
        };
        await through(estate, hooks, async (config, passed) => {
          const { code, stderr } = await estate.repair(HOLDING, {
            config,
            // Where the third is never started, this ends it.
            interrupted: AbortSignal.timeout(PATIENCE),
            // The second host is kept until the third is, and the third until the second is resumed.
            wait: (milliseconds, signal) => {
              kept.push(milliseconds);
              if (kept.length === 3) third.resolve();
              if (kept.length === 1) return Promise.resolve();
              return settledBefore(signal, kept.length === 2 ? third.promise : second.promise);
            },
          });
          assert.equal(code, 0, stderr);
          assert.match(
            stderr,
            /\n {2}Hold {7}10s before the resume, to see whether another writer changes the addresses back \(3 hosts\)\n/,
          );
          assert.deepEqual(kept, [10_000, 10_000, 10_000]);
          assert.deepEqual(
            passed.flatMap((request) => pauseIn(request) ?? []),
            [
              { host: 'worker-0', on: true },
              { host: 'worker-0', on: false },
              { host: 'worker-1', on: true },
              { host: 'worker-2', on: true },
              { host: 'worker-1', on: false },
              { host: 'worker-2', on: false },
            ],
          );
        });
      }));

    test('Ctrl-C during a hold leaves only that host paused and says so; the same command resumes', () =>
      onEstate(async ({ repair, paused, urls }) => {
        const interruption = new AbortController();
        let waits = 0;
        const { code, stdout, stderr } = await repair(HOLDING, {
          interrupted: interruption.signal,
          wait: async (_, signal) => {
            waits += 1;
            if (waits === 2) interruption.abort();
            signal?.throwIfAborted();
          },
        });
        assert.equal(code, 130, stderr);
        assert.equal(waits, 2);
        assert.equal(stdout, 'baremetalhost.metal3.io/worker-0 patched and resumed\n');
        assert.match(stderr, /^Warning: interrupted: no new hosts are started, and waits end now; /m);
        assert.match(
          stderr,
          /^Interrupted: host metal3\/worker-1 is paused by an unfinished repair\nerror: 3 hosts: 1 applied, 1 interrupted, 1 not started\nTo continue with all that is left: kubectl bmh repair worker-0 worker-1 worker-2 --no-wait --timeout=30s --stable-for=200ms --concurrency=1 --accept=gitops -y --kubeconfig=CONFIG\n$/m,
        );
        // Beside the foreign pause, and that of the run that was unfinished before.
        assert.deepEqual(await paused(), ['metal3/worker-1', 'metal3/worker-4', 'metal3/worker-5']);
        assert.equal((await urls())['metal3/worker-2'], '172.22.0.1:6180');
        const again = await repair(HOLDING, { late: Promise.resolve() });
        assert.equal(again.code, 0, again.stderr);
        assert.deepEqual(await paused(), ['metal3/worker-4', 'metal3/worker-5']);
      }));

    test('Ctrl-C during one hold and another host’s steps leaves both paused and reports both', () =>
      onEstate(async (estate) => {
        const interruption = new AbortController();
        let waits = 0;
        const hooks: RelayOptions = {
          after: ({ method, path }) => {
            if (method === 'PATCH' && path.includes('/worker-2/status?')) interruption.abort();
            return undefined;
          },
        };
        await through(estate, hooks, async (config) => {
          const { code, stderr } = await estate.repair(HOLDING, {
            config,
            interrupted: interruption.signal,
            wait: async (_, signal) => {
              waits += 1;
              if (waits === 1) return;
              signal?.throwIfAborted();
              await new Promise((_resolve, reject) => {
                signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
              });
            },
          });
          assert.equal(code, 130, stderr);
          for (const name of ['worker-1', 'worker-2'])
            assert.match(
              stderr,
              new RegExp(`^Interrupted: host metal3/${name} is paused by an unfinished repair$`, 'm'),
            );
          assert.match(
            stderr,
            /\nerror: 3 hosts: 2 interrupted, 1 applied\nTo continue with all that is left: kubectl bmh repair worker-0 worker-1 worker-2 [^\n]*\n$/,
          );
        });
        const paused = ['worker-1', 'worker-2', 'worker-4', 'worker-5'].map((name) => `metal3/${name}`);
        assert.deepEqual(await estate.paused(), paused);
      }));

    test('a busy server slows the run down without failures', () =>
      onEstate(async (estate) => {
        let count = 0;
        const hooks: RelayOptions = {
          before: ({ method }) => {
            count += 1;
            const busy = method === 'PATCH' && count % 3 === 0;
            return busy ? { status: 429, headers: { 'retry-after': '0' }, body: {} } : undefined;
          },
        };
        await through(estate, hooks, async (config) => {
          const { code, stderr } = await estate.repair('-l rack=r1 -y --no-wait', { config });
          assert.equal(code, 0, stderr);
        });
      }));

    test('--contexts repairs one cluster at a time', () =>
      onEstate(async ({ repair, stage, urls }) => {
        const file = join(stage.folder, 'contexts.yaml');
        const [one, other] = await Promise.all(
          ['metal3', 'edge'].map(async (name) =>
            parse(await readFile(await stage.kubeconfig(server.admin, stage.namespace(name)), 'utf8')),
          ),
        );
        const contexts = [
          { ...one.contexts[0], name: 'one' },
          { ...other.contexts[0], name: 'other' },
        ];
        await writeFile(file, stringify({ ...one, contexts, 'current-context': 'none' }), { mode: 0o600 });
        const { code, stdout, stderr } = await repair(
          '--contexts one,other --old-address 172.22.0.1 -y --no-wait',
          {
            config: file,
          },
        );
        assert.equal(code, 1, stderr);
        assert.match(stdout, /^baremetalhost\.metal3\.io\/worker-0 patched and resumed \(metal3, one\)$/m);
        assert.match(stdout, /^baremetalhost\.metal3\.io\/edge-0 patched and resumed \(edge, other\)$/m);
        assert.match(stderr, /^one: Canary: metal3\/worker-0: done/m);
        assert.match(stderr, /^other: Canary: edge\/edge-0: done/m);
        assert.equal((await urls())['edge/edge-0'], 'httpd-http');
      }));

    test('changes nothing in any cluster if one does not answer; --keep-going skips it', () =>
      onEstate(async ({ repair, stage, urls }) => {
        const file = join(stage.folder, 'dead.yaml');
        const one = parse(
          await readFile(await stage.kubeconfig(server.admin, stage.namespace('metal3')), 'utf8'),
        );
        const dead = { ...one.clusters[0], name: 'dead', cluster: { server: 'https://127.0.0.1:1' } };
        const contexts = [
          { name: 'dead', context: { ...one.contexts[0].context, cluster: 'dead' } },
          { ...one.contexts[0], name: 'one' },
        ];
        const clusters = [...one.clusters, dead];
        await writeFile(file, stringify({ ...one, clusters, contexts }), { mode: 0o600 });
        const words = '--contexts dead,one worker-0 worker-4 -y --no-wait';
        const before = await urls();
        const stopped = await repair(words, { config: file });
        assert.equal(stopped.code, 1);
        assert.equal(
          stopped.stderr,
          `The connection to the server 127.0.0.1:1 was refused - did you specify the right host or port? (context dead)
Check that the API server is running and that the kubeconfig has its address (--kubeconfig, --context).
Nothing was changed in any cluster; --keep-going skips this one.
`,
        );
        assert.deepEqual(await urls(), before);

        const { code, stdout, stderr } = await repair(`${words} --keep-going`, { config: file });
        assert.equal(code, 1);
        assert.equal(stdout, 'baremetalhost.metal3.io/worker-0 patched and resumed\n');
        assert.match(stderr, /^ {2}Unread {5}skipped$/m);
        assert.match(
          stderr,
          /\nThe connection to the server 127\.0\.0\.1:1 was refused [^\n]+ \(context dead\)\n[^\n]+\nContext one:\nerror: host metal3\/worker-4 was not repaired/,
        );
        assert.match(stderr, /\nerror: 2 hosts: 1 applied, 1 blocked\n$/);
      }));

    test('a wrong name stops all hosts; an empty selection is not an error', () =>
      onEstate(async ({ repair, urls }) => {
        const before = await urls();
        const wrong = await repair('worker-0 ghost -y');
        assert.deepEqual(wrong, {
          code: 1,
          stdout: '',
          stderr:
            'Error from server (NotFound): baremetalhosts.metal3.io "ghost" not found\nNothing was changed. There is no such host in namespace "metal3". To find it: kubectl bmh list -A --kubeconfig CONFIG\n',
        });
        const none = await repair('--old-address 192.0.2.1 -l rack=r1 -y');
        assert.equal(none.code, 0);
        assert.match(none.stderr, /^No resources found\n$/);
        assert.deepEqual(await urls(), before);
      }));

    test('a diff and a dry run change nothing', () =>
      onEstate(async ({ repair, urls, paused }) => {
        const before = await urls();
        const text = await repair('-l rack=r1 --dry-run=server');
        assert.equal(text.code, 0, text.stderr);
        assert.match(text.stdout, /^# Host metal3\/worker-0\n# Step 3: Pause reconciliation\nPATCH /);
        assert.match(text.stdout, /^# Server: accepted\n\n# Step 6/m);
        assert.equal(text.stderr, '4 hosts: 3 would be repaired, 1 unchanged; nothing was changed\n');
        const diff = await repair('-l rack=r1 --diff');
        const named = diff.stdout.match(/^baremetalhost\.metal3\.io\/.*/gm);
        assert.equal(named?.length, 3, diff.stdout);
        assert.equal(diff.stderr, text.stderr);
        const data = JSON.parse((await repair('worker-0 worker-5 --diff -o json')).stdout);
        assert.equal(data.verdict, 'unchanged');
        assert.deepEqual(
          data.items.map(({ metadata, requests }: Item) => [metadata.name, requests.length]),
          [
            ['worker-0', 4],
            ['worker-5', 3],
          ],
        );
        assert.deepEqual(await urls(), before);
        assert.deepEqual(await paused(), ['metal3/worker-4', 'metal3/worker-5']);
      }));

    test('refuses every host and prints the missing rule for a user without rights', () =>
      onEstate(async ({ repair, stage, paused }) => {
        const config = await stage.kubeconfig(server.weak, stage.namespace('metal3'));
        const { code, stdout, stderr } = await repair('--all -y', { config });
        assert.equal(code, 1);
        assert.equal(stdout, '');
        assert.match(stderr, /^Error from server \(Forbidden\): baremetalhosts\.metal3\.io is forbidden: /m);
        assert.deepEqual(await paused(), ['metal3/worker-4', 'metal3/worker-5']);
      }));

    test('refuses without a terminal and without --yes', () =>
      onEstate(async ({ repair, urls }) => {
        const before = await urls();
        const { code, stderr } = await repair('--all');
        assert.equal(code, 1);
        assert.match(
          stderr,
          /\nerror: cannot ask for confirmation: stdin is not a terminal\nUse --yes \(-y\) to skip the confirmation prompt\.\n$/,
        );
        assert.deepEqual(await urls(), before);
      }));
  });

const wrong: [string, RegExp][] = [
  ['', /^error: no host is named or selected\n/],
  ['-A', /^error: no host is named or selected\n/],
  ['a --all', /^error: names cannot be combined with a selection/],
  [
    '-A --old-address http://1.2.3.4/images',
    /^error: invalid value "http:\/\/1\.2\.3\.4\/images" for --old-address\nGive a host name or an IP address, with or without a port, such as 172\.22\.0\.1/,
  ],
  ['a b --old-address 1.2.3.4', /^error: names cannot be combined with --old-address\n/],
  ['a -A', /^error: a host cannot be named across all namespaces\n/],
  ['--all -l a=b', /^error: --all and --selector \(-l\) cannot be combined\n/],
  ['a B', /^error: invalid resource name "B"/],
  [
    '--all --image-name a.qcow2',
    /^error: --image-name is for one host: in a fleet, each host keeps its image\n/,
  ],
  ['--all --contexts a,b --context c', /^error: --context and --contexts cannot be combined\n/],
  ['--all --contexts a --payload-dir x', /^error: --payload-dir keeps the files of one cluster\n/],
  ['a --concurrency 0', /^error: invalid value "0" for --concurrency\n/],
  ['--all --concurrency 0', /^error: invalid value "0" for --concurrency\n/],
  [
    '--all --max-failures 0%',
    /^error: invalid value "0%" for --max-failures\nAfter 0 failures, not even the first host would be started\. Give 1 or more; 1 stops at the first failure\.\n$/,
  ],
  [
    '--all --max-failures 101%',
    /^error: invalid value "101%" for --max-failures\nGive a number of hosts, such as 5, or a percentage up to 100%, such as 2%\.\n$/,
  ],
  ['--all --concurrency 1000', /^error: invalid value "1000" for --concurrency\n/],
];
for (const [words, message] of wrong)
  test(`repair ${words} is a usage error`, async () => {
    const { code, stdout, stderr } = await runCommand(program, [
      'repair',
      ...words.split(' ').filter(Boolean),
    ]);
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, message);
  });
