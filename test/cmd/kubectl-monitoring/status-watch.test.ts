import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Snapshot, watchStatus } from '../../../cmd/kubectl-monitoring/shared/watch-status.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { status } from '../../scenarios/requests.ts';
import { startRelay } from '../../support/relay.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { type Looking, openLooking } from './looking.ts';

/** Output and warnings while these snapshots are taken in order; then the user interrupts. */
async function watching(
  seen: (string | Error)[],
  { isTTY, output }: { isTTY?: boolean; output?: 'json' | 'yaml' } = {},
): Promise<{ code: number; written: string; warned: string[] }> {
  const interruption = new AbortController();
  const written: string[] = [];
  const warned: string[] = [];
  const left = seen.values();
  const snapshot = async (): Promise<Snapshot> => {
    const { value } = left.next();
    if (typeof value !== 'string') throw value;
    const write = async (): Promise<void> => void written.push(`${value}\n`);
    return { text: value, exitCode: 0, write };
  };
  let looks = 0;
  const after = async (): Promise<void> => {
    looks += 1;
    if (looks === seen.length) interruption.abort();
  };
  const code = await watchStatus(
    snapshot,
    {
      stdout: { write: (text) => written.push(text), ...(isTTY && { isTTY }) },
      clock: { now: () => new Date('2026-01-02T03:04:05.678Z'), after },
      interrupted: interruption.signal,
    },
    { output, warn: (text) => void warned.push(text), what: 'the block' },
  );
  return { code, written: written.join(''), warned };
}

/** The times of the snapshots, as printed. */
const AT = '2026-01-02T03:04:05Z\n';

const lost = new CommandError('api', 'error: no answer');
const LOST = 'the block cannot be checked, retrying (error: no answer)';

test('prints only changes, with their time: after an empty line, on a cleared screen, or as a document', async () => {
  const seen = ['one', 'one', 'two', 'one'];
  const clear = '\x1b[2J\x1b[H';
  for (const [options, written] of [
    [{}, `${AT}one\n\n${AT}two\n\n${AT}one\n`],
    [{ isTTY: true }, `${clear}${AT}one\n${clear}${AT}two\n${clear}${AT}one\n`],
    [{ output: 'json' }, 'one\ntwo\none\n'],
    [{ isTTY: true, output: 'yaml' }, 'one\n---\ntwo\n---\none\n'],
  ] as const)
    assert.deepEqual(await watching(seen, options), { code: 130, written, warned: [] });
});

test('warns once per outage, and compares the next snapshot with the last printed one', async () => {
  assert.deepEqual(await watching(['one', lost, lost, 'one', lost, 'two']), {
    code: 130,
    written: `${AT}one\n\n${AT}two\n`,
    warned: [LOST, LOST],
  });
});

test('fails if the first snapshot fails', async () => {
  await assert.rejects(watching([lost, 'one']), lost);
  await assert.rejects(watching(['one', new TypeError('a defect')]), TypeError);
});

for (const kind of servers())
  describe(`kubectl monitoring status --watch on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Looking;
    before(async () => {
      server = await kind.start();
      stage = await openLooking(server);
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    test('shows a replica going down across an outage of the server', { timeout: 120_000 }, async () => {
      const interruption = new AbortController();
      const pod = stage.path('pods', 'alertmanager-main-1');
      let looks = 0;
      let isLost = false;
      const relay = await startRelay(server.admin, {
        async before({ path }) {
          if (!path.startsWith('/version')) return undefined;
          looks += 1;
          if (looks === 3) {
            isLost = true;
            const conditions = [{ type: 'Ready', status: 'False', message: 'it fails' }];
            await status(server.admin, pod, { conditions });
          }
          return isLost ? 'reset' : undefined;
        },
      });
      try {
        const { code, stdout, stderr } = await stage.look(['-w'], {
          as: relay.endpoint(server.admin),
          late: Promise.resolve(),
          interrupted: interruption.signal,
          onStdout: (text) => {
            if (text.includes(': degraded\n')) interruption.abort();
          },
          onStderr: () => {
            isLost = false;
          },
        });
        assert.equal(code, 130);
        const [first, healthy, down, ...more] = stdout.split(new RegExp(`\n?^${AT}`, 'm'));
        assert.deepEqual([first, more], ['', []]);
        assert.match(healthy ?? '', /^NS: healthy\n/);
        assert.match(
          down ?? '',
          /^NS: degraded\n\nwarning: +alertmanager\/main: .*alertmanager-main-1: it fails\n/,
        );
        assert.match(stderr, /^Warning: the block cannot be checked, retrying \(.*\)\n$/);
      } finally {
        await relay.stop();
      }
    });
  });
