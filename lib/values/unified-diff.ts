import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';

/**
 * The change of a file as a unified diff that `patch -p0` takes; empty where nothing differs.
 *
 * @param context how many lines around a change are shown with it.
 */
export function unifiedDiff(
  name: string,
  [before, after]: readonly [before: string, after: string],
  context = 3,
): string {
  if (before === after) return '';
  return createTwoFilesPatch(name, name, before, after, undefined, undefined, {
    context,
    headerOptions: FILE_HEADERS_ONLY,
  });
}
