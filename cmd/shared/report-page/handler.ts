import { resolve } from 'node:path';
import type { Handler } from '../../../lib/cli/command.ts';
import { reportPage } from '../../../lib/report/page.ts';
import { usageError } from '../../../lib/words/errors.ts';
import { briefly, oneLine } from '../../../lib/words/text.ts';
import { deliverPage, pageTarget } from '../write-page.ts';
import type { ReportValues } from './flags.ts';
import { readResult } from './read-result.ts';
import { summaryOf, WITH_REPORT } from './reported.ts';

/** `report FILE`: one HTML page of a result that was saved. The exit code is 0 whatever the verdict is. */
export const makeReport =
  (save: string): Handler<ReportValues> =>
  async ({ args: [file = ''], values: { output, overwrite } }, host) => {
    const path = file === '-' ? undefined : resolve(host.cwd(), file);
    const source = { path, noun: 'result' };
    // Before the result is read: a command that writes it into a pipe may take an hour.
    const target = pageTarget(
      { ...{ output, overwrite, source }, name: path === undefined ? 'report' : file },
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
