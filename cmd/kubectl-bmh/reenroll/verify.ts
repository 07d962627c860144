import { isLive } from '../../../lib/cli/progress.ts';
import type { Access } from '../../../lib/cluster/hosts/access.ts';
import { hostPath } from '../../../lib/hosts/action.ts';
import { otherCauses } from '../../../lib/hosts/health.ts';
import type { HostObject } from '../../../lib/hosts/host.ts';
import { type Observed, withObject } from '../../../lib/hosts/observed.ts';
import { presentAim } from '../../../lib/hosts/reenroll/procedure.ts';
import { type Enrollment, enrollmentOf } from '../../../lib/hosts/reenroll/record.ts';
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
 * The verification after the attach: the operator has enrolled and adopted a new node, and the host stays healthy.
 * `node` is the ID of the old one.
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
      message: 'attached again; the operator enrolls it next',
      next: commandToSee(run),
      node: { from: node },
    });
  }
  const tell = step?.note ?? ((text: string) => host.stderr.write(`${oneLine(text)}\n`));
  const wait = await awaitRecovery(session.client, observed, {
    target: presentAim(observed.host).target,
    timeout,
    stableFor,
    live: step !== undefined && isLive(host),
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

/** The result of a wait, with one line for the step. */
type Ending = Pick<Report, 'verdict' | 'message'> & Partial<Report> & { note: string };

/** The result for a host: what it means and what to do. */
function endingOf(run: Run, { ended, recovery, host }: Wait): Ending {
  const { stableFor, values } = run;
  const where = `host ${run.namespace}/${run.name}`;
  const attached = `${where} is attached again`;
  // The same command would detach a host that still has its error once more.
  const next = commandToSee(run);
  const state = `still ${waitingText(recovery, stableFor)}`;
  const causes = otherCauses(host, presentAim(host).target).slice(0, 2);
  if (ended === 'interrupted')
    return {
      verdict: 'interrupted',
      message: `Interrupted: ${attached}, and was ${state}; to see whether the error comes back, run: ${next}`,
      next,
      note: state,
    };
  switch (recovery.kind) {
    case 'recovered': {
      const held = stableFor > 0 ? `; it stayed healthy for ${stableFor / 1000}s` : '';
      return {
        verdict: 'repaired',
        message: 're-enrolled',
        note: `the operator has re-enrolled the host${held}`,
      };
    }
    case 'lost':
      return {
        verdict: 'failed',
        reason: 'lost',
        message: `${where} CAN NO LONGER BE RE-ENROLLED: ${recovery.reason}`,
        note: recovery.reason,
      };
    case 'flapping':
      return {
        verdict: 'degraded',
        reason: 'flapping',
        message: `${where} is flapping: the operator re-enrolled it, then the error came back (${recovery.sign}): the address does not answer Ironic`,
        causes,
        note: 'the error came back',
      };
    case 'not-reconciling': {
      const what = `the operator is not reconciling: it did not touch the host in ${values.timeout}`;
      return {
        verdict: 'timed-out',
        reason: 'not-reconciling',
        message: `${attached}, but ${what}\nCheck whether it runs: kubectl get pods -A | grep ${OPERATOR_LEASE}`,
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
 * Watches a host until the operator has detached it or another action is due, and returns the host as it is then; after an
 * interruption, as it was last seen.
 *
 * @throws {CommandError} if the deadline passes or the host is deleted.
 */
export async function awaitDetached(
  { session: { client }, host: { interrupted }, timeout, name, namespace }: Run,
  before: Enrollment,
  {
    deadline,
    note,
    isOver,
  }: { deadline: AbortSignal; note(text: string): void; isOver(seen: Enrollment): boolean },
): Promise<Enrollment> {
  const { group } = before.observed;
  let last = before;
  const ended = new AbortController();
  const signal = AbortSignal.any([interrupted, deadline, ended.signal]);
  const lost = ({ message }: CommandError) => note(`waiting for the API server to answer again (${message})`);
  try {
    for await (const object of watchObject<HostObject>(client, hostPath(group, namespace, name), signal, {
      lost,
    })) {
      if (!object) throw new CommandError('api', `error: host ${namespace}/${name} was deleted`);
      last = enrollmentOf(withObject(last.observed, object), last);
      if (isOver(last)) return last;
      note('waiting for the operator to delete the node in Ironic and detach the host');
    }
  } finally {
    ended.abort();
  }
  if (interrupted.aborted) return last;
  throw new CommandError('timeout', `error: the operator did not detach the host within ${timeout / 1000}s`, {
    hint: `Check whether it runs: kubectl get pods -A | grep ${OPERATOR_LEASE}; or wait longer with --timeout.`,
  });
}
