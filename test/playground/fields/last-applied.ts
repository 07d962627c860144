import { at, type Fields, isFields, text } from '../objects/model.ts';
import type { Schema } from '../schema/types.ts';
import { compare } from './compare.ts';
import type { Writer } from './managed-fields.ts';
import { fieldSet } from './merge-applied.ts';
import { difference, type PathSet, union } from './path-set.ts';

/** Where kubectl's client-side apply keeps what it applied. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

const annotation = (object: Fields, { manager }: Writer): string =>
  manager === 'kubectl' ? text(object, 'metadata', 'annotations', LAST_APPLIED) : '';

/** What kubectl applied client-side and is as it was then: its server-side apply takes these fields without a conflict. */
export function takenOver(live: Fields, schema: Schema, writer: Writer): PathSet {
  const last: unknown = JSON.parse(annotation(live, writer) || 'null');
  if (!isFields(last) || last.apiVersion !== writer.apiVersion) return new Set();
  const { added, modified, removed } = compare(last, live, schema);
  return difference(fieldSet(last, schema), union(added, modified, removed));
}

/** An object whose note of the last client-side apply, where it has one, says what kubectl applied now. */
export function withLastApplied(object: Fields, sent: Fields, writer: Writer): Fields {
  if (annotation(object, writer) === '') return object;
  const applied = structuredClone(sent);
  const sentAnnotations = at(applied, 'metadata', 'annotations');
  if (isFields(sentAnnotations)) delete sentAnnotations[LAST_APPLIED];
  const metadata = object.metadata as Fields;
  const note = `${JSON.stringify(applied, sorted)}\n`;
  const annotations = { ...(metadata.annotations as Fields), [LAST_APPLIED]: note };
  return { ...object, metadata: { ...metadata, annotations } };
}

/** For JSON.stringify: members in the order of their keys. */
const sorted = (_: string, value: unknown): unknown =>
  isFields(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
