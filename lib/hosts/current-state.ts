import { PROVISIONED } from '../objects/names.ts';
import { currentState, isOfMove } from './guards/current-state.ts';
import { urlsDiffer } from './host.ts';
import { NO_TARGET } from './image.ts';
import { type Observed, pauseOf } from './observed.ts';
import { hasLostStatus } from './risk.ts';

/** How a host stands after a run that did not finish, for a person to read: `host metal/worker-0 is …`. */
export interface CurrentState {
  text: string;
  /** Whether something is left that the same command has to go on with. */
  unfinished: boolean;
}

export function currentStateOf(observed: Observed): CurrentState {
  const { host, record } = observed;
  const who = `host ${host.namespace}/${host.name}`;
  const differ = urlsDiffer(host);
  if (hasLostStatus(observed))
    return {
      text: `${who} is paused and has no status: it was moved while it was paused, and its disk is safe as long as it stays paused`,
      unfinished: record !== undefined,
    };
  if (host.state !== PROVISIONED)
    return {
      text: `${who} has left the state "${PROVISIONED}": it is now "${host.state ?? ''}"`,
      unfinished: false,
    };
  if (record === undefined && differ && host.paused === undefined)
    return {
      text: `${who} is not paused and its two image addresses differ: it is about to be wiped`,
      unfinished: true,
    };
  if (record === undefined)
    return {
      text:
        host.paused === undefined
          ? `${who} is not paused, and no run is unfinished`
          : `${who} is paused by another user or tool, and ${differ ? `its two image addresses differ: ${WIPED}` : 'no run of this tool is unfinished'}`,
      unfinished: false,
    };
  const half = differ ? `, and its two image addresses differ: ${WIPED}` : '';
  const goal = record === 'unreadable' ? 'repair' : record.goal;
  const pause = {
    ours: `is paused by an unfinished ${goal}`,
    foreign: `is paused by another user or tool, with an unfinished ${goal} under it`,
    none: `is no longer paused, but its ${goal} is unfinished`,
  }[pauseOf(observed)];
  const move = isMoving(observed) && host.paused !== undefined ? MOVING : '';
  return { text: `${who} ${pause}${half}${move}`, unfinished: true };
}

/** Whether its Cluster is being moved, as far as that shows on the host and around it. */
const isMoving = (observed: Observed): boolean =>
  currentState.some((guard) => isOfMove(guard) && guard.check(observed, AIM));

const MOVING =
  '; no command unpauses it during a move: abort the move first, because a host moved while paused arrives without a status, safe only as long as it stays paused (kubectl bmh diagnose prints the way out there)';

const AIM = { goal: 'repair', target: NO_TARGET, order: 'documented' } as const;

const WIPED = 'resuming it by hand now would wipe it';
