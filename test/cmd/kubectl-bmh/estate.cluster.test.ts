import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { nameOf } from '../../scenarios/broken.ts';
import {
  awayFrom,
  type Estate,
  isResumeOf,
  namesOf,
  onEstate,
  relapse,
  until,
} from '../../support/estate.ts';
import type { RelayOptions } from '../../support/relay.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';

const WORDS = '--all -y --stable-for=10s --timeout=60m';

for (const kind of servers())
  describe(`kubectl bmh repair of an estate, on the ${kind.name} server`, () => {
    let server: TestServer;
    before(async () => {
      server = await kind.start();
    });
    after(async () => {
      await server?.stop();
    });
    const on = (count: number, play: (estate: Estate) => Promise<void>): Promise<void> =>
      onEstate(server, { count, words: WORDS }, play);

    test('one host in fifty that fails late is named with its wave; the same command repairs those not started', () =>
      on(50, async (estate) => {
        const { repair, through, repaired, paused } = estate;
        const late = nameOf(20);
        let failing: Promise<void> | undefined;
        const hooks: RelayOptions = {
          after: (request) => {
            if (isResumeOf(request, late)) failing = relapse(estate, late);
            return undefined;
          },
        };
        let left = '';
        await through(hooks, async (config) => {
          const { code, stderr } = await repair(WORDS, { config, waits: until(() => failing) });
          await failing;
          assert.equal(code, 1, stderr);
          assert.match(stderr, /^Wave 3 of 4: 32 hosts: failed \(/m);
          assert.match(stderr, new RegExp(`^error: host NS/${late} flaps: `, 'm'));
          [, left = ''] = / (\d+) not started/.exec(stderr) ?? [];
          assert.match(
            stderr,
            /\nerror: 50 hosts: (?=.*\b1 degraded).*\nNo new hosts .* in "Wave 3 of 4: 32 hosts"/,
          );
        });
        assert.deepEqual(await paused(), []);
        const again = await repair();
        // The operator may still be backing off: the host is then named again.
        assert.match(again.stderr, new RegExp(`\\n(error: )?50 hosts: .*\\b${left} repaired`));
        if (again.code !== 0) assert.match(again.stderr, new RegExp(`^error: host NS/${late} `, 'm'));
        assert.deepEqual(await repaired(), namesOf(50));
      }));

    test('500 hosts are repaired although the API server is away for a minute in the middle', () =>
      on(500, async ({ repair, through, repaired }) => {
        let resumed = 0;
        const hooks = awayFrom((request) => {
          resumed += Number(namesOf(500).some((name) => isResumeOf(request, name)));
          return resumed >= 250;
        });
        await through(hooks, async (config) => {
          const { code, stderr } = await repair(WORDS, { config });
          assert.equal(code, 0, stderr.slice(-2_000));
          assert.match(stderr, /^Warning: .*; waiting for the API server to answer again$/m);
        });
        assert.deepEqual(await repaired(), namesOf(500));
      }));

    test('shards that overlap by mistake repair every host', () =>
      on(12, async ({ repair, repaired, paused }) => {
        const words = ['--shard=0/2', '--shard=0/2', '--shard=1/2', '--shard=1/3'];
        const ran = await Promise.all(words.map((shard) => repair(`${WORDS} --keep-going ${shard}`)));
        assert.deepEqual(await paused(), [], ran.map(({ stderr }) => stderr).join('\n'));
        assert.deepEqual(await repaired(), namesOf(12));
      }));
  });
