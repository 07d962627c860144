import { LONGEST_WAIT } from './pace.ts';
import type { Session } from './session.ts';

/** A description of the recording, for screen readers. */
export const descriptionOf = (command: string): string =>
  [
    `A terminal. "${command} list" shows three hosts; worker-0 and worker-1 have a provisioned registration error.`,
    `"${command} repair worker-0 --stable-for=10s" shows what it would change, asks, and after the answer y completes nine steps, among them`,
    'Pause reconciliation, Patch status, Patch spec and Resume reconciliation.',
    'Then it waits until the operator has registered the host again and the host has stayed healthy for 10 seconds.',
    `"${command} list" shows worker-0 as healthy.`,
    `"${command} repair worker-1" is refused, because the image server does not have that image:`,
    'it prints the reason, what to do, and that nothing was changed.',
    `Recorded from a real run; waits of more than ${LONGEST_WAIT / 1000} seconds are shortened.`,
  ].join(' ');

/** The shell prompt. */
const READY = /(^|\n)\$$/;

/** Plays the story. Fails if the programs behave differently. */
export async function play({ type, look, until }: Session, command: string): Promise<void> {
  const run = async (words: string, shows: RegExp): Promise<void> => {
    await until(READY);
    look(900);
    await type(`${command} ${words}`);
    look(400);
    await type('\r');
    await until(shows);
  };
  await run('list', /worker-0 .* degraded .*\n(.*\n)*\$$/);
  look(2500);
  await run('repair worker-0 --stable-for=10s', /Repair this host\? \[y\/N\]$/);
  look(3500);
  await type('y');
  look(400);
  await type('\r');
  // The port is the default's: any other one would be this machine's.
  await until(/Start the API proxy: 127\.0\.0\.1:8001\n/);
  await until(/worker-0 repaired\n\$$/);
  look(2500);
  await run('list', /worker-0 .* healthy .*\n(.*\n)*\$$/);
  look(2000);
  await run('repair worker-1', /nothing was changed\n {2}image-not-served: (.*\n)+\$$/);
}
