import type { Host, Progress } from '../../../../lib/cli/command.ts';
import type { LiveScreen, LiveView } from '../../../../lib/cli/live-view.ts';
import { isLive, showProgress } from '../../../../lib/cli/progress.ts';
import { glyphsFor, type Paint, type Style, screenOf } from '../../../../lib/cli/style.ts';
import { durationOf } from '../../../../lib/hosts/waves.ts';
import { type Verdict, verdictText } from '../../../../lib/words/verdict.ts';
import type { Report } from '../../shared/report.ts';
import { countedAs } from './report.ts';

/** Progress of a fleet: one screen on a terminal, else a line per host. */
export interface FleetProgress {
  /** A wave ended, counted from 1; `note` is its result. */
  waveDone(place: number, note: string): void;
  waveFailed(place: number, note: string): void;
  waveInterrupted(place: number, note: string): void;
  /** The progress of the named host through steps with these titles. */
  of(host: string, steps: string[]): Progress;
  /** A host was resumed, and is only followed from now on. */
  watched(host: string): void;
  /** A host is finished. */
  ended(host: string, report: Report): void;
  end(): Promise<void>;
}

/** What is shown of a fleet besides its progress. */
interface Shown {
  host: Host;
  paint: Paint;
  concurrency: number;
  /** How long each host has to stay healthy, in milliseconds; undefined: it is not waited for. */
  stableFor: number | undefined;
}

export async function fleetProgress(
  waves: readonly { title: string; members: readonly unknown[] }[],
  shown: Shown,
): Promise<FleetProgress> {
  if (isLive(shown.host)) return liveProgress(waves, shown);
  const titles = waves.map(({ title }) => title);
  const count = waves.reduce((sum, { members }) => sum + members.length, 0);
  const progress = await showProgress(titles, shown.host, shown.paint);
  let ended = 0;
  return {
    waveDone: progress.done,
    waveFailed: progress.failed,
    waveInterrupted: (place, note) => progress.note(`${titles[place - 1]}: interrupted (${note})`),
    of: () => SILENT,
    watched: () => {},
    ended(name, report) {
      ended += 1;
      progress.note(`${name}: ${verdictText(countedAs(report))} (${ended}/${count})`);
    },
    end: progress.end,
  };
}

const SILENT: Progress = {
  done: () => {},
  skipped: () => {},
  failed: () => {},
  note: () => {},
  end: async () => {},
};

async function liveProgress(
  waves: readonly { title: string; members: readonly unknown[] }[],
  { host, paint, concurrency, stableFor }: Shown,
): Promise<FleetProgress> {
  const [{ liveDisplay }, { viewLines }] = await Promise.all([
    import('../../../../lib/cli/live-screen.ts'),
    import('../../../../lib/cli/live-view.ts'),
  ]);
  const now = (): number => host.clock.now().getTime();
  const state: FleetState = {
    waves: waves.map(({ title, members: { length } }) => ({ title, size: length })),
    underway: new Map(),
    verdicts: new Map(),
    since: now(),
    ...{ concurrency, stableFor },
    isOver: false,
  };
  const onStderr = screenOf({ ...host, stdout: host.stderr }, paint);
  const display = liveDisplay(host.stderr, host, (size) => {
    const screen: LiveScreen = { ...onStderr, ...size };
    return viewLines(fleetView(state, now(), screen), screen);
  });
  const tell = (name: string, text: string): void => {
    state.underway.set(name, { isWatched: false, ...state.underway.get(name), text });
    display.changed();
  };
  const waveOver = (place: number, result: WaveState['result']): void => {
    const wave = state.waves[place - 1];
    if (wave && result) wave.result = result;
    state.since = now();
    display.changed();
  };
  display.changed();
  return {
    waveDone: (place, note) => waveOver(place, { isDone: true, note }),
    waveFailed: (place, note) => waveOver(place, { isDone: false, note }),
    waveInterrupted: (place, note) => waveOver(place, { isDone: false, note: `interrupted, ${note}` }),
    of: (name, steps) => ({
      done: (step) => tell(name, steps[step] ?? ''),
      skipped: (step) => tell(name, steps[step] ?? ''),
      failed: () => {},
      note: (...texts) => tell(name, texts.join(', ')),
      end: async () => {},
    }),
    watched(name) {
      state.underway.set(name, { text: 'resumed', isWatched: true });
      display.changed();
    },
    ended(name, report) {
      state.underway.delete(name);
      state.verdicts.set(report.verdict, (state.verdicts.get(report.verdict) ?? 0) + 1);
      display.changed();
    },
    async end() {
      state.isOver = true;
      display.end();
    },
  };
}

