import { isFields, type Obj } from '../objects/model.ts';
import { age } from '../read/age.ts';
import type { Column } from './types.ts';

/** The first column of every table. */
export const nameColumn: Column = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'What tells the object from others of its kind and namespace; it never changes.',
  cell: ({ metadata }) => metadata.name,
};

/** When the object was made, for built-in types, whose cell is a ready string. */
export const ageColumn: Column = told('Age', 'how long ago the object was made', ({ metadata }) =>
  age(metadata.creationTimestamp),
);

/** A column of a built-in type: all of their cells are strings or counts, whatever the type says. */
export function told(name: string, description: string, cell: (object: Obj) => unknown): Column {
  return { name, type: 'string', description, cell };
}

/** A column that only `-o wide` shows. */
export const wide = (column: Column): Column => ({ ...column, priority: 1 });

/** A text, or what tables say instead of an empty one. */
export const orNone = (value: string): string => value || '<none>';

/** How many members a map has. */
export const size = (value: unknown): number => (isFields(value) ? Object.keys(value).length : 0);

/** Name and creation time: the default columns. */
export const plainColumns: readonly Column[] = [
  nameColumn,
  {
    ...told('Created At', 'when the object was made', ({ metadata }) => metadata.creationTimestamp),
    type: 'date',
  },
];
