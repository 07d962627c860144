import { resolve } from 'node:path';
import type { Handler } from '../../../lib/cli/command.ts';
import { KINDS } from '../../../lib/report/kinds.ts';
import { reportPage } from '../../../lib/report/page.ts';
import { usageError } from '../../../lib/words/errors.ts';
import { briefly, countText, oneLine } from '../../../lib/words/text.ts';
import { VERDICTS, verdictText } from '../../../lib/words/verdict.ts';
import { deliverPage, pageTarget } from '../write-page.ts';
import type { PageValues } from './flags.ts';
import type { SavedResult } from './parse-result.ts';
import { readResult } from './read-result.ts';

/** `report FILE`: one HTML page of a result that was saved. The exit code is 0 whatever the verdict is. */
export const makeReport =
  (save: string): Handler<PageValues> =>
  async ({ args: [file = ''], values: { output, overwrite } }, host) => {
    const path = file === '-' ? undefined : resolve(host.cwd(), file);
    const source = { path, noun: 'result' };
    // Before the result is read: a command that writes it into a pipe may take an hour.
    const target = pageTarget(
      { output, overwrite, source, name: path === undefined ? 'report' : file },
      host,
    );
    const howToSave = `${WITH_REPORT}\nTo save one, run: ${save}`;
    const { name, result } = await readResult(file, { host, howToSave });
    const page = reportPage(result);
    if (page === undefined)
      throw usageError(`${name}: a result of kind ${briefly(oneLine(result.kind))} has no report`, howToSave);
    deliverPage(target, { page, summary: summaryOf(result), overwrite }, host);
    return 0;
  };

/** Which commands have results with a page. */
const WITH_REPORT =
  'Reports are made from the results of "kubectl bmh repair", "undo", "diagnose" and "audit", and of "kubectl monitoring status", "capacity", "resize-pvc" and "undo".';

/** What a page shows, in a few words: `1 host, repaired`. */
function summaryOf({ kind, items, verdict }: SavedResult): string {
  const count = countText(Array.isArray(items) ? items.length : 0, KINDS.get(kind)?.noun ?? 'item');
  const known = VERDICTS.find((one) => one === verdict);
  // That there are findings is in the count.
  return known === undefined || known === 'findings' ? count : `${count}, ${verdictText(known)}`;
}
