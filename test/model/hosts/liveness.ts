import { OFF, type RunId, type State } from '../state.ts';
import type { HostId } from './host.ts';
import { operator } from './others.ts';
import type { Runner } from './run.ts';
import { partsOf } from './state.ts';
import type { HostsSystem } from './system.ts';

/** More requests than any undisturbed run needs. */
const LIMIT = 12;

/** A host and its one remaining run, once everything but the operator has stopped. */
interface Alone {
  host: HostId;
  run: RunId;
}

/** How runs end once the other writers have stopped. */
export interface Endings {
  /** The most requests to a goal or a refusal, whatever the operator does meanwhile. */
  requests: number;
  /** A state from which a run reaches neither. */
  endless?: State;
}

/**
 * Continues every run from every state, or starts its command if it is not running, with only the operator as another
 * writer: request after request, until no run sends another.
 */
export function endings({ runners }: Pick<HostsSystem, 'runners'>, states: readonly State[]): Endings {
  const found = runners.map((runner, index) => {
    const aloneIn = (state: State): Alone => {
      const { host, runs } = partsOf(state, runners.length);
      return { host, run: runs[index] ?? OFF };
    };
    const seen = distinct(states.map(aloneIn));
    const { requests, endless } = follow(runner, seen);
    const isIt = ({ host, run }: Alone) => host === endless?.host && run === endless.run;
    return { requests, endless: endless && states.find((state) => isIt(aloneIn(state))) };
  });
  const endless = found.find((one) => one.endless !== undefined)?.endless;
  return {
    requests: Math.max(...found.map(({ requests }) => requests)),
    ...(endless !== undefined && { endless }),
  };
}

function follow(runner: Runner, start: Alone[]): { requests: number; endless: Alone | undefined } {
  let running = start;
  for (let requests = 0; requests < LIMIT; requests += 1) {
    const next = distinct(untilRequest(runner, running).flatMap((alone) => after(runner, alone, 'request')));
    running = next.filter(({ run }) => run !== OFF);
    if (running.length === 0)
      return { requests: next.length > 0 ? requests + 1 : requests, endless: undefined };
  }
  return { requests: LIMIT, endless: running[0] };
}

/** All states that follow without a request: the operator writes, and a run with a stale copy reads again. */
function untilRequest(runner: Runner, start: Alone[]): Alone[] {
  const all = new Map(start.map((alone) => [keyOf(alone), alone]));
  for (const alone of all.values())
    for (const next of [...operated(runner, alone), ...after(runner, alone, 'read')])
      if (!all.has(keyOf(next))) all.set(keyOf(next), next);
  return [...all.values()];
}

const operated = (runner: Runner, { host, run }: Alone): Alone[] =>
  operator(host).map((change) => ({ host: change.host, run: runner.overtaken(run, host) }));

const after = (runner: Runner, { host, run }: Alone, kind: 'read' | 'request'): Alone[] =>
  runner.effects(run, host).filter((effect) => effect.kind === kind);

const distinct = (all: Alone[]): Alone[] => [...new Map(all.map((alone) => [keyOf(alone), alone])).values()];

const keyOf = ({ host, run }: Alone): string => `${host} ${run}`;
