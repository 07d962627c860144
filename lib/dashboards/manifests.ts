import { fieldsOf, textOf } from '../objects/fields.ts';
import { type ManifestMetadata, manifestMetadata } from '../objects/manifest-metadata.ts';
import type { Container } from './container.ts';
import { mayHold } from './lint/lint.ts';
import { givenContainer } from './lint/read-container.ts';
import { holdsDashboard } from './lint/read-dashboard.ts';
import { jsonObjects, yamlObjects } from './lint/read-files.ts';

/** A container of dashboards of a file (§2.3), as it is applied. */
export interface DashboardManifest extends Record<string, unknown> {
  apiVersion: 'v1';
  kind: Container['kind'];
  metadata: ManifestMetadata;
}

/** The containers of dashboards in a YAML or JSON file. Other objects are left out. @throws {YamlSyntaxError} */
export const dashboardManifestsIn = (text: string): DashboardManifest[] =>
  (jsonObjects(text) ?? (mayHold(text) ? yamlObjects(text) : [])).flatMap(({ value }) => manifestOf(value));

function manifestOf(value: unknown): DashboardManifest[] {
  const container = givenContainer(value, holdsDashboard);
  if (!container) return [];
  const { kind, fields } = container;
  const { metadata, status: _status, ...rest } = fields;
  const content = kind === 'Secret' ? withData(rest) : rest;
  return [{ ...content, apiVersion: 'v1', kind, metadata: manifestMetadata(metadata) }];
}

/** A Secret as the server stores it: the texts of `stringData` in `data`, and Base64 without line breaks. */
function withData(content: Record<string, unknown>): Record<string, unknown> {
  const { data, stringData, ...rest } = content;
  const [encoded, texts] = [data ?? {}, stringData ?? {}].map((files) => fieldsOf(files));
  // What is no map of texts is left for the server to reject.
  if (!encoded || !texts || Object.values(texts).some((text) => typeof text !== 'string')) return content;
  const files = [
    ...Object.entries(encoded).map(([key, value]) => [key, normalized(value)]),
    ...Object.entries(texts).map(([key, text]) => [key, Buffer.from(textOf(text)).toString('base64')]),
  ];
  return files.length === 0 ? rest : { ...rest, data: Object.fromEntries(files) };
}

/** Base64 as the server returns it; anything else is left for the server to reject. */
function normalized(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const joined = value.replace(/[\r\n]/g, '');
  return Buffer.from(joined, 'base64').toString('base64') === joined ? joined : value;
}
