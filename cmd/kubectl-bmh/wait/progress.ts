import type { Host } from '../../../lib/cli/command.ts';
import { showProgress } from '../../../lib/cli/progress.ts';
import type { Paint } from '../../../lib/cli/style.ts';

/** What a person sees of one host that is waited for. */
export interface WaitProgress {
  waiting(text: string): void;
  ended(note: string, isHealthy: boolean): void;
}

/** What a person sees of several waits side by side: one step for all of them, and below it one line a host. */
export interface WaitsProgress {
  of(index: number): WaitProgress;
  /** Leaves the display as it stands. */
  end(): Promise<void>;
}

/** @param names of the hosts that are waited for. */
export async function showWaits(names: string[], host: Host, paint: Paint): Promise<WaitsProgress> {
  const [only] = names;
  const isOne = names.length === 1;
  const progress = await showProgress([`Wait for ${isOne ? only : `${names.length} hosts`}`], host, paint);
  const lines = new Map<number, string>();
  const endings: { note: string; isHealthy: boolean }[] = [];
  const say = (index: number, text: string): void => {
    lines.set(index, isOne ? text : `${names[index]}: ${text}`);
    progress.note(...[...lines].toSorted(([a], [b]) => a - b).map(([, line]) => line));
  };
  const finish = (): void => {
    const healthy = endings.filter(({ isHealthy }) => isHealthy).length;
    const note = isOne ? endings[0]?.note : `${healthy} of ${names.length} are healthy`;
    progress[healthy === names.length ? 'done' : 'failed'](1, note ?? '');
  };
  return {
    of: (index) => ({
      waiting: (text) => say(index, text),
      ended(note, isHealthy) {
        endings.push({ note, isHealthy });
        if (!isOne) say(index, note);
        if (endings.length === names.length) finish();
      },
    }),
    end: progress.end,
  };
}
