import type { FleetAction } from './fleet.ts';

/** One wave of a fleet. A wave starts when every host of the one before has ended. */
export interface Wave<T> {
  name: 'at risk' | 'canary' | 'further';
  /** Its place among those from the canary on, counted from 1, and how many these are; 0 for hosts at risk. */
  place: number;
  of: number;
  members: T[];
}

/** How waves grow: the first after the canary has `size` hosts, and each further one `growth` times as many. */
export interface Growth {
  size: number;
  growth: number;
}

/**
 * First the hosts at risk, because a pause can only help them; then one canary, which shows whether the new address works; then
 * waves that grow.
 */
export function wavesOf<T extends { action: FleetAction }>(
  planned: readonly T[],
  { size, growth }: Growth,
): Wave<T>[] {
  const urgent = planned.filter(({ action }) => action === 'at risk');
  const order: FleetAction[] = ['repair', 'undo', 'finish', 'verify'];
  const [canary, ...rest] = order.flatMap((action) => planned.filter((one) => one.action === action));
  const further: T[][] = [];
  let count = size;
  for (let start = 0; start < rest.length; start += further.at(-1)?.length ?? 0) {
    further.push(rest.slice(start, start + count));
    count *= growth;
  }
  const of = (canary ? 1 : 0) + further.length;
  const waves: Wave<T>[] = [
    { name: 'at risk', place: 0, of, members: urgent },
    { name: 'canary', place: 1, of, members: canary ? [canary] : [] },
    ...further.map((members, index) => ({ name: 'further' as const, place: index + 2, of, members })),
  ];
  return waves.filter(({ members }) => members.length > 0);
}

/** How many hosts of a wave are where. A host is in one of the four after it has been started, and it never goes back. */
export interface Progress {
  isCanary: boolean;
  size: number;
  started: number;
  /** In the middle of their steps. */
  writing: number;
  /** Paused on purpose, until other writers had time to restore the old address. They write once more. */
  held: number;
  /** Resumed: only followed. */
  watched: number;
  ended: number;
  /** How many of those that ended have failed. */
  failed: number;
}

/** The progress of a wave that has not started. */
export const notStarted = ({ name, members }: Wave<unknown>): Progress => ({
  isCanary: name === 'canary',
  size: members.length,
  started: 0,
  writing: 0,
  held: 0,
  watched: 0,
  ended: 0,
  failed: 0,
});

/** What limits a fleet. */
export interface Rules {
  /** How many hosts are written to at a time. */
  concurrency: number;
  /** After how many failures no new host is started. */
  maxFailures: number;
  /** Whether new hosts are started whatever has failed. */
  keepGoing: boolean;
  isInterrupted: boolean;
}

/** What happens next. */
export type Move =
  /** Start so many hosts of this wave. */
  | { kind: 'start'; wave: number; count: number }
  /** Until a host that was started is further. */
  | { kind: 'wait' }
  /** No new host is started any more. */
  | { kind: 'stop'; because: 'done' | 'failures' | 'interruption' };

/**
 * What a fleet does next. A wave starts when every host of the one before has ended: after its stable window, or by failing within
 * the budget. The failure of a canary stops the fleet whatever the budget is, because it shows that the new address does not work.
 */
export function nextMove(waves: readonly Progress[], rules: Rules): Move {
  const wave = waves.findIndex(({ ended, size }) => ended < size);
  const current = waves[wave];
  if (!current) return { kind: 'stop', because: 'done' };
  if (isStopped(waves, rules))
    return { kind: 'stop', because: rules.isInterrupted ? 'interruption' : 'failures' };
  const { writing, held, started, size } = current;
  const free = held < MOST_HELD * rules.concurrency ? rules.concurrency - writing : 0;
  const count = Math.min(size - started, free);
  return count > 0 ? { kind: 'start', wave, count } : { kind: 'wait' };
}

/** Whether no new host is started any more although some are left. */
export const isStopped = (waves: readonly Progress[], rules: Rules): boolean =>
  rules.isInterrupted || (!rules.keepGoing && isOverBudget(waves, rules));

const isOverBudget = (waves: readonly Progress[], { maxFailures }: Rules): boolean =>
  waves.reduce((sum, { failed }) => sum + failed, 0) >= maxFailures ||
  waves.some(({ isCanary, failed }) => isCanary && failed > 0);

/** No host starts while this many times `concurrency` hosts are held: each of them is paused. */
const MOST_HELD = 2;

/** The budget that `--max-failures` gives for so many hosts, at least 1; undefined if it is neither `N` nor `N%`. */
export function budgetOf(text: string, hosts: number): number | undefined {
  const [, digits, percent] = /^(\d{1,9})(%?)$/.exec(text) ?? [];
  const number = Number(digits);
  if (digits === undefined || number === 0 || (percent && number > 100)) return undefined;
  return percent ? Math.max(1, Math.floor((hosts * number) / 100)) : number;
}

/**
 * About how long waves of these sizes take, in milliseconds: each to write its hosts, to be reconciled, and to stay healthy for
 * `stableFor`; undefined: without a wait.
 */
export function durationOf(
  sizes: readonly number[],
  { concurrency, stableFor }: { concurrency: number; stableFor: number | undefined },
): number {
  const writing = sizes.reduce((sum, size) => sum + Math.ceil(size / concurrency) * WRITE, 0);
  return writing + (stableFor === undefined ? 0 : sizes.length * (RECONCILE + stableFor));
}

/** How long the writes of one host take, and then the operator until it has adopted the host, in milliseconds. */
const WRITE = 1_000;
const RECONCILE = 5_000;
