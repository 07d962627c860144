import { otherCauses } from '../../../lib/hosts/health.ts';
import type { Host } from '../../../lib/hosts/host.ts';
import type { Target } from '../../../lib/hosts/image.ts';
import { type Lease, podOf } from '../../../lib/hosts/leases.ts';
import type { Recovery } from '../../../lib/hosts/recovery.ts';
import { OPERATOR_LEASE } from '../../../lib/objects/names.ts';
import type { Report } from './report.ts';

/** How a wait ended, what had come of the host by then, and the host as it was seen last. */
export interface Wait {
  ended: 'decided' | 'timeout' | 'interrupted';
  recovery: Recovery;
  host: Host;
}

/** What a person reads while it is waited: what for, or how long the host still has to stay healthy. */
export function waitingText(recovery: Recovery, stableFor: number): string {
  if (recovery.kind === 'holding')
    return `healthy; holding for ${seconds(stableFor)} in case the error comes back`;
  if (recovery.kind === 'unconfirmed')
    return 'waiting for a sign that the operator has seen the host: it has not written to it, and no lease that it renews could be read';
  if (recovery.kind === 'node-active')
    return `waiting for the operator to clear the error, though it runs and has changed nothing for ${seconds(stableFor)}: the node may be active in Ironic already`;
  return `waiting for ${recovery.kind === 'waiting' ? recovery.for : 'the operator'}`;
}

/** How a wait ends in a report. */
export type Ending = Pick<Report, 'verdict' | 'message'> &
  Partial<Report> & {
    /** One line for the step. */
    note: string;
  };

/** A wait, as far as its end is put into words. */
export interface Waited {
  name: string;
  namespace: string;
  /** What is known of the host, to begin a sentence with: `host metal/worker-0 is patched and resumed`. */
  known: string;
  /** `--timeout` as it was given. */
  timeout: string;
  /** How long the host has to stay healthy, in milliseconds; 0: the first healthy sight counts. */
  stableFor: number;
  /** The command that shows what becomes of the host, and the one that clears a stale error. */
  commands: { see: string; clear: string };
}

/** What came of a host that was waited for, put for a person: what it means, and what to do. */
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
        note: `the operator has taken the host back${held}`,
      };
    }
    case 'lost':
      return {
        verdict: 'failed',
        reason: 'lost',
        message: `${where} IS LOST TO THIS REPAIR: ${recovery.reason}`,
        note: recovery.reason,
      };
    case 'flapping':
      return {
        verdict: 'degraded',
        reason: 'flapping',
        message: `${where} flaps: the operator took it back, and then the error came again (${recovery.sign}): the address still does not answer to Ironic`,
        note: 'the error came again',
        causes: otherCauses(host, target),
      };
    case 'node-active':
      return {
        verdict: 'degraded',
        reason: 'node-active',
        message: `${known}, and still shows the old error: the operator runs and has changed nothing, so its node is active in Ironic already and nothing clears the error`,
        note: 'the node is active already, and the error a stale one',
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
    message: `${known}, but ${[what, ...shows].join(', and ')}\nSee whether it runs: ${snapshot}`,
    note: 'the operator is not reconciling',
    next: commands.see,
  };
}

function interrupted(waited: Waited, recovery: Recovery): Ending {
  const next = waited.commands.see;
  const state = stateOf(recovery, waited.stableFor);
  return {
    verdict: 'interrupted',
    message: `Interrupted: ${waited.known}, and was ${state}; ${recovery.kind === 'holding' ? 'whether the error comes back' : 'to go on'}: ${next}`,
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

/** What is seen of a host that is healthy: nothing keeps it in the error. */
const WELL: ReadonlySet<Recovery['kind']> = new Set(['holding', 'unconfirmed']);

const stateOf = (recovery: Recovery, stableFor: number): string =>
  recovery.kind === 'holding'
    ? heldText(recovery.held, stableFor)
    : `still ${waitingText(recovery, stableFor)}`;

const heldText = (held: number, stableFor: number): string =>
  held < stableFor
    ? `healthy for ${seconds(Math.floor(held / 1000) * 1000)} of ${seconds(stableFor)}`
    : 'healthy when it was seen last, while the API server has not answered since';

const seconds = (milliseconds: number): string => `${milliseconds / 1000}s`;