/** A fleet as its screen shows it. Times are milliseconds since the epoch. */
export interface FleetState {
  waves: WaveState[];
  /** Hosts in progress: what each is at, and whether it was resumed and is only followed. */
  underway: Map<string, { text: string; isWatched: boolean }>;
  /** How many of those that ended have each verdict. */
  verdicts: Map<Verdict, number>;
  /** When the current wave started. */
  since: number;
  concurrency: number;
  stableFor: number | undefined;
  /** Whether nothing more is done. */
  isOver: boolean;
}

interface WaveState {
  title: string;
  size: number;
  /** How it ended. */
  result?: { isDone: boolean; note: string };
}

/** What is shown of a fleet: counts, a bar with the time left, the waves, and the hosts in progress. */
export function fleetView(
  { waves, underway, verdicts, since, concurrency, stableFor, isOver }: FleetState,
  now: number,
  { unicode }: Pick<LiveScreen, 'unicode'>,
): LiveView {
  const ended = [...verdicts.values()].reduce((sum, count) => sum + count, 0);
  const count = waves.reduce((sum, { size }) => sum + size, 0);
  const left = waves.filter(({ result }) => result === undefined);
  const [current] = left;
  const sizes = left.map(({ size }) => size);
  const rest = durationOf(sizes, { concurrency, stableFor }) - (now - since);
  // Those that are written to before those that are only followed.
  const hosts = [...underway].toSorted(
    ([, one], [, other]) => Number(one.isWatched) - Number(other.isWatched),
  );
  return {
    counts: new Map([...verdicts, ...(hosts.length > 0 ? [['in-progress', hosts.length] as const] : [])]),
    notes: [
      { text: `${barText(ended, count)}${isOver || !current ? '' : `, ${leftText(rest)}`}` },
      ...waves
        .filter((wave) => wave !== current || isOver)
        .map((wave) => waveLine(wave, { unicode, isOver })),
    ],
    headers: { names: ['HOST'], text: 'STEP' },
    groups:
      current && !isOver
        ? [
            {
              title: current.title,
              items: hosts.map(([name, { text }]) => ({ names: [name], verdict: 'in-progress', text })),
            },
          ]
        : [],
    noun: 'waves',
  };
}

/** A wave that is over, or that has not started. */
function waveLine(
  { title, result }: WaveState,
  { unicode, isOver }: { unicode: boolean; isOver: boolean },
): { text: string; style: Style } {
  const { next, done, failed } = glyphsFor(unicode).waves;
  if (!result) return { text: `${next} ${title}${isOver ? ': not reached' : ''}`, style: 'dim' };
  const { isDone, note } = result;
  return { text: `${isDone ? done : failed} ${title}: ${note}`, style: isDone ? 'green' : 'red' };
}

function leftText(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000);
  if (minutes < 1) return 'longer than estimated';
  return minutes === 1 ? 'about a minute left' : `about ${minutes} minutes left`;
}

/** Width of the bar, in characters. */
const CELLS = 24;

/** `[######------------------] 3/12`. */
export function barText(done: number, count: number): string {
  const filled = count === 0 ? CELLS : Math.floor((done / count) * CELLS);
  return `[${'#'.repeat(filled)}${'-'.repeat(CELLS - filled)}] ${done}/${count}`;
}
