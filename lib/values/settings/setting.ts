import type { Setting } from '../edit.ts';
import type { Values } from '../helm-yaml.ts';
import { SECTIONS, sectionsOf, type ValuesComponent } from '../keys.ts';
import { type Layer, type Path, settersOf, valueAt } from '../layers.ts';
import type { FileLayer } from '../read-layer.ts';

/** What settings are planned on: the files, the lowest first, what Helm makes of them with the chart's defaults, and where the chart begins. */
export interface Ground {
  layers: readonly FileLayer[];
  values: Values;
  root: Path;
}

/** Why a change is not made: a sentence without a full stop, and what to do. */
export interface Refusal {
  reason: string;
  hint: string;
}

export const isRefusal = (value: object): value is Refusal => 'reason' in value;

/** The section of a component, as the files spell it, or as they would by their other sections. */
export function sectionFor(
  { values, root }: Pick<Ground, 'values' | 'root'>,
  component: ValuesComponent,
): Path {
  const [spelled] = sectionsOf(values, root, component);
  if (spelled) return spelled;
  const { sections } = SECTIONS[component];
  return [...root, (isPlatform(values, root) && sections[1]) || (sections[0] ?? '')];
}

/** Whether the sections have the platform's names: all that are there and have two. */
function isPlatform(values: Values, root: Path): boolean {
  const found = (['metrics', 'alerts', 'ruler', 'ui'] as const).flatMap((component) =>
    sectionsOf(values, root, component).map((path) => path.at(-1) === SECTIONS[component].sections[1]),
  );
  return found.length > 0 && found.every(Boolean);
}

/** The settings of each file: where one of them sets a value already, or else in the last one. A value that several set is refused. */
export function byFile(
  settings: readonly Setting[],
  layers: readonly FileLayer[],
): Map<FileLayer, Setting[]> | (Refusal & { path: Path; setters: readonly Layer[] }) {
  const files = new Map<FileLayer, Setting[]>();
  for (const setting of settings) {
    const setters = settersOf(layers, setting.path) as FileLayer[];
    const [only, second] = setters;
    if (second && !Array.isArray(setting.value))
      return {
        path: setting.path,
        setters,
        reason: `${setting.path.join('.')} is set in several files: ${setters.map(({ source }) => source.file).join(', ')}`,
        hint: 'Pass only the file that you want to change with -f, or remove the value from the others.',
      };
    // A list in a lower file is copied into the last one, because Helm replaces lists.
    const target = (Array.isArray(setting.value) ? undefined : only) ?? layers.at(-1);
    if (target) files.set(target, [...(files.get(target) ?? []), setting]);
  }
  return files;
}

/** The list that counts at a path, and the file that it is from; that of the chart if no file has one. */
export function listAt(
  { layers, values }: Ground,
  path: Path,
): { list: readonly unknown[]; from: FileLayer | undefined } {
  const list = valueAt(values, path);
  return {
    list: Array.isArray(list) ? list : [],
    from: settersOf(layers, path).at(-1) as FileLayer | undefined,
  };
}
