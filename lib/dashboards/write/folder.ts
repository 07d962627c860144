import { isPrintable } from '../../words/text.ts';

/** The annotation that names the folder of a dashboard, as the chart's values usually set it (folderAnnotation). */
export const FOLDER_ANNOTATION = 'grafana_folder';

/**
 * Why a text cannot be the folder of a dashboard: the sidecar takes it as a path below its own folder, and one that begins with a
 * slash as a path of its own. Undefined if it can.
 */
export function folderFault(folder: string): string | undefined {
  const parts = folder.split('/');
  if (parts.some((part) => part === '.' || part === '..')) return 'it leads to another folder';
  if (parts.some((part) => part.trim() === '')) return 'a part of it is empty';
  return isPrintable(folder) && !/[\t\n]/.test(folder) ? undefined : 'it has characters that are not visible';
}
