import { observeAgain, readLast } from '../../../lib/cluster/hosts/access.ts';
import { fold, type Patch, requestOf } from '../../../lib/hosts/action.ts';
import type { HostObject } from '../../../lib/hosts/host.ts';
import { type Observed, withObject } from '../../../lib/hosts/observed.ts';
import { isConflict, isRefused } from '../../../lib/kube/api/errors.ts';
import { hostResource } from '../../../lib/objects/names.ts';
import { nextMove } from '../../../lib/procedure/procedure.ts';
import type { Change, Left, NotDone } from '../../shared/change/change.ts';
import { SANITIZE } from '../shared/sanitize.ts';
import { lackingRights } from './observe-hosts.ts';
import { commandToRepeat, commandToResume, type PauseReport, reportOf } from './report.ts';
import type { PauseRun } from './run.ts';

/** The change of the pause of one host. */
export function pauseChange(run: PauseRun, observed: Observed): Change<Observed, Patch, PauseReport> {
  const { change, session } = run;
  const { procedure, title, verdict, message } = change;
  const { group, host } = observed;
  const where = `host ${host.namespace}/${host.name}`;
  return {
    procedure,
    frame: { leading: [], trailing: [] },
    kind: 'host',
    where,
    notDone: `${where} ${change.notDone}`,
    declined: `not ${verdict}`,
    withdrawn: '',
    resource: hostResource(group, host.name),
    shown: SANITIZE,

    warnings: [],
    denied: lackingRights(observed),
    plan: () => '',
    question: `${title} this host?`,
    before(refusals) {
      const next = refusals.length > 0 ? commandToResume(run, observed) : undefined;
      return next === undefined ? {} : { next };
    },

    fold,
    write: (patch, before) => ({
      request: requestOf(patch, before),
      dryRun: requestOf(patch, before, { dryRun: true }),
    }),
    objectOf: (_, { object }) => object,

    isStale: isConflict,
    isRefused,
    work: () => ({
      // A patch that is on its way is waited for: else nobody could say whether it was done.
      perform: async (patch, before) =>
        withObject(before, await session.steady.send<HostObject>(requestOf(patch, before))),
      observe: (before) => observeAgain(session.steady, session.steady, before),
      waits: () => false,
    }),
    lastLook: (last) => readLast(session.steady, last),
    left: (outcome, last, wasFound) => left(run, { outcome, last, wasFound }),
    ends(outcome, last) {
      // The answer to a patch can be lost: what counts is the host.
      if (outcome.kind === 'failed' && nextMove(procedure, last).kind === 'done') return { verdict, message };
      if (outcome.kind === 'stalled')
        return {
          verdict: 'failed',
          message: `${where} is not ${verdict}: somebody keeps changing it; see who writes to it`,
        };
      if (outcome.kind !== 'interrupted') return undefined;
      return nextMove(procedure, last).kind === 'done'
        ? { verdict, message }
        : { verdict: 'interrupted', message: `Interrupted: ${where} is not ${verdict}` };
    },
    verify: async (last) => reportOf(run, last, { verdict, message }),
    report: (said, last) => reportOf(run, last, said),
  };
}

/** How a host stands whose patch failed, and the command that tries it again. */
function left(
  run: PauseRun,
  { outcome, last, wasFound }: { outcome: NotDone<Observed, Patch>; last: Observed; wasFound: boolean },
): Left {
  if (outcome.kind !== 'failed') return {};
  const { namespace, name } = last.host;
  const { verdict } = run.change;
  const currentState = wasFound
    ? `host ${namespace}/${name} is not ${verdict}`
    : `host ${namespace}/${name} may be ${verdict}: it could not be read whether the request was done`;
  return { standing: currentState, next: commandToRepeat(run, last) };
}
