import { fieldsOf } from '../objects/fields.ts';
import { onlyBlock } from './embedded.ts';
import { readAsHelm, type Values } from './helm-yaml.ts';
import { rootsOf } from './keys.ts';
import { type Layer, type Path, type Source, valueAt } from './layers.ts';

/** A file without values that can be read. The message completes a sentence that begins with its name. */
export class NoLayer extends Error {
  override readonly name = 'NoLayer';
}

/** A layer from a file. */
export type FileLayer = Layer & { source: Source };

/**
 * The values in a file: its first document, or those of the HelmRelease or the Argo CD Application in it.
 *
 * @throws {YamlSyntaxError}
 * @throws {NoLayer} if it has none, or several.
 */
export function readLayer(file: string, text: string, { isChart = false } = {}): FileLayer {
  const { documents, hasTwins } = readAsHelm(text);
  const layer = (document: number, base: Path, values: Values, hasMore: boolean): FileLayer => ({
    source: {
      ...{ file, text, document, base, hasTwins, hasMore, isBlock: false },
      isPartial: hasOthers(documents[document], base),
    },
    values,
    isChart,
  });
  if (!documents.some(isManifest)) {
    const values = fieldsOf(documents[0] ?? {});
    if (!values) throw new NoLayer('is not a map of values');
    return layer(0, [], values, documents.length > 1);
  }
  const found = documents.flatMap((object, document) =>
    basesOf(object).flatMap((base) => {
      const values = fieldsOf(valueAt(object, base));
      return values && rootsOf(values).length > 0 ? [layer(document, base, values, false)] : [];
    }),
  );
  const [one, other] = found.length > 0 ? found : documents.flatMap((object, at) => blockLayers(object, at));
  if (one && !other) return one;
  throw new NoLayer(one ? SEVERAL : documents.some((object) => textsOf(object).length > 0) ? AS_TEXT : NONE);

  /** The values that an Application has as a text. */
  function blockLayers(object: unknown, document: number): FileLayer[] {
    return textsOf(object).flatMap((path) => {
      const block = onlyBlock(text, document, path);
      const inner = block === undefined ? undefined : readAsHelm(block);
      const values = fieldsOf(inner?.documents[0]);
      if (block === undefined || !inner || !values || rootsOf(values).length === 0) return [];
      const source = { file, text: block, document: 0, base: [], hasMore: inner.documents.length > 1 };
      const isPartial = hasOthers(object, [...path.slice(0, -1), 'valuesObject']);
      return [{ source: { ...source, hasTwins: inner.hasTwins, isBlock: true, isPartial }, values, isChart }];
    });
  }
}

/** Whether a manifest names values that are not in it. */
function hasOthers(object: unknown, base: Path): boolean {
  if (base.at(-1) !== 'valuesObject') return Boolean(valueAt(object, ['spec', 'valuesFrom']));
  const { values, valuesObject, valueFiles, parameters, fileParameters } =
    fieldsOf(valueAt(object, base.slice(0, -1))) ?? {};
  return [values && valuesObject, valueFiles, parameters, fileParameters].some(Boolean);
}

const SEVERAL = 'has several releases of the monitoring chart: split it into a file for each';
const AS_TEXT =
  'has its values as a text that is no block (|): write them as a map (helm.valuesObject in an Application)';
const NONE = 'has no values of the monitoring chart';

const isManifest = (object: unknown): boolean => {
  const { apiVersion, kind } = fieldsOf(object) ?? {};
  return typeof apiVersion === 'string' && typeof kind === 'string';
};

/** Where a manifest has the values of a release. */
function basesOf(object: unknown): Path[] {
  const { kind } = fieldsOf(object) ?? {};
  if (kind === 'HelmRelease') return [['spec', 'values']];
  if (kind !== 'Application') return [];
  const sources = valueAt(object, ['spec', 'sources']);
  const several = Array.isArray(sources) ? sources.map((_, at) => ['spec', 'sources', String(at)]) : [];
  return [['spec', 'source'], ...several].map((source) => [...source, 'helm', 'valuesObject']);
}

/** Where an Application has values as a text. */
const textsOf = (object: unknown): Path[] =>
  basesOf(object)
    .map((base) => [...base.slice(0, -1), 'values'])
    .filter((path) => typeof valueAt(object, path) === 'string');
