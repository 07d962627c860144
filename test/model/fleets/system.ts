import type { FleetAction } from '../../../lib/hosts/fleet.ts';
import { type Growth, notStarted, type Progress, type Rules, wavesOf } from '../../../lib/hosts/waves.ts';
import type { Step, System } from '../explore.ts';
import type { State } from '../state.ts';
import type { Decide } from './rules.ts';

/** A fleet to explore. */
export interface Scenario {
  name: string;
  hosts: readonly FleetAction[];
  growth: Growth;
  limits: Omit<Rules, 'isInterrupted'>;
  /** How often the whole run may be killed and started again. */
  kills: number;
}

/** One run of the fleet, and how many kills may still come. Hosts of a wave are alike, so their numbers are all of its state. */
interface Fleet {
  waves: readonly Progress[];
  isInterrupted: boolean;
  kills: number;
}

export const ORDER = 'a wave starts when every host of the one before has ended';
export const PAUSED = 'less than three times --concurrency hosts are paused at a time';
export const STOPPED = 'no host starts after a failed canary, too many failures or Ctrl-C';
export const MOVES = 'a fleet that waits has a host in progress, and one that is done has none left';
const KEPT = 'after a kill, every host that is not verified is planned again, the interrupted ones too';

/** The system of one fleet: whatever its hosts do, Ctrl-C and kills, with the decision that ships. */
export function systemOf({ hosts, growth, limits, kills }: Scenario, decide: Decide): FleetSystem {
  const fleets: Fleet[] = [];
  const ids = new Map<string, State>();
  const idOf = (fleet: Fleet): State => {
    const key = JSON.stringify(fleet);
    const known = ids.get(key);
    if (known !== undefined) return known;
    ids.set(key, fleets.length);
    return fleets.push(fleet) - 1;
  };

  /** The fleet after it has started what it may start, as the command does after each event, and the promises that this broke. */
  const pumped = (fleet: Fleet): { to: State; broken: string[] } => {
    const waves = fleet.waves.map((wave) => ({ ...wave }));
    const broken = new Set<string>();
    for (;;) {
      const move = decide(waves, { ...limits, isInterrupted: fleet.isInterrupted });
      const inProgress = sum(waves, (wave) => wave.started - wave.ended);
      const left = sum(waves, (wave) => wave.size - wave.ended);
      if (move.kind !== 'start') {
        if (
          (move.kind === 'wait' && inProgress === 0) ||
          (move.kind === 'stop' && move.because === 'done' && left > 0)
        )
          broken.add(MOVES);
        return { to: idOf({ ...fleet, waves }), broken: [...broken] };
      }
      const wave = waves[move.wave] as Progress;
      if (waves.slice(0, move.wave).some(({ ended, size }) => ended < size)) broken.add(ORDER);
      if (fleet.isInterrupted || (!limits.keepGoing && hasFailed(waves, limits.maxFailures)))
        broken.add(STOPPED);
      wave.started += move.count;
      wave.writing += move.count;
      if (sum(waves, ({ writing, held }) => writing + held) >= 3 * limits.concurrency) broken.add(PAUSED);
    }
  };

  const started = (actions: readonly FleetAction[], left: number) =>
    pumped({
      waves: wavesOf(
        actions.map((action) => ({ action })),
        growth,
      ).map(notStarted),
      isInterrupted: false,
      kills: left,
    });

  const killed = (fleet: Fleet): Step => {
    const again = plannedAgain(fleet.waves);
    const { to, broken } = started(again, fleet.kills - 1);
    const planned = sum(fleets[to]?.waves ?? [], ({ size }) => size);
    const verified = sum(fleet.waves, ({ ended, failed }) => ended - failed);
    const lost = planned !== sum(fleet.waves, ({ size }) => size) - verified;
    return { who: 'SIGKILL', what: 'and the same command', to, broken: [...broken, ...(lost ? [KEPT] : [])] };
  };

  return {
    initial: [started(hosts, kills).to],
    textOf: (state) => (fleets[state]?.waves ?? []).map(waveText).join(' | '),
    steps(state) {
      const fleet = fleets[state] as Fleet;
      const moves = fleet.waves.flatMap((wave, index) =>
        EVENTS.filter(({ from }) => wave[from] > 0).map(({ from, what, change }): Step => {
          const after = { ...wave, [from]: wave[from] - 1 };
          change(after);
          const next = pumped({ ...fleet, waves: fleet.waves.with(index, after) });
          return { who: `wave ${index + 1}`, what, ...next };
        }),
      );
      const isOver = fleet.waves.every(({ started, ended }) => started === ended);
      if (!fleet.isInterrupted && !isOver)
        moves.push({ who: 'user', what: 'Ctrl-C', ...pumped({ ...fleet, isInterrupted: true }) });
      if (fleet.kills > 0) moves.push(killed(fleet));
      return moves;
    },
  };
}

/** The states of a fleet, and their text. */
export interface FleetSystem extends System {
  textOf(state: State): string;
}

/** What a host in progress may do next. */
const EVENTS: { from: 'writing' | 'held' | 'watched'; what: string; change(wave: Progress): void }[] = [
  { from: 'writing', what: 'a pause is held', change: (wave) => (wave.held += 1) },
  { from: 'held', what: 'a host is resumed after its hold', change: (wave) => (wave.watched += 1) },
  { from: 'writing', what: 'a host is resumed', change: (wave) => (wave.watched += 1) },
  { from: 'watched', what: 'a host is healthy for its window', change: ended },
  { from: 'writing', what: 'a host is refused or its write fails', change: failed },
  { from: 'held', what: 'a host is left paused', change: failed },
  { from: 'watched', what: 'the error comes back', change: failed },
];

function ended(wave: Progress): void {
  wave.ended += 1;
}

function failed(wave: Progress): void {
  wave.ended += 1;
  wave.failed += 1;
}

/** What the next command plans for the hosts of a run that was killed: their records and last writes tell it. */
const plannedAgain = (waves: readonly Progress[]): FleetAction[] =>
  waves.flatMap(({ size, started, writing, held, watched, failed: wrong }, index): FleetAction[] => [
    ...Array<FleetAction>(size - started).fill(index === 0 && !waves[0]?.isCanary ? 'at risk' : 'repair'),
    ...Array<FleetAction>(writing + held).fill('finish'),
    ...Array<FleetAction>(watched).fill('verify'),
    ...Array<FleetAction>(wrong).fill('repair'),
  ]);

const hasFailed = (waves: readonly Progress[], most: number): boolean =>
  sum(waves, (wave) => wave.failed) >= most || waves.some((wave) => wave.isCanary && wave.failed > 0);

const sum = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((total, one) => total + of(one), 0);

const waveText = ({ isCanary, size, started, writing, held, watched, failed: wrong }: Progress): string =>
  `${isCanary ? 'canary ' : ''}${started}/${size} started, ${writing} writing, ${held} held, ${watched} watched, ${wrong} failed`;
