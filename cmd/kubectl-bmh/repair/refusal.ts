import type { Host } from '../../../lib/cli/command.ts';
import type { Paint } from '../../../lib/cli/style.ts';
import type { Access } from '../../../lib/cluster/hosts/access.ts';
import { currentStateOf } from '../../../lib/hosts/current-state.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import { urlsAfterUndo } from '../../../lib/hosts/payloads.ts';
import type { Goal } from '../../../lib/hosts/record.ts';
import type { Refusal } from '../../../lib/procedure/procedure.ts';
import type { Left } from '../../shared/change/change.ts';
import { type Format, guardsOf, type ResultHost, renderReport } from '../../shared/render.ts';
import { causeLines } from '../shared/cause-lines.ts';
import { commandByHand, commandToResume } from '../shared/next-commands.ts';
import { type Report, type Run, reportOf } from '../shared/report.ts';
import { BMH, sanitize } from '../shared/sanitize.ts';

/** How messages begin for a run that is not done. */
export const NOT_DONE: Record<Goal, (where: string) => string> = {
  repair: (where) => `${where} was not repaired`,
  undo: (where) => `the repair of ${where} was not undone`,
};

/** What a run's result is called as data. */
export const RESULTS: Record<Goal, string> = { repair: 'RepairList', undo: 'UndoList' };

/** The report when guards refuse before anything is changed. */
export const refusalReport = (run: Run, access: Access, refusals: Refusal[]): Report =>
  reportOf(run, access, {
    verdict: 'blocked',
    reason: guardsOf(refusals),
    message: `${NOT_DONE[run.goal](`host ${run.namespace}/${run.name}`)}; nothing was changed`,
    refusals,
    ...leftBefore(run, access.observed, refusals),
  });

/** What an earlier run left on a host that guards refuse, and the command that ends or resumes it. */
export function leftBefore(run: Run, observed: Observed, refusals: Refusal[]): Left {
  const { text, unfinished } = currentStateOf(observed);
  const next = refusals.some(({ guard }) => BY_HAND.has(guard))
    ? commandByHand(run, observed, urlToShare(observed))
    : unfinished && commandToResume(run, observed);
  return {
    ...((unfinished || observed.record !== undefined) && { state: text }),
    ...(next && { next }),
  };
}

/** Guards that no run gets past until a user changes something by hand. */
const BY_HAND = new Set(['lost-status', 'unreadable-record', 'unequal-originals']);

/** The address in the spec after an undo; undefined without a run to undo. */
const urlToShare = ({ host, record }: Observed): string | undefined =>
  typeof record === 'object' ? urlsAfterUndo(host, record).image?.url : undefined;

/** Writes a report; below its refusals, the documented checks that fail and other possible causes. */
export function render(
  report: Report,
  host: ResultHost & Pick<Host, 'stderr'>,
  { output, paint, goal }: { output: Format; paint: Paint; goal: Goal },
): Promise<void> {
  const { checks, causes } = report;
  const findings = [
    ...checks
      .filter(({ ok }) => !ok)
      .map(({ name, found }) => `  ${paint('bold', name)}: ${sanitize(found)}`),
    ...causeLines(causes),
  ];
  return renderReport(report, host, { output, paint, plugin: BMH, kind: RESULTS[goal], findings });
}
