import { hostPath } from '../../../lib/hosts/action.ts';
import type { HostObject } from '../../../lib/hosts/host.ts';
import { withObject } from '../../../lib/hosts/observed.ts';
import { type Enrolment, enrolmentOf } from '../../../lib/hosts/reenroll/state.ts';
import { watchObject } from '../../../lib/kube/watch/list-watch.ts';
import { OPERATOR_LEASE } from '../../../lib/objects/names.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import type { Run } from './report.ts';

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
    mend: `See whether it runs: kubectl get pods -A | grep ${OPERATOR_LEASE}; --timeout waits longer.`,
  });
}
