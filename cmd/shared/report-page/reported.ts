import { KINDS } from '../../../lib/report/kinds.ts';
import { countText } from '../../../lib/words/text.ts';
import { VERDICTS, verdictText } from '../../../lib/words/verdict.ts';
import type { SavedResult } from './parse-result.ts';

/** Which commands have results with a page. */
export const WITH_REPORT =
  'Reports are made from the results of "kubectl bmh repair", "undo", "diagnose" and "audit", and of "kubectl monitoring status", "capacity", "resize-pvc" and "undo".';

/** What a page shows, in a few words: `1 host, repaired`. */
export function summaryOf({ kind, items, verdict }: SavedResult): string {
  const count = countText(Array.isArray(items) ? items.length : 0, KINDS.get(kind)?.noun ?? 'item');
  const known = VERDICTS.find((one) => one === verdict);
  // That there are findings is in the count.
  return known === undefined || known === 'findings' ? count : `${count}, ${verdictText(known)}`;
}
