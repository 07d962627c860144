import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';

/** The change of a file as a unified diff that `patch -p0` takes; empty where nothing differs. */
export function unifiedDiff(name: string, before: string, after: string): string {
  if (before === after) return '';
  return createTwoFilesPatch(name, name, before, after, undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
  });
}
