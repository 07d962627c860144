import type { PlannedFile } from './plan.ts';

/**
 * Has Helm ignore the new versions beside edited templates: it would render them as well. Adds the line to a chart's `.helmignore`
 * that lacks it, whether or not that was edited.
 *
 * @param chart the folder of the chart, from the folder of the files; empty for that folder itself.
 */
export function ignoringNew(
  files: readonly PlannedFile[],
  { chart, find }: { chart: string; find(path: string): string | undefined },
): PlannedFile[] {
  const isBeside = files.some(({ path, move }) => move === 'beside' && path.startsWith(`${chart}templates/`));
  if (!isBeside) return [...files];
  const path = `${chart}.helmignore`;
  const planned = files.find((file) => file.path === path);
  const found = planned ? planned.found : find(path);
  const isWritten = planned?.move === 'create' || planned?.move === 'update';
  const text = (isWritten ? planned.text : found) ?? '';
  if (text.split(/\r?\n/).some((line) => line.trim() === LINE)) return [...files];
  const added = `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${LINE}\n`;
  // First, so that there is no moment at which Helm would render a new version.
  return [
    { path, move: found === undefined ? 'create' : 'update', text: added, found },
    ...files.filter((file) => file !== planned),
  ];
}

const LINE = '*.new';
