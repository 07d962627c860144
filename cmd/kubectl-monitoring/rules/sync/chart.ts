import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { LOCK, lockIn } from '../../../../lib/block/lock.ts';
import { type Own, readOwn } from '../../../../lib/block/sync/own-files.ts';
import type { Host } from '../../../../lib/cli/command.ts';
import { MONITORING_NAMESPACE } from '../../../../lib/objects/names.ts';
import { usageError } from '../../../../lib/words/errors.ts';
import { isYamlName } from '../../../shared/walk.ts';
import { findBlock } from '../../shared/block-folder.ts';
import { type Folder, findIn, readLock } from '../../shared/planned-files.ts';
import { checkChart } from '../../shared/write-template.ts';

/** The chart of `--chart`, or else the extension chart of the current repository. @throws {CommandError} a usage error if it is no chart. */
export function chartFolder(given: string | undefined, { cwd }: Pick<Host, 'cwd'>): Folder {
  if (given !== undefined) {
    const path = resolve(cwd(), given);
    checkChart(path, given);
    return { path, name: given };
  }
  const here = realpathSync(cwd());
  const { folder } = findBlock(here);
  const path = folder && join(folder, 'extensions');
  if (path !== undefined && existsSync(join(path, 'Chart.yaml')))
    return { path, name: relative(here, path) || '.' };
  throw usageError(
    `no chart ${MONITORING_NAMESPACE}/extensions in this repository`,
    'Write it with "kubectl monitoring init", or pass the chart with --chart.',
  );
}

/** What `init` wrote the block with that a chart belongs to; undefined if it belongs to none. */
export const blockOf = ({ path, name }: Folder) =>
  readLock({ path: dirname(path), name: join(name, '..') }, LOCK, lockIn)?.chart;

/** What a chart has beside the files that were synced. */
export function ownObjects(chart: Folder, synced: (path: string) => boolean): Own {
  const paths = templatesOf(chart);
  return readOwn(
    paths.flatMap((path) => {
      const text = synced(path) || !isYamlName(path) ? undefined : findIn(chart, path);
      return text === undefined ? [] : [{ path, text }];
    }),
  );
}

/** The paths of all templates, from the chart. Links to folders are not followed. */
function templatesOf({ path: chart }: Folder): string[] {
  const path = join(chart, 'templates');
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(chart, join(parentPath, name)).split(sep).join('/'))
    .toSorted();
}
