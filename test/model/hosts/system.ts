import { PROVISIONED } from '../../../lib/objects/names.ts';
import type { Step, System } from '../explore.ts';
import { OFF, type RunId, type State } from '../state.ts';
import { type Author, BLAMES, blameAfter } from './blame.ts';
import type { Command } from './command.ts';
import { type HostId, hostOf, idOf } from './host.ts';
import { type Change, gitOps, operator, person } from './others.ts';
import type { Runner } from './run.ts';
import type { Scenario } from './scenarios.ts';
import { type Parts, partsOf, stateOf } from './state.ts';

/** The runs of a scenario, and all transitions. */
export interface HostsSystem extends System {
  runners: readonly Runner[];
}

export const WIPED_BY_US = 'no host is wiped by a run';

export function systemOf({ commands, hosts }: Scenario, runnerOf: (command: Command) => Runner): HostsSystem {
  const actors = commands.map((command) => ({ who: command.name, runner: runnerOf(command) }));

  /**
   * The state after a write, by the run `index` if given. All other copies are stale after it: the next request of a run
   * and a reconcile in flight get a conflict.
   */
  function written(before: Parts, host: HostId, author: Author, index?: number, run: RunId = OFF): State {
    const isNew = host !== before.host;
    const runs = actors.map(({ runner }, place) => {
      const other = before.runs[place] ?? OFF;
      if (place === index) return run;
      return isNew ? runner.overtaken(other, before.host) : other;
    });
    const blame = blameAfter(before.blame, before.host, host, author);
    return stateOf({ host, blame, reconciling: isNew ? 0 : before.reconciling, runs });
  }

  const writes = (before: Parts, { who, what, host }: Change): Step => ({
    who,
    what,
    to: written(before, host, 'others'),
    broken: NONE,
  });

  function reconciles(before: Parts): Step[] {
    const saves = operator(before.host);
    if (saves.length > 0 && !before.reconciling)
      return [{ ...BEGINS, to: stateOf({ ...before, reconciling: 1 }) }];
    return saves.map((save) => {
      const step = writes(before, save);
      if (hostOf(save.host).host.state === PROVISIONED) return step;
      // No actor of the model gives the operator another reason: fail if there is one.
      const wipe = BLAMES[before.blame]?.by ?? 'ours';
      return { ...step, loss: wipe, broken: wipe === 'ours' ? [WIPED_BY_US] : NONE };
    });
  }

  const goOn = (before: Parts): Step[] =>
    actors.flatMap(({ who, runner }, index) =>
      runner.effects(before.runs[index] ?? OFF, before.host).map(({ what, host, run, author, broken }) => ({
        who,
        what,
        to: written(before, host, author, index, run),
        broken,
      })),
    );

  return {
    runners: actors.map(({ runner }) => runner),
    initial: hosts.map((object) =>
      stateOf({ host: idOf(object), blame: 0, reconciling: 0, runs: actors.map(() => OFF) }),
    ),
    steps(state) {
      const parts = partsOf(state, actors.length);
      const changes = [...gitOps(parts.host), ...person(parts.host)];
      return [...reconciles(parts), ...changes.map((change) => writes(parts, change)), ...goOn(parts)];
    },
  };
}

const NONE: readonly string[] = [];
const BEGINS = { who: 'the operator', what: 'reads the host', broken: NONE };
