import { oneLine } from '../words/text.ts';
import type { Host, Output, Progress } from './command.ts';
import { spanOf } from './step-range.ts';
import type { Paint } from './style.ts';

/** Shows the steps with these titles. Steps are numbered from 1. */
export async function showProgress(named: string[], host: Host, paint: Paint): Promise<Progress> {
  const titles = named.map(oneLine);
  if (!isLive(host)) return plainProgress(titles, host, paint);
  const { liveProgress } = await import('./live-progress.ts');
  return liveProgress(titles, host);
}

/** Whether progress is updated in place on a terminal, instead of written line by line. */
export const isLive = ({ stderr, env }: Host): boolean => updatesInPlace(stderr, env);

/** Whether an output is a terminal on which lines can be drawn again, with a user in front of it. */
export const updatesInPlace = ({ isTTY, columns }: Output, env: Host['env']): boolean =>
  isTTY === true && Boolean(columns) && env.TERM !== 'dumb' && !env.CI;

function plainProgress(titles: string[], { stderr }: Host, paint: Paint): Progress {
  const line = (step: number, word: string, note: string | undefined): void => {
    stderr.write(`${titles[step - 1]}: ${word}${note ? ` (${oneLine(note)})` : ''}\n`);
  };
  /** Several skipped steps in a row are one line. */
  let skipped: { first: number; last: number; note: string } | undefined;
  const flush = (): void => {
    if (!skipped) return;
    const { first, last, note } = skipped;
    skipped = undefined;
    const range = first < last && spanOf(titles[first - 1], titles[last - 1]);
    if (range) stderr.write(`${range} Other steps: not needed (${oneLine(note)})\n`);
    else for (let step = first; step <= last; step += 1) line(step, 'not needed', note);
  };
  let noted: string[] = [];
  return {
    done: (step, note) => {
      flush();
      line(step, paint('green', 'done'), note);
    },
    skipped: (step, note) => {
      if (skipped?.last !== step - 1 || skipped.note !== note) flush();
      skipped = { first: skipped?.first ?? step, last: step, note };
    },
    failed: (step, note) => {
      flush();
      line(step, paint('red', 'failed'), note);
    },
    note: (...texts) => {
      flush();
      for (const text of texts) if (!noted.includes(text)) stderr.write(`${oneLine(text)}\n`);
      noted = texts;
    },
    end: async () => flush(),
  };
}
