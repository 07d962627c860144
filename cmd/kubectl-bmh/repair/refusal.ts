import { standingOf } from '../../../lib/hosts/standing.ts';
import type { Refusal } from '../../../lib/procedure/procedure.ts';
import type { Access } from './access.ts';
import { commandToGoOn } from './plan.ts';
import { type Report, type Run, reportOf } from './report.ts';
import { NOT_DONE } from './unfinished.ts';

/** What to say where guards refuse before anything is changed. */
export function refusalReport(run: Run, access: Access, refusals: Refusal[]): Report {
  const { goal, name, namespace } = run;
  const { observed } = access;
  const { text, unfinished } = standingOf(observed);
  return reportOf(run, access, {
    verdict: 'refused',
    message: `${NOT_DONE[goal](`host ${namespace}/${name}`)}; nothing was changed`,
    refusals,
    ...((unfinished || observed.record !== undefined) && { standing: text }),
    ...(unfinished && { next: commandToGoOn(run, observed) }),
  });
}
