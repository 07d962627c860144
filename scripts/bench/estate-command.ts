/**
 * Runs kubectl bmh as `npm run bench -- estate` measures it: with a clock for its waits that skips ahead while nothing but waits
 * is left. Its last line on stderr is what was measured, as JSON.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import v8 from 'node:v8';
import { program } from '../../cmd/kubectl-bmh/program.ts';
import type { WaitClock } from '../../lib/cli/command.ts';
import { main } from '../../lib/cli/main.ts';

/** What a run needed. */
export interface Measured {
  /** Of the clock of its waits. */
  minutes: number;
  requests: number;
}

/** How long no request may be in flight before the clock skips, in milliseconds: the operator may still be at work. */
const QUIET = 250;

const traffic = { requests: 0, inFlight: 0, last: performance.now() };

const isWatch = (request: ClientRequest): boolean => request.path.includes('watch=true');

/** Requests through the local proxy would count twice: it sends them again. */
const counts = (request: ClientRequest): boolean => request.protocol === 'https:';

subscribe('http.client.request.start', (message) => {
  const { request } = message as { request: ClientRequest };
  traffic.last = performance.now();
  if (!counts(request)) return;
  traffic.requests += 1;
  if (isWatch(request)) return;
  traffic.inFlight += 1;
  request.once('close', () => {
    traffic.inFlight -= 1;
    traffic.last = performance.now();
  });
});

function skippingClock(): WaitClock {
  let skipped = 0;
  const elapsed = (): number => performance.now() + skipped;
  const timers = new Set<{ due: number; fire(): void }>();
  setInterval(() => {
    const now = performance.now();
    if (timers.size > 0 && traffic.inFlight === 0 && now - traffic.last > QUIET) {
      const next = Math.min(...[...timers].map(({ due }) => due));
      skipped += Math.max(0, next - elapsed());
    }
    for (const timer of timers) if (timer.due <= elapsed()) timer.fire();
  }, 10).unref();
  return {
    elapsed,
    after: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        const end = (): void => {
          timers.delete(timer);
          signal.removeEventListener('abort', abort);
        };
        const abort = (): void => {
          end();
          reject(signal.reason);
        };
        const timer = {
          due: elapsed() + milliseconds,
          fire() {
            end();
            resolve();
          },
        };
        if (signal.aborted) return reject(signal.reason);
        timers.add(timer);
        signal.addEventListener('abort', abort, { once: true });
      }),
  };
}

const waits = skippingClock();
const started = waits.elapsed();
const interruption = new AbortController();
const code = await main(program, process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  interactive: false,
  env: process.env,
  cwd: () => process.cwd(),
  clock: {
    now: () => new Date(),
    after: waits.after,
    waits,
  },
  interrupted: interruption.signal,
  leaveAtEnd: () => {},
  // As the program does.
  saveMemory: () => v8.setFlagsFromString('--optimize-for-size'),
});
const measured: Measured = {
  minutes: (waits.elapsed() - started) / 60_000,
  requests: traffic.requests,
};
process.stderr.write(`${JSON.stringify(measured)}\n`);
process.exitCode = code;
