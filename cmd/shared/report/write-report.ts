import { resolve } from 'node:path';
import type { Host } from '../../../lib/cli/command.ts';
import { warner } from '../../../lib/cli/warner.ts';
import { reportPage } from '../../../lib/report/page.ts';
import { asPart, CommandError, usageError } from '../../../lib/words/errors.ts';
import { oneLine } from '../../../lib/words/text.ts';
import { checkTarget, writePage } from '../write-page.ts';
import type { ReportValues } from './flags.ts';

/** The file of `--report` while its command runs. */
export interface ReportFile {
  /** Writes it for the first time. @throws {CommandError} if that fails: nothing was sent yet. */
  begin(result: object): void;
  /** Writes it with the result. A failure is a warning: the run is over. */
  finish(result: object): void;
  /** Whether it is there, and says that the run has not finished. */
  isPending(): boolean;
  /** Says where it is, if it could be written. */
  end(): void;
}

/** Checks that a report can be written there. @throws {CommandError} if not: the run has not started. */
export function openReport(
  file: string,
  { overwrite, color }: Pick<ReportValues, 'overwrite' | 'color'>,
  host: Host,
): ReportFile {
  if (!/\.html?$/i.test(file))
    throw usageError(
      `${oneLine(file)} is not the name of an HTML file`,
      'Give --report a name that ends in .html.',
    );
  const path = resolve(host.cwd(), file);
  checkTarget(path, { overwrite, flag: '--report' });
  let [hasBegun, isFinished, isWritten] = [false, false, false];
  const write = (result: object): void => {
    writePage(path, reportPage(result) ?? '', { overwrite: overwrite || hasBegun, flag: '--report' });
    hasBegun = true;
  };
  return {
    begin(result) {
      if (!hasBegun) write(result);
    },
    finish(result) {
      isFinished = true;
      isWritten = false;
      try {
        write(result);
        isWritten = true;
      } catch (error) {
        const why = error instanceof CommandError ? asPart(error) : `unexpected error: ${error}`;
        warner(host, color)(`the report was not written: ${why}`);
      }
    },
    isPending: () => hasBegun && !isFinished,
    end() {
      if (isWritten) host.stderr.write(`Report: ${oneLine(file)}\n`);
    },
  };
}
