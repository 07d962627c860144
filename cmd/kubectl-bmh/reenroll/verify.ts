import type { Access } from '../../../lib/cluster/hosts/access.ts';
import { hostPath } from '../../../lib/hosts/action.ts';
import { otherCauses } from '../../../lib/hosts/health.ts';
import type { HostObject } from '../../../lib/hosts/host.ts';
import { type Observed, withObject } from '../../../lib/hosts/observed.ts';
import { presentAim } from '../../../lib/hosts/reenroll/procedure.ts';
import { type Enrolment, enrolmentOf } from '../../../lib/hosts/reenroll/record.ts';
import { watchObject } from '../../../lib/kube/watch/list-watch.ts';
import { OPERATOR_LEASE } from '../../../lib/objects/names.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { masked } from '../../../lib/words/masked.ts';
import { oneLine } from '../../../lib/words/text.ts';
import type { StepProgress } from '../../shared/change/change.ts';
import { awaitRecovery } from '../shared/await-recovery.ts';
import { commandToSee } from '../shared/next-commands.ts';
import { type Wait, waitingText } from '../shared/recovery-report.ts';
import { type Report, type Run, reportOf } from './report.ts';

/**
 * The verification behind the attach: the operator has enrolled a node anew, has adopted it, and the host stays healthy.
 * `node` is the ID of the one that went.
 */
export async function verify(
  run: Run,
  access: Access,
  { observed, node, step }: { observed: Observed; node: string; step?: StepProgress },
): Promise<Report> {
  const { values, session, timeout, stableFor, host } = run;
  if (!values.wait || values.noWait) {
    step?.done('attached');
    return reportOf(run, access, {
      verdict: 'applied',
      message: 'attached again; the operator is about to enrol it',
      node: { from: node },
    });
  }
  const tell = step?.note ?? ((text: string) => host.stderr.write(`${oneLine(text)}\n`));
  const wait = await awaitRecovery(session.client, observed, {
    target: presentAim(observed.host).target,
    timeout,
    stableFor,
    interrupted: host.interrupted,
    waiting: (text) => tell(masked(text)),
    warn: session.warn,
  });
  const ending = endingOf(run, wait);
  const isGood = ending.verdict === 'repaired';
  step?.[isGood ? 'done' : 'failed'](masked(ending.note));
  const { note: _, ...what } = ending;
  return reportOf(run, access, { ...what, node: { from: node, to: wait.host.nodeId ?? '' } });
}

/** How a wait ends in a report, with one line for the step. */
type Ending = Pick<Report, 'verdict' | 'message'> & Partial<Report> & { note: string };

/** What came of a host, put for a person: what it means, and what to do. */
function endingOf(run: Run, { ended, recovery, host }: Wait): Ending {
  const { stableFor, values } = run;
  const where = `host ${run.namespace}/${run.name}`;
  const attached = `${where} is attached again`;
  // Run again on a host that has its error still, it would be detached again.
  const next = commandToSee(run);
  const state = `still ${waitingText(recovery, stableFor)}`;
  const causes = otherCauses(host, presentAim(host).target).slice(0, 2);
  if (ended === 'interrupted')
    return {
      verdict: 'interrupted',
      message: `Interrupted: ${attached}, and was ${state}; whether the error comes back: ${next}`,
      next,
      note: state,
    };
  switch (recovery.kind) {
    case 'recovered': {
      const held = stableFor > 0 ? `; it stayed healthy for ${stableFor / 1000}s` : '';
      return {
        verdict: 'repaired',
        message: 'enrolled again',
        note: `the operator has taken the host back${held}`,
      };
    }
    case 'lost':
      return {
        verdict: 'failed',
        reason: 'lost',
        message: `${where} IS LOST TO THIS REENROLL: ${recovery.reason}`,
        note: recovery.reason,
      };
    case 'flapping':
      return {
        verdict: 'degraded',
        reason: 'flapping',
        message: `${where} flaps: the operator enrolled it again, and then the error came again (${recovery.sign}): the address does not answer to Ironic`,
        causes,
        note: 'the error came again',
      };
    case 'not-reconciling': {
      const what = `the operator is not reconciling: in ${values.timeout} it did not touch the host`;
      return {
        verdict: 'timed-out',
        reason: 'not-reconciling',
        message: `${attached}, but ${what}\nSee whether it runs: kubectl get pods -A | grep ${OPERATOR_LEASE}`,
        next,
        note: 'the operator is not reconciling',
      };
    }
    default:
      return {
        verdict: 'timed-out',
        message: `${attached}, but after ${values.timeout} ${state}`,
        causes,
        next,
        note: state,
      };
  }
}

/**
 * Looks on until the operator has let go of a host, or something else is to be done about it, and gives the host as it is
 * then; where a person interrupts, as it was seen last.
 *
 * @throws {CommandError} where the deadline passes, and where the host is gone.
 */
export async function awaitDetached(
  { session: { client }, host: { interrupted }, timeout, name, namespace }: Run,
  before: Enrolment,
  {
    deadline,
    note,
    isOver,
  }: { deadline: AbortSignal; note(text: string): void; isOver(seen: Enrolment): boolean },
): Promise<Enrolment> {
  const { group } = before.observed;
  let last = before;
  const ended = new AbortController();
  const signal = AbortSignal.any([interrupted, deadline, ended.signal]);
  const lost = ({ message }: CommandError) => note(`waiting for the API server to answer again (${message})`);
  try {
    for await (const object of watchObject<HostObject>(client, hostPath(group, namespace, name), signal, {
      lost,
    })) {
      if (!object) throw new CommandError('api', `error: host ${namespace}/${name} was deleted meanwhile`);
      last = enrolmentOf(withObject(last.observed, object), last);
      if (isOver(last)) return last;
      note('waiting for the operator to delete the node in Ironic and to let go of the host');
    }
  } finally {
    ended.abort();
  }
  if (interrupted.aborted) return last;
  throw new CommandError('timeout', `error: the operator did not let go of the host in ${timeout / 1000}s`, {
    hint: `See whether it runs: kubectl get pods -A | grep ${OPERATOR_LEASE}; --timeout waits longer.`,
  });
}
