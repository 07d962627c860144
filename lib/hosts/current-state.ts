import { PROVISIONED } from '../objects/names.ts';
import { currentState, isMoveGuard } from './guards/current-state.ts';
import { NO_AIM } from './guards/guard.ts';
import { urlsDiffer } from './host.ts';
import { type Observed, pauseOf } from './observed.ts';
import { hasLostStatus } from './risk.ts';

/** The state of a host after an unfinished run, as text: `host metal/worker-0 is …`. */
export interface CurrentState {
  text: string;
  /** Whether the same command has something to resume. */
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

/** Whether the host or its Cluster shows that the Cluster is being moved. */
const isMoving = (observed: Observed): boolean =>
  currentState.some((guard) => isMoveGuard(guard) && guard.check(observed, NO_AIM));

const MOVING =
  '; no command unpauses it during a move: abort the move first, because a host moved while paused arrives without a status, safe only as long as it stays paused ("kubectl bmh diagnose" prints the way out there)';

const WIPED = 'resuming it by hand now would wipe it';
