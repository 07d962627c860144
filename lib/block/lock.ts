import { parseJson } from '../input/json.ts';
import { isApiGroup } from '../objects/api-group.ts';
import { fieldsOf } from '../objects/fields.ts';
import { type ChartSource, wrongWord } from './chart-words.ts';
import type { BlockChart } from './named.ts';
import { type Written, writtenIn } from './written.ts';

/** What the folder of the block remembers of how it was written. */
export interface Lock {
  /** Of what says where the chart is, what `init` was told: the rest changes with this plugin. */
  chart: GivenChart;
  /** What `init` wrote. */
  files: Written;
}

export type GivenChart = Pick<BlockChart, 'names' | 'group'> & Partial<ChartSource>;

/** The file, in the folder of the block. */
export const LOCK = '.kubectl-monitoring.json';

/** Reads the file; undefined if it is not what was written. */
export function lockIn(text: string): Lock | undefined {
  try {
    const { chart, files } = fieldsOf(parseJson(text)) ?? {};
    const given = chartIn(chart);
    const written = writtenIn(files);
    return given && written && { chart: given, files: written };
  } catch {
    return undefined;
  }
}

function chartIn(value: unknown): GivenChart | undefined {
  const { names, group, ...words } = fieldsOf(value) ?? {};
  if (names !== 'platform' && names !== 'upstream') return undefined;
  if (typeof group !== 'string' || !isApiGroup(group)) return undefined;
  const given = Object.fromEntries(
    ['chart', 'version', 'repository'].flatMap((word) => (word in words ? [[word, words[word]]] : [])),
  );
  const isText = Object.values(given).every((word) => typeof word === 'string');
  return isText && wrongWord(given) === undefined ? { names, group, ...given } : undefined;
}
