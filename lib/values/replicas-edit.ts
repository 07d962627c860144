import { YamlSyntaxError } from '../input/yaml-documents.ts';
import type { Note } from './blocks.ts';
import { editValues } from './edit.ts';
import { rootsOf, sectionsOf, specOf, type ValuesComponent } from './keys.ts';
import { type Path, valueAt } from './layers.ts';
import type { Edit } from './plan-edit.ts';
import { NoLayer, readLayer } from './read-layer.ts';

/** The wanted number of replicas. */
export interface ReplicasEdit {
  component: ValuesComponent;
  replicas: number;
}

/**
 * Plans the edit of a values file for a new number of replicas: of each file, only lines of that number change. A number is added
 * only if no file sets one and a single one has the section of the component. What cannot be edited safely is a note.
 *
 * @param texts all values files of the run, this one among them: one that sets nothing may leave that to another.
 * @throws {YamlSyntaxError}
 */
export function planReplicas(text: string, wanted: ReplicasEdit, texts: readonly string[] = [text]): Edit {
  const { replicas: to } = wanted;
  const places = placesIn(text, wanted);
  const result = (some: Partial<Edit>): Edit => ({
    ...{ text, changes: [], notes: [], found: places.length > 0 },
    ...some,
  });
  const noteOn = ({ path, document }: Place, reason: string, hint: string): Note => {
    // The line where the number is, or would be.
    const edited = editValues(text, [{ path, value: UNLIKELY }], document);
    const line = 'note' in edited ? edited.note.line : (edited.changes[0]?.line ?? 1);
    return { path: [...path], line, reason, hint };
  };
  const given = places.filter(({ from }) => from !== undefined);
  if (given.length > 1)
    return result({ notes: given.map((place) => noteOn(place, 'is one of several such numbers', BY_HAND)) });
  const [place] = given.length === 1 ? given : places;
  if (!place) return result({});
  if (place.from === undefined) {
    const all = texts.flatMap((one) => placesIn(one, wanted));
    // The chart's own number is 1, and it has no value for that of the operator.
    if (to === 1 || wanted.component === 'operator' || all.some(({ from }) => from !== undefined))
      return result({});
    if (all.length > 1) return result({ notes: [noteOn(place, 'is not set in any file', BY_HAND)] });
  }
  const edited = editValues(text, [{ path: place.path, value: to }], place.document);
  if ('note' in edited) return result({ notes: [edited.note] });
  return result({
    text: edited.text,
    changes: edited.changes.map(({ path, line, from }) => ({
      ...{ path, line },
      from: from === undefined ? 'unset' : JSON.stringify(from),
      to: `${to}`,
    })),
  });
}

const BY_HAND = 'Set the new number by hand where it belongs.';

/** A number that no file has: an edit that changes something tells its line. */
const UNLIKELY = -1;

interface Place {
  path: Path;
  document: number;
  /** Undefined if it is not set. */
  from: unknown;
}

/** Where a file sets the number, or would: in each section of the component. */
function placesIn(text: string, { component }: ReplicasEdit): Place[] {
  const layer = layerOf(text);
  if (!layer) return [];
  const { source, values } = layer;
  return rootsOf(values)
    .flatMap((root) => sectionsOf(values, root, component))
    .map((section) => [...specOf(values, section, component), 'replicas'])
    .map((path) => ({
      path: [...source.base, ...path],
      document: source.document,
      from: valueAt(values, path) ?? undefined,
    }));
}

/** The values in a file; undefined if it has none of the monitoring chart, or several. */
function layerOf(text: string) {
  try {
    return readLayer('', text);
  } catch (error) {
    if (error instanceof YamlSyntaxError || error instanceof NoLayer) return undefined;
    throw error;
  }
}
