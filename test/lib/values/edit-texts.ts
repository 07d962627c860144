import { editValues, type Setting } from '../../../lib/values/edit.ts';

/** A row of a table: a text, a setting, and the text with it. */
export interface Row {
  name: string;
  before: string;
  /** Keys, joined by dots. */
  path: string;
  value: unknown;
  after: string;
  comment?: string[];
}

export const settingOf = ({ path, value, comment }: Pick<Row, 'path' | 'value' | 'comment'>): Setting => ({
  path: path.split('.'),
  value,
  ...(comment && { comment }),
});

/** The text after the settings, or `path (line) reason` of the note. */
export function textAfter(text: string, ...settings: Setting[]): string {
  const edited = editValues(text, settings);
  if ('text' in edited) return edited.text;
  const { path, line, reason } = edited.note;
  return `${path.join('.')} (${line}) ${reason}`;
}
