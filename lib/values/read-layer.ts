import { fieldsOf } from '../objects/fields.ts';
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
      file,
      text,
      document,
      base,
      hasTwins,
      hasMore,
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
  const [one, other] = found;
  if (one && !other) return one;
  throw new NoLayer(one ? SEVERAL : documents.some(hasText) ? AS_TEXT : NONE);
}

/** Whether a manifest names values that are not in it. */
function hasOthers(object: unknown, base: Path): boolean {
  if (base.at(-1) !== 'valuesObject') return Boolean(valueAt(object, ['spec', 'valuesFrom']));
  const { values, valueFiles, parameters, fileParameters } =
    fieldsOf(valueAt(object, base.slice(0, -1))) ?? {};
  return [values, valueFiles, parameters, fileParameters].some(Boolean);
}

const SEVERAL = 'has several releases of the monitoring chart: split it into a file for each';
const AS_TEXT = 'has its values as a text: write them as a map (helm.valuesObject in an Application)';
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

const hasText = (object: unknown): boolean =>
  basesOf(object).some((base) => typeof valueAt(object, [...base.slice(0, -1), 'values']) === 'string');
