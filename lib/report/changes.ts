import { type Fields, objectsIn, textIn } from './read.ts';

/** A field that a run changed: undefined where it was not there, or is not any more. */
export interface Change {
  resource: string;
  field: string;
  from: string | undefined;
  to: string | undefined;
}

/** An object, and what a run changed. */
export interface Changed {
  label: string;
  name: string;
  changes: readonly Change[];
}

/** Objects of which the same was changed. What differs between them is `*` in the changes, and one text for each column. */
export interface SameChanges {
  changes: Change[];
  /** The fields whose values are in the columns. */
  columns: string[];
  objects: { label: string; own: string[] }[];
}

export const changesIn = ({ changes }: Fields): Change[] =>
  objectsIn(changes).map((change) => {
    const resource = textIn(change.resource);
    const value = (name: 'from' | 'to'): string | undefined =>
      Object.hasOwn(change, name) && change[name] !== undefined
        ? /^secrets?[./]/i.test(resource)
          ? NOT_SHOWN
          : textIn(change[name] ?? 'null')
        : undefined;
    return { resource, field: textIn(change.field), from: value('from'), to: value('to') };
  });

/** The value of a field of a Secret. */
const NOT_SHOWN = '<not shown>';

/** Groups objects by what was changed, the largest group first. */
export function grouped(all: readonly Changed[]): SameChanges[] {
  const general = all.map((one) => ({
    ...one,
    changes: one.changes.map((change) => generalOf(change, one.name)),
  }));
  const groups = Map.groupBy(general, ({ changes }) =>
    JSON.stringify(changes.map(({ resource, field, from, to }) => [resource, field, from.form, to.form])),
  );
  return [...groups.values()].map(sameOf).toSorted((one, other) => other.objects.length - one.objects.length);
}

/** A value, and which others it may be shown with: its form, with `*` for the part that is its own. */
interface Value {
  text: string | undefined;
  form: string | null;
  own: string | undefined;
}

interface General {
  resource: string;
  field: string;
  from: Value;
  to: Value;
}

const generalOf = ({ resource, field, from, to }: Change, name: string): General => ({
  resource:
    name === ''
      ? resource
      : resource
          .split(/(?<=[/ ])|(?=[/ ])/)
          .map((word) => (word === name ? ANY : word))
          .join(''),
  field,
  from: generalValue(from),
  to: generalValue(to),
});

const ANY = '*';

/** Addresses that differ in their last part have one form, as have sentences: those of errors name their object. */
function generalValue(text: string | undefined): Value {
  if (text === undefined) return { text, form: null, own: undefined };
  const [, start = '', last] = /^([^\s]*:\/\/[^\s]*\/)([^\s/]+)$/.exec(text) ?? [];
  if (last !== undefined) return { text, form: `${start}${ANY}`, own: last };
  return /\s/.test(text.trim()) ? { text, form: ANY, own: text } : { text, form: text, own: undefined };
}

type Group = readonly { label: string; changes: readonly General[] }[];

function sameOf(group: Group): SameChanges {
  const [first] = group;
  const columns: { field: string; values: string[] }[] = [];
  const shown = (value: Value, values: readonly Value[], field: string): string | undefined => {
    if (value.form === null || values.every(({ text }) => text === value.text)) return value.text;
    const own = values.map((one) => one.own ?? '');
    const [start = ''] = own;
    for (const column of columns) {
      const [part = ''] = column.values;
      const end = start.slice(part.length);
      if (own.every((text, at) => text === `${column.values[at]}${end}`)) return `${value.form}${end}`;
    }
    columns.push({ field, values: own });
    return value.form;
  };
  const changes = (first?.changes ?? []).map(({ resource, field, from, to }, at) => ({
    resource,
    field,
    from: shown(
      from,
      group.flatMap((one) => one.changes[at]?.from ?? []),
      field,
    ),
    to: shown(
      to,
      group.flatMap((one) => one.changes[at]?.to ?? []),
      field,
    ),
  }));
  return {
    changes,
    columns: columns.map(({ field }) => field),
    objects: group.map(({ label }, at) => ({ label, own: columns.map(({ values }) => values[at] ?? '') })),
  };
}
