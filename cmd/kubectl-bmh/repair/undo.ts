import type { Access } from '../../../lib/cluster/hosts/access.ts';
import { currentStateOf } from '../../../lib/hosts/current-state.ts';
import { decideUndo } from '../../../lib/hosts/decide.ts';
import type { Aim } from '../../../lib/hosts/guards/guard.ts';
import { pauserOf } from '../../../lib/hosts/guards/untouchable.ts';
import { urlsDiffer } from '../../../lib/hosts/host.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import type { RepairRecord } from '../../../lib/hosts/record.ts';
import { hasLostStatus } from '../../../lib/hosts/risk.ts';
import { masked } from '../../../lib/words/masked.ts';
import { carryOut } from '../../shared/change/carry-out.ts';
import { commandByHand, commandToResume } from '../shared/next-commands.ts';
import { type Report, type Run, reportOf } from '../shared/report.ts';
import type { Carry } from './act.ts';
import { hostChange } from './change.ts';
import { refusalReport } from './refusal.ts';

/** Decides from the state of a host and undoes its run; undefined if only a preview was printed. */
export async function undoOn(
  run: Run,
  access: Access,
  carry: Carry = (...of) => carryOut(hostChange(...of), access.observed, run),
): Promise<Report | undefined> {
  const decision = decideUndo(access.observed, run);
  switch (decision.kind) {
    case 'nothing':
      return nothingToUndo(run, access);
    case 'refuse':
      return refusalReport(run, access, decision.refusals);
    case 'undo': {
      const { record } = decision;
      return carry(run, access, {
        ...undoAim(record),
        why: `an unfinished ${record.goal}`,
        question: 'Restore the former addresses of this host?',
        verify: async (found, observed, step) => {
          const report = undone(run, found, { observed, record });
          if (report.exitCode === 0) step.done(report.message);
          else step.failed(report.message);
          return report;
        },
      });
    }
  }
}

/** What an undo of a run with this record does. */
export const undoAim = ({ target }: RepairRecord): Aim => ({ goal: 'undo', target, order: 'safe' });

/** A host without a record may still be held: by a pause whose record was removed while the two addresses differ. */
export function nothingToUndo(run: Run, access: Access): Report {
  const { observed } = access;
  const { host } = observed;
  const byHand = commandByHand(run, observed);
  if (urlsDiffer(host) || hasLostStatus(observed)) {
    const next = host.paused === undefined ? commandToResume({ ...run, goal: 'repair' }, observed) : byHand;
    return reportOf(run, access, {
      verdict: 'blocked',
      reason: 'no-record',
      message: `host ${run.namespace}/${run.name} has no record of a repair to undo; nothing was changed`,
      state: currentStateOf(observed).text,
      ...(next && { next }),
    });
  }
  const pause = byHand
    ? `; it is paused by ${pauserOf(observed)}. If that pause is no longer needed, remove it: ${byHand}`
    : '';
  return reportOf(run, access, {
    verdict: 'unchanged',
    message: `unchanged: there is no unfinished repair to undo${pause}`,
    ...(byHand && { next: byHand }),
  });
}

/** The result: the originals are back, or what another user has set in their place. */
function undone(
  run: Run,
  access: Access,
  { observed: { host }, record: { target, original } }: { observed: Observed; record: RepairRecord },
): Report {
  const url = host.image?.url;
  if (url === target.url && target.url !== original.spec.url)
    return reportOf(run, access, {
      verdict: 'failed',
      message: `host ${run.namespace}/${run.name} was not undone: another user has finished the repair in the meantime`,
      target,
    });
  const foreign = url !== original.spec.url || (host.statusImage.url ?? null) !== original.status.url;
  const where = host.paused === undefined ? 'resumed' : "left under another user's pause";
  return reportOf(run, access, {
    verdict: 'undone',
    message: foreign
      ? `undone and ${where}; an address that another user set was kept: ${masked(url ?? 'none')}`
      : `undone and ${where}: its former addresses are restored`,
  });
}
