import { replaceFile } from '../../replace-file.ts';
import type { ValuesFile } from './file.ts';

/** Replaces a values file by `text` in one step, unless somebody has changed it since it was read. */
export const writeValuesFile = (file: ValuesFile, text: string): Promise<void> =>
  replaceFile(file, text, 'values file');
