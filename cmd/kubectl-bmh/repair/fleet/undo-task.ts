import { decideUndo } from '../../../../lib/hosts/decide.ts';
import { urlsAfterUndo } from '../../../../lib/hosts/payloads.ts';
import { isAboutToBeWiped } from '../../../../lib/hosts/risk.ts';
import { heldFor } from '../change.ts';
import { refusalReport } from '../refusal.ts';
import { nothingToUndo, undoAim, undoOn } from '../undo.ts';
import type { FleetTask } from './task.ts';

/**
 * The undo of each unfinished run of a fleet.
 *
 * @param named whether hosts are named; other selections take only hosts with an unfinished run.
 */
export const undoTask = (named: boolean): FleetTask => ({
  goal: 'undo',
  question: (count) =>
    `Restore the former addresses of ${count === 1 ? 'this host' : `these ${count} hosts`}?`,
  title: 'Undo',
  stableFor: undefined,
  imageLabel: 'Restores',
  none: 'no selected host has an unfinished repair',
  isSelected: ({ record }) => named || record !== undefined,
  settledAlone: () => undefined,
  addresses: () => undefined,
  place(run, access) {
    const { observed } = access;
    const decision = decideUndo(observed, run);
    switch (decision.kind) {
      case 'nothing':
        return { report: nothingToUndo(run, access) };
      case 'refuse':
        return { report: refusalReport(run, access, decision.refusals) };
      case 'undo':
        return {
          action: isAboutToBeWiped(observed) ? 'at risk' : 'undo',
          why: `unfinished ${decision.record.goal}`,
          to: urlsAfterUndo(observed.host, decision.record).image?.url ?? '',
          hold: heldFor(run, observed),
          aim: undoAim(decision.record),
        };
    }
  },
  act: undoOn,
});
