import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { nameOf } from '../../scenarios/broken.ts';
import {
  awayFrom,
  type Estate,
  isResumeOf,
  namesOf,
  onEstate as onHosts,
  pauseIn,
  relapse,
  until,
} from '../../support/estate.ts';
import type { RelayOptions } from '../../support/relay.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';

/** Waves of 1, 2, 4 and 2 hosts. */
const COUNT = 9;
const WAVES = [[0], [1, 2], [3, 4, 5, 6], [7, 8]];
const WORDS = '--all -y --wave-size=2 --wave-growth=2 --concurrency=3 --stable-for=10s --timeout=60m';

const ALL = namesOf(COUNT);

/** A small estate has a wave of each kind: the canary, one that has grown, and the rest. */
const FEW = 4;
const FEW_WAVES = [[0], [1, 2], [3]];

for (const kind of servers())
  describe(`waves of kubectl bmh repair, on the ${kind.name} server`, { concurrency: 2 }, () => {
    let server: TestServer;
    before(async () => {
      server = await kind.start();
    });
    after(async () => {
      await server?.stop();
    });

    const onEstate = (play: (estate: Estate) => Promise<void>, count = COUNT): Promise<void> =>
      onHosts(server, { count, words: WORDS }, play);

    test('each wave starts after the one before has been healthy; one watch follows all hosts', () =>
      onEstate(async ({ repair, through, repaired }) => {
        const ended: string[] = [];
        const tooEarly: string[] = [];
        const open = new Set<string>();
        let most = 0;
        const hooks: RelayOptions = {
          before: (request) => {
            const pause = pauseIn(request);
            if (!pause) return undefined;
            if (pause.on) open.add(pause.host);
            else open.delete(pause.host);
            most = Math.max(most, open.size);
            const wave = WAVES.findIndex((those) => those.map(nameOf).includes(pause.host));
            const earlier = WAVES.slice(0, wave).flat().map(nameOf);
            if (pause.on && !earlier.every((name) => ended.includes(name))) tooEarly.push(pause.host);
            return undefined;
          },
        };
        await through(hooks, async (config, passed) => {
          const { code, stdout, stderr } = await repair(WORDS, {
            config,
            onStderr: (text) => {
              const [, name] = /\/(host-\d+): .*repaired/.exec(text) ?? [];
              if (name) ended.push(name);
            },
          });
          assert.equal(code, 0, stderr);
          assert.equal(stdout, ALL.map((name) => `baremetalhost.metal3.io/${name} repaired\n`).join(''));
          assert.match(
            stderr,
            /\n {2}Waves {6}1 host, then 2, 4 and 2\n {2}Time {7}about 2 minutes; each wave /,
          );
          assert.match(stderr, /^Canary: NS\/host-00000: done \(1 of 1\)$/m);
          for (const text of [
            '2 of 4: 2 hosts: done (2 of 2)',
            '3 of 4: 4 hosts: done (4 of 4)',
            '4 of 4: 2 hosts: done (2 of 2)',
          ])
            assert.ok(stderr.includes(`\nWave ${text}\n`), stderr);
          const watches = passed.filter(
            ({ path }) => path.includes('/baremetalhosts?') && path.includes('watch=true'),
          );
          assert.ok(watches.length > 0 && watches.every(({ path }) => !path.includes('fieldSelector')));
          assert.ok(watches.length < COUNT);
        });
        assert.deepEqual(tooEarly, []);
        assert.ok(most <= 3, `${most} were written to`);
        assert.deepEqual(await repaired(), ALL);
      }));

    test('a host that fails late in its window stops the next wave, which is named; the printed command continues', () =>
      onEstate(async (estate) => {
        const { repair, through, repaired, paused } = estate;
        let failing: Promise<void> | undefined;
        const late: RelayOptions = {
          after: (request) => {
            if (isResumeOf(request, nameOf(2))) failing = relapse(estate, nameOf(2));
            return undefined;
          },
        };
        await through(late, async (config) => {
          const { code, stderr } = await repair(WORDS, { config, waits: until(() => failing) });
          await failing;
          assert.equal(code, 1, stderr);
          assert.match(stderr, /^Wave 2 of 4: 2 hosts: failed \(1 of 2\)$/m);
          assert.ok(
            stderr.endsWith(
              `error: 9 hosts: 6 not started, 2 repaired, 1 degraded
No new hosts were started after failures in "Wave 2 of 4: 2 hosts" (see --max-failures and --keep-going).
To continue with all that is left: kubectl bmh repair --timeout=60m --stable-for=10s --all --concurrency=3 --wave-size=2 --wave-growth=2 -y --kubeconfig=CONFIG
`,
            ),
            stderr,
          );
        });
        assert.deepEqual(await paused(), []);
        const again = await repair();
        assert.match(again.stderr, /\n(error: )?9 hosts: 6 repaired, /);
        assert.deepEqual(await repaired(), ALL);
      }));

    test('goes on to the last wave when failures stay below --max-failures', () =>
      onEstate(async (estate) => {
        const { repair, through, repaired } = estate;
        let failing: Promise<void> | undefined;
        const late: RelayOptions = {
          after: (request) => {
            if (isResumeOf(request, nameOf(4))) failing = relapse(estate, nameOf(4));
            return undefined;
          },
        };
        await through(late, async (config) => {
          const { code, stderr } = await repair(`${WORDS} --max-failures=25%`, {
            config,
            waits: until(() => failing),
          });
          await failing;
          assert.equal(code, 1, stderr);
          assert.match(stderr, /\nerror: 9 hosts: 8 repaired, 1 degraded\n$/);
        });
        assert.deepEqual(await repaired(), ALL);
      }));

    for (const [index, wave] of FEW_WAVES.entries()) {
      const [first = 0] = wave;
      test(`Ctrl-C in wave ${index + 1} leaves no host paused and prints one command, which repairs the rest`, () =>
        onEstate(async ({ repair, through, repaired, paused }) => {
          const interruption = new AbortController();
          const hooks: RelayOptions = {
            after: (request) => {
              if (isResumeOf(request, nameOf(first))) interruption.abort();
              return undefined;
            },
          };
          await through(hooks, async (config) => {
            const { code, stderr } = await repair(WORDS, { config, interrupted: interruption.signal });
            assert.equal(code, 130, stderr);
            const [, ending = ''] = stderr.split('\nerror: ');
            assert.match(
              ending,
              /^4 hosts: .*interrupted.*\nTo continue with all that is left: kubectl bmh repair [^\n]*\n$/,
            );
            const title = index === 0 ? `Canary: NS/${nameOf(0)}` : `Wave ${index + 1} of 3: [12] hosts?`;
            assert.match(stderr, new RegExp(`^${title}: interrupted \\([01] of ${wave.length}\\)$`, 'm'));
            assert.doesNotMatch(stderr, /failed/);
            assert.equal(stderr.match(/kubectl bmh/g)?.length, 1);
            assert.ok(stderr.includes(`\nInterrupted: host NS/${nameOf(first)} `), stderr);
          });
          assert.deepEqual(await paused(), []);
          const again = await repair();
          assert.equal(again.code, 0, again.stderr);
          assert.deepEqual(await repaired(), namesOf(FEW));
        }, FEW));

      test(`cut off for good in wave ${index + 1}: the same command repairs the rest`, () =>
        onEstate(async ({ repair, through, repaired }) => {
          const interruption = new AbortController();
          let isGone = false;
          const hooks: RelayOptions = {
            before: () => (isGone ? 'reset' : undefined),
            after: ({ method, path }) => {
              if (
                method !== 'PATCH' ||
                !path.includes(`/${nameOf(first)}/status?`) ||
                path.includes('dryRun')
              )
                return undefined;
              isGone = true;
              interruption.abort();
              return 'reset';
            },
          };
          await through(hooks, async (config) => {
            const { code, stderr } = await repair(WORDS, { config, interrupted: interruption.signal });
            assert.equal(code, 130, stderr);
          });
          const again = await repair();
          assert.equal(again.code, 0, again.stderr);
          assert.deepEqual(await repaired(), namesOf(FEW));
        }, FEW));
    }

    test('an API server that is away for a minute in the middle of a wave stops nothing', () =>
      onEstate(async ({ repair, through, repaired }) => {
        const hooks = awayFrom(
          ({ method, path }) =>
            method === 'PATCH' && path.includes(`/${nameOf(1)}/status?`) && !path.includes('dryRun'),
        );
        await through(hooks, async (config) => {
          const { code, stderr } = await repair(WORDS, { config });
          assert.equal(code, 0, stderr);
          assert.match(stderr, /^Warning: .*; waiting for the API server to answer again$/m);
        });
        assert.deepEqual(await repaired(), namesOf(FEW));
      }, FEW));

    test('a host whose error is hidden when its turn comes is read again until it shows', () =>
      onEstate(async ({ stage, namespace, repair, through, repaired }) => {
        const [name, path] = [nameOf(1), `/baremetalhosts/${nameOf(1)}`];
        const hidden = { errorType: '', errorMessage: '', operationalStatus: 'OK', errorCount: 12 };
        let isHidden = false;
        const hooks: RelayOptions = {
          before: async ({ method, path: asked }) => {
            if (isHidden || method !== 'GET' || !asked.endsWith(path)) return undefined;
            isHidden = true;
            // The operator finds the error again by itself.
            await stage.patch(namespace, name, { status: hidden }, 'status');
            return undefined;
          },
        };
        await through(hooks, async (config) => {
          const { code, stderr } = await repair(WORDS, { config });
          assert.equal(code, 0, stderr);
        });
        assert.ok(isHidden);
        assert.deepEqual(await repaired(), namesOf(FEW));
      }, FEW));

    test('two fleets at once on the same estate repair every host', () =>
      onEstate(async ({ repair, repaired, paused }) => {
        const both = await Promise.all([repair(`${WORDS} --keep-going`), repair(`${WORDS} --keep-going`)]);
        assert.deepEqual(await paused(), [], both.map(({ stderr }) => stderr).join('\n'));
        assert.deepEqual(await repaired(), ALL);
      }));
  });
