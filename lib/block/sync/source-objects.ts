import { FOLDER_ANNOTATION } from '../../dashboards/write/folder.ts';
import { jsonIn } from '../../input/json.ts';
import { parseDocuments } from '../../input/yaml-documents.ts';
import { dataOf, leavesOf } from '../../input/yaml-leaves.ts';
import { fieldsOf, textOf } from '../../objects/fields.ts';

/** A rule object or a ConfigMap with dashboards, as a source has it. */
export interface SourceObject {
  type: 'rules' | 'dashboards';
  name: string;
  /** `spec` of a rule object; the dashboards of a ConfigMap, by their file names. */
  content: Record<string, unknown>;
  /** The folder that its annotation names, of a ConfigMap. */
  folder?: string;
}

/** What a file of a source holds. */
export interface SourceFile {
  objects: SourceObject[];
  /** Kinds of what is neither rules nor dashboards, one for each object. */
  others: string[];
  /** Rules and dashboards that cannot be used, each as a sentence without a full stop. */
  faults: string[];
}

/** What is in a YAML or JSON file of a source. @throws {YamlSyntaxError} if it may hold rules or dashboards, and is not valid. */
export function sourceObjectsIn(text: string): SourceFile {
  // Most files of a release are large definitions of resources, which take long to read.
  if (!WANTED.test(text))
    return { objects: [], others: Array.from(text.matchAll(KIND), ([, kind = '']) => kind), faults: [] };
  const found = parseDocuments(text).documents.flatMap(({ contents }) => {
    // Aliases of aliases could expand to more than memory holds.
    leavesOf(contents);
    return readObject(dataOf(contents), '');
  });
  return {
    objects: found.flatMap((one) => (typeof one === 'object' && 'type' in one ? [one] : [])),
    others: found.flatMap((one) => (typeof one === 'object' && 'other' in one ? [one.other] : [])),
    faults: found.flatMap((one) => (typeof one === 'string' ? [one] : [])),
  };
}

const WANTED = /\b(?:MetricsRule|PrometheusRule|ConfigMap)(?:List)?\b/;
const KIND = /^kind: *["']?(\w+)/gm;

/** An object, what else it is, or what is wrong with it. The items of a list may leave out their kind. */
function readObject(value: unknown, itemKind: string): (SourceObject | { other: string } | string)[] {
  const fields = fieldsOf(value);
  if (!fields) return [];
  const kind = textOf(fields.kind ?? itemKind);
  if (kind.endsWith('List') && Array.isArray(fields.items))
    return fields.items.flatMap((item: unknown) => readObject(item, kind.replace(/List$/, '')));
  if (kind === 'MetricsRule' || kind === 'PrometheusRule') return [readRules(fields, kind)];
  const dashboards = kind === 'ConfigMap' ? dashboardsIn(fields.data) : [];
  if (dashboards.length > 0) return [readDashboards(fields, dashboards)];
  return kind === '' ? [] : [{ other: kind }];
}

function readRules({ metadata, spec }: Record<string, unknown>, kind: string): SourceObject | string {
  const { name } = fieldsOf(metadata) ?? {};
  if (!isName(name)) return nameFault(kind, name);
  const content = fieldsOf(spec);
  if (!content || !Array.isArray(content.groups)) return `${kind} ${name} has no groups`;
  return { type: 'rules', name, content };
}

function readDashboards(
  { metadata }: Record<string, unknown>,
  dashboards: [string, string][],
): SourceObject | string {
  const { name, annotations } = fieldsOf(metadata) ?? {};
  if (!isName(name)) return nameFault('ConfigMap', name);
  const size = dashboards.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0);
  if (size > LARGEST) return `ConfigMap ${name} is larger than 1 MiB, which no cluster stores`;
  const folder = fieldsOf(annotations)?.[FOLDER_ANNOTATION];
  return {
    ...{ type: 'dashboards', name, content: Object.fromEntries(dashboards) },
    ...(typeof folder === 'string' && { folder }),
  };
}

/** Of the data of a ConfigMap, in bytes. */
const LARGEST = 1024 * 1024;

/** A name that is safe as the name of a file, too: an RFC 1123 subdomain. */
const isName = (name: unknown): name is string =>
  typeof name === 'string' && name.length <= LONGEST && NAME.test(name);

/** A file system takes 255 characters: this leaves room for what is added to the name while a file is replaced. */
const LONGEST = 200;

const nameFault = (kind: string, name: unknown): string =>
  typeof name === 'string' && name.length > LONGEST
    ? `${kind} ${name.slice(0, 40)}... has a name of more than ${LONGEST} characters, which is too long for a file`
    : `${kind} ${textOf(name ?? '')} has no valid name`;

const NAME = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/;

/** The dashboards in the data of a ConfigMap, by their file names. */
const dashboardsIn = (data: unknown): [string, string][] =>
  Object.entries(fieldsOf(data) ?? {}).flatMap(([file, text]): [string, string][] =>
    typeof text === 'string' && file.endsWith('.json') && isDashboard(text) ? [[file, text]] : [],
  );

/** Whether a text is a dashboard: `rows` are those of older versions. */
function isDashboard(text: string): boolean {
  const { panels, rows } = fieldsOf(jsonIn(text)) ?? {};
  return Array.isArray(panels) || Array.isArray(rows);
}
