import { folderFault } from '../../../../lib/dashboards/write/folder.ts';
import { usageError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';

/** @throws {CommandError} for a folder that a dashboard cannot be in. */
export function checkFolder(folder: string): void {
  const fault = folderFault(folder);
  if (fault !== undefined)
    throw usageError(
      `invalid value "${oneLine(folder)}" for --folder: ${fault}`,
      'Use the name of a folder of the dashboard UI.',
    );
}
