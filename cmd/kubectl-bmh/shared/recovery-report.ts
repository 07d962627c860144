import { otherCauses } from '../../../lib/hosts/health.ts';
import type { Host } from '../../../lib/hosts/host.ts';
import type { Target } from '../../../lib/hosts/image.ts';
import { type Lease, podOf } from '../../../lib/hosts/leases.ts';
import type { Recovery } from '../../../lib/hosts/recovery.ts';
import { OPERATOR_LEASE } from '../../../lib/objects/names.ts';
import type { Report } from './report.ts';

/** How a wait ended, the recovery so far, and the host as last read. */
export interface Wait {
  ended: 'decided' | 'timeout' | 'interrupted';
  recovery: Recovery;
  host: Host;
}

/** Progress text of a wait: what is waited for, or how long the host must stay healthy. */
export function waitingText(recovery: Recovery, stableFor: number): string {
  if (recovery.kind === 'holding')
    return `healthy; checking for ${seconds(stableFor)} that the error does not come back`;
  if (recovery.kind === 'unconfirmed')
    return 'waiting for a sign that the operator has seen the host: it has not written to the host, and no renewal of its leases was seen';
  if (recovery.kind === 'node-active')
    return `waiting for the operator to clear the error: it is running but has changed nothing for ${seconds(stableFor)}, so the node may already be active in Ironic`;
  return `waiting for ${recovery.kind === 'waiting' ? recovery.for : 'the operator'}`;
}

/** The same for a display that is updated in place: with the time that has passed. Times are milliseconds. */
export function passingText(
  recovery: Recovery,
  { stableFor, elapsed, timeout }: { stableFor: number; elapsed: number; timeout: number },
): string {
  if (recovery.kind === 'holding')
    return `${heldText(Math.max(0, Math.min(recovery.held, stableFor - 1)), stableFor)}; checking that the error does not come back`;
  return `${waitingText(recovery, stableFor)} (${seconds(whole(elapsed))} of ${seconds(timeout)})`;
}

/** The end of a wait, as fields of a report. */
export type Ending = Pick<Report, 'verdict' | 'message'> &
  Partial<Report> & {
    /** One line for the step. */
    note: string;
  };

/** What messages about the end of a wait need. */
export interface Waited {
  name: string;
  namespace: string;
  /** The start of a sentence: `host metal/worker-0 is patched and resumed`. */
  known: string;
  /** `--timeout` as it was given. */
  timeout: string;
  /** How long the host must stay healthy, in milliseconds; 0: healthy once is enough. */
  stableFor: number;
  /** The command that keeps watching the host, and the one that clears a stale error. */
  commands: { see: string; clear: string };
}

/** The result of a wait: what happened, what it means, and what to do. */
export function endingOfWait(waited: Waited, { ended, recovery, host }: Wait, target: Target): Ending {
  const { name, namespace, known, stableFor, commands } = waited;
  const where = `host ${namespace}/${name}`;
  if (ended === 'interrupted') return interrupted(waited, recovery);
  switch (recovery.kind) {
    case 'recovered': {
      const held = stableFor > 0 ? `; it stayed healthy for ${seconds(stableFor)}` : '';
      return {
        verdict: 'repaired',
        message: 'repaired',
        note: `the operator reports the host healthy${held}`,
      };
    }
    case 'lost':
      return {
        verdict: 'failed',
        reason: 'lost',
        message: `${where} CAN NO LONGER BE REPAIRED: ${recovery.reason}`,
        note: recovery.reason,
      };
    case 'flapping':
      return {
        verdict: 'degraded',
        reason: 'flapping',
        message: `${where} flaps: it was healthy, and then the error came back (${recovery.sign}): Ironic still cannot reach the address`,
        note: 'the error came back',
        causes: otherCauses(host, target),
      };
    case 'node-active':
      return {
        verdict: 'degraded',
        reason: 'node-active',
        message: `${known}, but still shows the old error: the operator is running and has changed nothing, so the node is already active in Ironic and nothing clears the error`,
        note: 'the node is already active, and the error is stale',
        next: commands.clear,
      };
    case 'not-reconciling':
      return notReconciling(waited, recovery.silent);
    default:
      return timedOut(waited, { recovery, host, target });
  }
}

function notReconciling({ known, timeout, commands }: Waited, silent: readonly Lease[]): Ending {
  const [lease] = silent;
  const pod = lease && podOf(lease.holder ?? '');
  const shows = silent.map(
    ({ namespace, holder }) =>
      `its lease ${namespace}/${OPERATOR_LEASE}, held by ${holder}, was not renewed either`,
  );
  const snapshot = pod
    ? `kubectl get pod ${pod} -n ${lease.namespace}, and kubectl logs ${pod} -n ${lease.namespace}`
    : `kubectl get pods -A | grep ${OPERATOR_LEASE}`;
  const what = `the operator is not reconciling: in ${timeout} it did not touch the host`;
  return {
    verdict: 'timed-out',
    reason: 'not-reconciling',
    message: `${known}, but ${[what, ...shows].join(', and ')}\nCheck whether it is running: ${snapshot}`,
    note: 'the operator is not reconciling',
    next: commands.see,
  };
}

function interrupted(waited: Waited, recovery: Recovery): Ending {
  const next = waited.commands.see;
  const state = stateOf(recovery, waited.stableFor);
  return {
    verdict: 'interrupted',
    message: `Interrupted: ${waited.known}, and was ${state}; ${recovery.kind === 'holding' ? 'to see whether the error comes back' : 'to keep waiting'}: ${next}`,
    note: state,
    next,
  };
}

function timedOut(
  waited: Waited,
  { recovery, host, target }: { recovery: Recovery; host: Host; target: Target },
): Ending {
  const state = stateOf(recovery, waited.stableFor);
  return {
    verdict: 'timed-out',
    message: `${waited.known}, but after ${waited.timeout} ${state}`,
    note: state,
    causes: WELL.has(recovery.kind) ? [] : otherCauses(host, target),
    next: waited.commands.see,
  };
}

/** Recoveries in which the host is healthy, so other causes are not listed. */
const WELL: ReadonlySet<Recovery['kind']> = new Set(['holding', 'unconfirmed']);

const stateOf = (recovery: Recovery, stableFor: number): string =>
  recovery.kind === 'holding'
    ? heldText(recovery.held, stableFor)
    : `still ${waitingText(recovery, stableFor)}`;

const heldText = (held: number, stableFor: number): string =>
  held < stableFor
    ? `healthy for ${seconds(whole(held))} of ${seconds(stableFor)}`
    : 'healthy when last seen, but the API server has not answered since';

/** Without the part of a second. */
const whole = (milliseconds: number): number => Math.floor(milliseconds / 1000) * 1000;

const seconds = (milliseconds: number): string => `${milliseconds / 1000}s`;
