import { oneLine } from '../words/text.ts';
import type { Host, Output, Progress } from './command.ts';
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
  let noted: string[] = [];
  return {
    done: (step, note) => line(step, paint('green', 'done'), note),
    skipped: (step, note) => line(step, 'not needed', note),
    failed: (step, note) => line(step, paint('red', 'failed'), note),
    note: (...texts) => {
      for (const text of texts) if (!noted.includes(text)) stderr.write(`${oneLine(text)}\n`);
      noted = texts;
    },
    end: async () => {},
  };
}
