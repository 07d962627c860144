import { DEFAULT_REPLICAS } from './instance.ts';
import type { Observed } from './observed.ts';
import { hasArrived, isPausedByUs, recordOf } from './state.ts';

/** How an instance stands after a run that did not finish, for a person to read. */
export interface Standing {
  text: string;
  /** Whether something is left that the same command has to go on with. */
  unfinished: boolean;
}

export function standingOf(observed: Observed): Standing {
  const { component, instance, record, claims } = observed;
  const who = `${component.kind} ${instance.namespace}/${instance.name}`;
  const replicas = instance.replicas ?? DEFAULT_REPLICAS;
  if (record === undefined)
    return {
      text: `${who} ${replicas === 0 ? 'stands at 0 replicas' : 'runs'}, and nothing of this tool is half done`,
      unfinished: false,
    };
  const mine = recordOf(observed);
  if (!mine) return { text: `${who} has a record that can not be read`, unfinished: false };
  const what = `an unfinished ${mine.goal === 'undo' ? 'undo of a resize' : 'resize'} to ${mine.size}`;
  const grown = claims.filter((claim) => hasArrived(claim, mine.size)).length;
  const how = isPausedByUs(observed, mine.size)
    ? `runs, and its operator is paused by ${what}`
    : replicas === 0
      ? `is stopped (0 replicas) by ${what}: it collects nothing until that goes on`
      : `runs, with ${what}`;
  return { text: `${who} ${how}; ${grown} of ${claims.length} claims have grown`, unfinished: true };
}
