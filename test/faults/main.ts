/**
 * npm run test:faults [-- --full] [--server embedded|real] [--only TEXT]: everything that can go wrong, at every request
 * of every procedure, with real processes and the operator at work. Plain, it plays a fixed sample on both servers;
 * `--full` plays all, and `--only` all whose name contains the text. Exits with 1 where a case fails, and with 2 where
 * the flags are wrong or the real control plane can't be had.
 */
import { parseArgs } from 'node:util';
import { findOrExit } from '../cluster/find-or-exit.ts';
import { endingSignals } from '../cluster/signals.ts';
import { type ServerKind, servers } from '../support/servers.ts';
import { failureText } from './failure.ts';
import type { Result } from './play.ts';
import { runMatrix } from './run.ts';
import { isWell, lines } from './tally.ts';

/** How many cases a plain run plays on each server. */
const SAMPLE = 510;

/** How many cases are between two signs of life. */
const STRIDE = 100;

const { full = false, only = '', kinds } = options();
const isPlain = !full && only === '';
if (kinds.some(({ name }) => name === 'real')) await findOrExit();
const { signal } = endingSignals();

let isGood = true;
for (const kind of kinds) {
  if (signal.aborted) break;
  const begun = performance.now();
  const results = await playOn(kind);
  for (const line of lines(kind.name, results)) process.stdout.write(`${line}\n`);
  say(`${kind.name}: ${results.length} cases in ${Math.round((performance.now() - begun) / 1000)} s`);
  isGood &&= results.length >= (isPlain ? SAMPLE : 1) && results.every(isWell);
}
process.exitCode = signal.aborted ? 130 : isGood ? 0 : 1;

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

async function playOn(kind: ServerKind): Promise<Result[]> {
  const started = await kind.start();
  let count = 0;
  const played = (result: Result) => {
    count += 1;
    if (count % STRIDE === 0) say(`${kind.name}: ${count} cases played`);
    if (!isWell(result)) say(failureText(kind.name, result));
  };
  try {
    return await runMatrix(started, { ...(isPlain && { size: SAMPLE }), only, played, signal });
  } finally {
    await started.stop();
  }
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
