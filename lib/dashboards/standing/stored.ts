import { jsonIn } from '../../input/json.ts';
import { isText } from '../../lint/placed.ts';
import { order } from '../../words/text.ts';
import type { Container, DashboardFile } from '../container.ts';
import { definitionOf, type Form } from '../definition.ts';
import { uidOf } from '../lint/sources.ts';

/** A container of the cluster: what is needed of it to tell where its dashboards are shown, without their contents. */
export interface StoredContainer extends Omit<Container, 'files' | 'namespace'> {
  namespace: string;
  /** Of all its files. */
  bytes: number;
  files: StoredFile[];
  creationTimestamp: string | undefined;
}

/** A file of a container that is a dashboard, or is meant as one. */
export interface StoredFile {
  key: string;
  /**
   * `dashboard`, `remote` (the sidecar downloads it: its key ends in `.url`), `not-text`, `invalid-json`, or `other` for JSON without
   * a dashboard.
   */
  content: 'dashboard' | 'remote' | 'not-text' | 'invalid-json' | 'other';
  /** Of a dashboard. */
  form: Form | undefined;
  title: string | undefined;
  uid: string | undefined;
}

/** A container as it is stored. Files that neither are dashboards nor have the key of one are left out. */
export function storedContainer(
  { files, namespace = '', ...container }: Container,
  creationTimestamp: string | undefined,
): StoredContainer {
  return {
    ...container,
    namespace,
    bytes: files.reduce((sum, { text = '' }) => sum + Buffer.byteLength(text), 0),
    files: files
      .flatMap((file) => storedFile(file) ?? [])
      .toSorted((one, other) => order(one.key, other.key)),
    creationTimestamp,
  };
}

/** Whether the UI reads a file: by the end of its name. */
export const isRead = (name: string): boolean => name.endsWith('.json');

function storedFile({ key, text }: DashboardFile): StoredFile | undefined {
  const bare = { key, form: undefined, title: undefined, uid: undefined };
  if (key.endsWith('.json.url')) return { ...bare, content: 'remote' };
  // What has no such key is a dashboard only if it is one.
  if (text === undefined) return isRead(key) ? { ...bare, content: 'not-text' } : undefined;
  if (!isRead(key) && !text.trimStart().startsWith('{')) return undefined;
  const value = jsonIn(text);
  if (value === undefined) return isRead(key) ? { ...bare, content: 'invalid-json' } : undefined;
  const definition = definitionOf(value);
  if (!definition) return isRead(key) ? { ...bare, content: 'other' } : undefined;
  const { form, fields } = definition;
  const [title, uid] = [fields.title, uidOf(definition, value).uid].map((field) =>
    isText(field) ? field : undefined,
  );
  return { key, content: 'dashboard', form, title, uid };
}
