import type { Observed } from '../../../lib/hosts/observed.ts';
import { urlsAfterUndo } from '../../../lib/hosts/payloads.ts';
import { standingOf } from '../../../lib/hosts/standing.ts';
import type { Refusal } from '../../../lib/procedure/procedure.ts';
import type { Access } from './access.ts';
import { commandByHand, commandToGoOn } from './plan.ts';
import { type Report, type Run, reportOf } from './report.ts';
import { NOT_DONE } from './unfinished.ts';

/** What to say where guards refuse before anything is changed. */
export function refusalReport(run: Run, access: Access, refusals: Refusal[]): Report {
  const { goal, name, namespace } = run;
  const { observed } = access;
  const { text, unfinished } = standingOf(observed);
  const next = refusals.some(({ guard }) => BY_HAND.has(guard))
    ? commandByHand(run, observed, urlToShare(observed))
    : unfinished && commandToGoOn(run, observed);
  return reportOf(run, access, {
    verdict: 'refused',
    message: `${NOT_DONE[goal](`host ${namespace}/${name}`)}; nothing was changed`,
    refusals,
    ...((unfinished || observed.record !== undefined) && { standing: text }),
    ...(next && { next }),
  });
}

/** What no run gets over, so that a person has to do something first. */
const BY_HAND = new Set(['lost-status', 'unreadable-record', 'unequal-originals']);

/** The address that the spec has once a run is undone, where there is a run to undo. */
const urlToShare = ({ host, record }: Observed): string | undefined =>
  typeof record === 'object' ? urlsAfterUndo(host, record).image?.url : undefined;
