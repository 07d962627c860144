import type { Host, Progress } from '../../../../lib/cli/command.ts';
import { isLive, showProgress } from '../../../../lib/cli/progress.ts';
import type { Paint } from '../../../../lib/cli/style.ts';
import { totalsOf } from '../../../../lib/hosts/fleet.ts';
import { verdictText } from '../../../../lib/words/verdict.ts';
import type { Report } from '../../shared/report.ts';
import { countedAs, hosts, totalsText } from './report.ts';

/** Progress of a fleet: a bar and the hosts in progress on a terminal, else a line per host. */
export interface FleetProgress {
  /** A wave ended, counted from 1; `note` is its result. */
  waveDone(place: number, note: string): void;
  waveFailed(place: number, note: string): void;
  /** The progress of the named host through steps with these titles. */
  of(host: string, steps: string[]): Progress;
  /** A host was resumed, and is only followed from now on. */
  watched(host: string): void;
  /** A host is finished. */
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
  const watched = new Set<string>();
  const verdicts: string[] = [];
  const draw = (): void => {
    if (!live) return;
    const listed = [...take(underway, LISTED)].map(([name, text]) => `${name}: ${text}`);
    progress.note(
      barText(verdicts.length, count, totalsText(totalsOf(verdicts))),
      ...listed,
      ...(underway.size > LISTED ? [`and ${underway.size - LISTED} more`] : []),
      ...(watched.size > 0 ? [`${hosts(watched.size)} resumed: waiting until they stay healthy`] : []),
    );
  };
  const tell = (name: string, text: string): void => {
    if (!live || watched.has(name)) return;
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
    watched(name) {
      underway.delete(name);
      watched.add(name);
      draw();
    },
    ended(name, report) {
      const verdict = verdictText(countedAs(report));
      underway.delete(name);
      watched.delete(name);
      verdicts.push(verdict);
      if (live) draw();
      else progress.note(`${name}: ${verdict} (${verdicts.length}/${count})`);
    },
    end: progress.end,
  };
}

/** How many hosts in progress to list, to fit a terminal. */
const LISTED = 10;

function* take<T>(items: Iterable<T>, count: number): Generator<T> {
  let left = count;
  for (const item of items) {
    if (left === 0) return;
    left -= 1;
    yield item;
  }
}

/** Width of the bar, in characters. */
const CELLS = 24;

/** `[######------------------] 3/12: 2 repaired, 1 failed`. */
export function barText(done: number, count: number, totals: string): string {
  const filled = count === 0 ? CELLS : Math.floor((done / count) * CELLS);
  const bar = `[${'#'.repeat(filled)}${'-'.repeat(CELLS - filled)}] ${done}/${count}`;
  return totals ? `${bar}: ${totals}` : bar;
}
