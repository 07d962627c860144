import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { usageError } from '../../../lib/words/errors.ts';
import { oneLine } from '../../../lib/words/text.ts';
import { createFile } from '../../shared/create-file.ts';

/**
 * Writes a template of a chart, and gives its path.
 *
 * @throws {CommandError} if the folder is no chart, or the template is there already or cannot be written.
 */
export function writeTemplate(
  chart: string,
  { folder, name, text }: { folder: string; name: string; text: string },
): string {
  checkChart(chart);
  const path = join(chart, 'templates', folder, `${name}.yaml`);
  createFile(path, text, { hint: 'Choose another name, or remove the file.' });
  return path;
}

/** @throws {CommandError} if a folder is no chart. `name` is what the user calls it. */
export function checkChart(chart: string, name = chart): void {
  if (existsSync(join(chart, 'Chart.yaml'))) return;
  throw usageError(
    `${oneLine(name)} is no chart: it has no Chart.yaml`,
    'Pass the folder of a chart to --chart.',
  );
}
