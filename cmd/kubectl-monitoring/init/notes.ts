import { join } from 'node:path';
import type { BlockChart } from '../../../lib/block/named.ts';
import { newPath, type PlannedFile } from '../../../lib/block/plan.ts';
import { oneLine } from '../../../lib/words/text.ts';

/** Of rules that a user removed, the unit tests that are still there and fail without them, by the paths of the rules. */
export const leftTests = (
  files: readonly PlannedFile[],
  { find, name }: { find(path: string): string | undefined; name: string },
): Record<string, string> =>
  Object.fromEntries(
    files.flatMap(({ path, move }) => {
      const [, rules] = RULES.exec(path) ?? [];
      const test = `extensions/tests/${rules}.test.yaml`;
      return move === 'removed' && rules !== undefined && find(test) !== undefined
        ? [[path, `; remove ${oneLine(join(name, test))} as well, which tests it`]]
        : [];
    }),
  );

const RULES = /^extensions\/templates\/alerts\/([^/]+)\.yaml$/;

/**
 * That values which are kept have no settings for the chart; undefined if they have, or if the user also chooses the chart in
 * Chart.yaml.
 *
 * @param name of the file with the values.
 */
export function otherKeyText(
  files: readonly PlannedFile[],
  { chart }: BlockChart,
  name: string,
): string | undefined {
  const [values, dependencies] = ['values.yaml', 'Chart.yaml'].map((path) =>
    files.find((file) => file.path === path),
  );
  if (!isKept(values) || isKept(dependencies)) return undefined;
  const keys = (values?.found ?? '').matchAll(TOP_KEY);
  if (Array.from(keys).some(([, key]) => key === chart)) return undefined;
  const has = `${oneLine(name)} is kept, and has nothing below the key ${chart}, which its chart reads`;
  const hint =
    values?.move === 'beside'
      ? `compare it with ${oneLine(newPath(name))}`
      : 'rename the key of the former chart';
  return `${has}: ${hint}`;
}

const isKept = (file: PlannedFile | undefined): boolean => file?.move === 'edited' || file?.move === 'beside';

const TOP_KEY = /^["']?([\w.-]+)["']?[ \t]*:/gm;
