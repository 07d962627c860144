import { statSync } from 'node:fs';
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
      `${oneLine(file) || '""'} is not the name of an HTML file`,
      'Give --report a name that ends in .html.',
    );
  const path = resolve(host.cwd(), file);
  checkTarget(path, { overwrite, flag: '--report' });
  /** The file that is ours, once it is written. */
  let own: string | undefined;
  let state: 'absent' | 'pending' | 'written' | 'outdated' = 'absent';
  const write = (result: object): void => {
    const isOwn = own !== undefined && own === idOf(path);
    writePage(path, reportPage(result) ?? '', {
      overwrite: isOwn || (own === undefined && overwrite),
      flag: '--report',
    });
    own = idOf(path);
  };
  const warn = (error: unknown): void => {
    const why = error instanceof CommandError ? asPart(error) : `unexpected error: ${error}`;
    const old =
      own === undefined || own !== idOf(path) ? '' : '; it still says that the run has not finished';
    warner(host, color)(`the report was not written: ${why}${old}`);
  };
  return {
    begin(result) {
      if (state !== 'absent') return;
      try {
        write(result);
        state = 'pending';
      } catch (error) {
        if (error instanceof CommandError) throw error;
        warn(error);
      }
    },
    finish(result) {
      try {
        write(result);
        state = 'written';
      } catch (error) {
        state = 'outdated';
        warn(error);
      }
    },
    isPending: () => state === 'pending',
    end() {
      if (state === 'written') host.stderr.write(`Report: ${oneLine(file)}\n`);
    },
  };
}

/** Which file is at a path, so that another one that was put there is not replaced. */
function idOf(path: string): string | undefined {
  const { dev, ino, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
  // The number of a file that is gone is soon used again.
  return ino === undefined ? undefined : `${dev} ${ino} ${mtimeMs}`;
}
