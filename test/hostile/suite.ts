import { availableParallelism } from 'node:os';
import type { Command } from './commands.ts';
import type { Mode, Moment } from './mode.ts';
import { openGround } from './place.ts';
import type { Judged, Programs } from './run.ts';

/** What can be wrong with a run. */
export const WRONGS = ['hung', 'lied', 'leaked', 'traces'] as const;

export type Counts = Record<'modes' | 'runs' | (typeof WRONGS)[number], number>;

export interface Choice {
  modes: readonly Mode[];
  commands: readonly Command[];
  programs: Programs;
  /** After how many milliseconds a run hangs; longer than any limit of a call when absent. */
  patience?: number;
  /** Told of each run in which something is wrong. */
  failed(text: string): void;
}

interface Case {
  mode: Mode;
  command: Command;
  moment: Moment;
}

/** Much of a run is waiting. */
const AT_ONCE = 2 * availableParallelism();

/** Plays every mode on every command, several at a time, and counts the runs in which something is wrong. */
export async function play({ modes, commands, programs, patience, failed }: Choice): Promise<Counts> {
  const cases = modes.flatMap((mode) =>
    commands.flatMap((command) => command.moments.map((moment): Case => ({ mode, command, moment }))),
  );
  const counts: Counts = { modes: modes.length, runs: 0, hung: 0, lied: 0, leaked: 0, traces: 0 };
  const operators = await openGround(programs, patience);
  const left = cases.values();
  const worker = async (): Promise<void> => {
    const place = operators.place();
    try {
      for (const { mode, command, moment } of left) {
        const judged = await command.play(place, mode, moment);
        counts.runs += 1;
        for (const wrong of WRONGS) if (judged[wrong].length > 0) counts[wrong] += 1;
        const text = failureText({ mode, command, moment }, judged);
        if (text) failed(text);
      }
    } finally {
      await place.stop();
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, cases.length) }, worker));
    return counts;
  } finally {
    await operators.stop();
  }
}

function failureText({ mode, command, moment }: Case, judged: Judged): string | undefined {
  const wrong = WRONGS.flatMap((kind) => judged[kind].map((what) => `  ${kind}: ${what}`));
  if (wrong.length === 0) return undefined;
  return [
    `${mode.name}${moment === 'written' ? ', from its first write on' : ''}: ${command.name}`,
    ...wrong,
    `  ended with ${judged.code}`,
    `  stdout: ${JSON.stringify(judged.stdout.slice(0, 400))}`,
    `  stderr: ${JSON.stringify(judged.stderr.slice(0, 1_200))}`,
    `  again: npm run test:hostile -- --mode '${mode.name}' --command '${command.name}'`,
  ].join('\n');
}

/** `modes 50, runs 900, hung 0, lied 0, leaked 0, traces 0`. */
export const countsText = (counts: Counts): string =>
  (['modes', 'runs', ...WRONGS] as const).map((name) => `${name} ${counts[name]}`).join(', ');
