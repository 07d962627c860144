import type { Host, Progress } from '../../../../lib/cli/command.ts';
import { isLive, showProgress } from '../../../../lib/cli/progress.ts';
import type { Paint } from '../../../../lib/cli/style.ts';
import { totalsOf } from '../../../../lib/hosts/fleet.ts';
import type { Report } from '../../shared/report.ts';
import { totalsText } from './words.ts';

/** What a person sees of a fleet while it is repaired: a bar and what is under way on a terminal, else a line a host. */
export interface FleetProgress {
  /** A wave ended, the first being 1; `note` says what came of it. */
  waveDone(place: number, note: string): void;
  waveFailed(place: number, note: string): void;
  /** The progress of one host, which is called so, through the steps with these titles. */
  of(host: string, steps: string[]): Progress;
  /** What came of a host. */
  ended(host: string, report: Report): void;
  end(): Promise<void>;
}

/**
 * @param titles of the waves.
 * @param count of all hosts.
 */
export async function fleetProgress(
  titles: string[],
  { count, host, paint }: { count: number; host: Host; paint: Paint },
): Promise<FleetProgress> {
  const progress = await showProgress(titles, host, paint);
  const live = isLive(host);
  const underway = new Map<string, string>();
  const verdicts: string[] = [];
  const draw = (): void => {
    if (!live) return;
    progress.note(
      barText(verdicts.length, count, totalsText(totalsOf(verdicts))),
      ...[...underway].slice(0, SHOWN).map(([name, text]) => `${name}: ${text}`),
      ...(underway.size > SHOWN ? [`and ${underway.size - SHOWN} more`] : []),
    );
  };
  const tell = (name: string, text: string): void => {
    underway.set(name, text);
    draw();
  };
  return {
    waveDone: progress.done,
    waveFailed: progress.failed,
    of: (name, steps) => ({
      done: (step) => tell(name, steps[step] ?? ''),
      skipped: (step) => tell(name, steps[step] ?? ''),
      failed: () => {},
      note: (...texts) => tell(name, texts.join(', ')),
      end: async () => {},
    }),
    ended(name, { verdict }) {
      underway.delete(name);
      verdicts.push(verdict);
      if (live) draw();
      else progress.note(`${name}: ${verdict} (${verdicts.length}/${count})`);
    },
    end: progress.end,
  };
}

/** How many of the hosts under way are shown, so that all of it fits a terminal. */
const SHOWN = 10;

/** Cells of a bar. */
const CELLS = 24;

/** `[######------------------] 3/12: 2 repaired, 1 failed`. */
export function barText(done: number, count: number, totals: string): string {
  const filled = count === 0 ? CELLS : Math.floor((done / count) * CELLS);
  const bar = `[${'#'.repeat(filled)}${'-'.repeat(CELLS - filled)}] ${done}/${count}`;
  return totals ? `${bar}: ${totals}` : bar;
}
