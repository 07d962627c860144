/**
 * npm run test:faults [-- --full] [--server embedded|real] [--only TEXT]: everything that can go wrong, at every request
 * of every procedure of both plugins, with real processes and the operators at work. Plain, it plays a fixed sample: on
 * the embedded server each request, each fault and each kill, on the real one each fault of each line. `--full` plays
 * all, and `--only` all whose name contains the text. Both servers are played on at once. Exits with 1 where a case
 * fails, and with 2 where the flags are wrong or the real control plane can't be had.
 */
import { parseArgs } from 'node:util';
import { findControllersOrExit, findOrExit } from '../cluster/find-or-exit.ts';
import { endingSignals } from '../cluster/signals.ts';
import type { TestServer } from '../support/server.ts';
import { type ServerKind, servers } from '../support/servers.ts';
import { failureText } from './failure.ts';
import type { Fault } from './fault.ts';
import { hosts } from './hosts/subject.ts';
import { runMatrix } from './run.ts';
import type { Scene } from './scene.ts';
import { isWell, type Procedure, type Result, type Subject } from './subject.ts';
import { volumes } from './volumes/subject.ts';

/** How many cases a plain run plays at least. */
const SAMPLES = {
  embedded: { hosts: 400, volumes: 480 },
  real: { hosts: 190, volumes: 240 },
};

/** How many cases are between two signs of life. */
const STRIDE = 100;

const { full = false, only = '', kinds } = options();
const isPlain = !full && only === '';
if (kinds.some(({ name }) => name === 'real')) {
  await findOrExit();
  await findControllersOrExit();
}
const { signal } = endingSignals();

const areGood = await Promise.all(kinds.map(isGoodOn));
process.exitCode = signal.aborted ? 130 : areGood.every(Boolean) ? 0 : 1;

function options() {
  const flags = { full: { type: 'boolean' }, server: { type: 'string' }, only: { type: 'string' } } as const;
  try {
    const { values } = parseArgs({ options: flags });
    return { ...values, kinds: servers(values.server ?? 'embedded,real') };
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exit(2);
  }
}

async function isGoodOn(kind: ServerKind): Promise<boolean> {
  const started = performance.now();
  const server = await kind.start();
  try {
    const sizes = SAMPLES[kind.name];
    const results = [
      ...(await playOn(server, hosts, sizes.hosts)),
      ...(await playOn(server, volumes, sizes.volumes)),
    ];
    const seconds = Math.round((performance.now() - started) / 1000);
    say(`${kind.name}: ${results.length} cases in ${seconds} s`);
    const expected = isPlain ? sizes.hosts + sizes.volumes : 1;
    return results.length >= expected && results.every(isWell);
  } finally {
    await server.stop();
  }
}

async function playOn<P extends Procedure, F extends Fault<S>, S extends Scene, R extends Result<P, F>>(
  server: TestServer,
  subject: Subject<P, F, S, R>,
  size: number,
): Promise<R[]> {
  let count = 0;
  const played = (result: Result) => {
    count += 1;
    if (count % STRIDE === 0) say(`${server.name}: ${count} cases played`);
    if (!isWell(result)) say(failureText(server.name, result));
  };
  const sample = isPlain && {
    size,
    keysOf: server.name === 'embedded' ? subject.keysOf : subject.realKeysOf,
  };
  const results = await runMatrix(subject, server, { ...(sample && { sample }), only, played, signal });
  for (const line of subject.lines(server.name, results)) process.stdout.write(`${line}\n`);
  return results;
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
