import { parseJson } from '../input/json.ts';
import { fieldsOf } from '../objects/fields.ts';
import type { BlockChart } from './named.ts';
import { type Written, writtenIn } from './written.ts';

/** What the folder of the block remembers of how it was written. */
export interface Lock {
  chart: BlockChart;
  /** What `init` wrote. */
  files: Written;
}

/** The file, in the folder of the block. */
export const LOCK = '.kubectl-monitoring.json';

export const lockText = (lock: Lock): string => `${JSON.stringify(lock, null, 2)}\n`;

/** Reads the file; undefined if it is not what was written. */
export function lockIn(text: string): Lock | undefined {
  try {
    const { chart, files } = fieldsOf(parseJson(text)) ?? {};
    const given = fieldsOf(chart);
    const written = writtenIn(files);
    const words = ['group', 'chart', 'version', 'repository'];
    if (!given || !written || words.some((word) => typeof given[word] !== 'string')) return undefined;
    if (given.names !== 'platform' && given.names !== 'upstream') return undefined;
    return { chart: given as unknown as BlockChart, files: written };
  } catch {
    return undefined;
  }
}
