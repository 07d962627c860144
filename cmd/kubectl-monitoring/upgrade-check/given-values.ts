import type { Host } from '../../../lib/cli/command.ts';
import type { Unread } from '../../../lib/lint/finding.ts';
import type { GivenValues } from '../../../lib/upgrades/facts.ts';
import { rootsOf } from '../../../lib/values/keys.ts';
import { mergeLayers, type Path, settersOf, valueAt } from '../../../lib/values/layers.ts';
import type { FileLayer } from '../../../lib/values/read-layer.ts';

/** The values files of -f. */
export interface GivenFiles {
  /** Undefined without -f, or if none has values of the chart. */
  values: GivenValues | undefined;
  files: string[];
  unread: Unread[];
}

/** Reads the files of -f, as Helm merges them. Without -f, no file is read. */
export async function givenValues(names: readonly string[], host: Host): Promise<GivenFiles> {
  if (names.length === 0) return { values: undefined, files: [], unread: [] };
  const { NO_VALUES, readLayers } = await import('../shared/values/read-layers.ts');
  const { layers, unread, others } = await readLayers(names, host);
  const files = layers.map(({ source }) => source.file);
  for (const path of others) unread.push({ path, ...UNGIVEN });
  const values = mergeLayers(layers);
  const roots = rootsOf(values);
  if (roots.length === 0) {
    if (files.length > 0) unread.push({ path: files.join(', '), ...NO_VALUES });
    return { values: undefined, files, unread };
  }
  const { onceEach } = await import('../../../lib/values/places.ts');
  const places = onceEach();
  const placeOf = (path: Path): string => {
    const layer = settersOf(layers, path).at(-1) as FileLayer | undefined;
    const name = path.join('.');
    if (!layer) return name;
    return `${layer.source.file}:${places(layer.source).placeOf(path).line}: ${name}`;
  };
  return { values: { roots, at: (path) => valueAt(values, path), placeOf }, files, unread };
}

const UNGIVEN = { reason: 'was not read', hint: "pass each file with -f, in Helm's order" };
