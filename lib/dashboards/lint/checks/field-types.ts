import { fieldsOf } from '../../../objects/fields.ts';
import type { Check } from '../check.ts';

/** What a field of §2.3 has to be. */
interface Wanted {
  what: string;
  is(value: unknown): boolean;
}

const TEXT: Wanted = { what: 'a text', is: (value) => typeof value === 'string' };
const LIST: Wanted = { what: 'a list', is: Array.isArray };
const FIELDS: Wanted = { what: 'an object', is: (value) => fieldsOf(value) !== undefined };
const BOOLEAN: Wanted = { what: 'true or false', is: (value) => typeof value === 'boolean' };
const NUMBER: Wanted = { what: 'a whole number', is: Number.isInteger };
/** Old dashboards have false where nothing is refreshed, or shared between panels. */
const orFalse = ({ what, is }: Wanted): Wanted => ({ what, is: (value) => value === false || is(value) });

/** The fields of a definition (§2.3) that no other check has, by their paths. */
const TYPES: readonly [path: readonly string[], wanted: Wanted][] = [
  [['tags'], LIST],
  [['style'], TEXT],
  [['timezone'], TEXT],
  [['editable'], BOOLEAN],
  [['hideControls'], BOOLEAN],
  [['graphTooltip'], orFalse(NUMBER)],
  [['panels'], LIST],
  [['time'], FIELDS],
  [['time', 'from'], TEXT],
  [['time', 'to'], TEXT],
  [['timepicker'], FIELDS],
  [['timepicker', 'time_options'], LIST],
  [['timepicker', 'refresh_intervals'], LIST],
  [['templating'], FIELDS],
  [['templating', 'list'], LIST],
  [['annotations'], FIELDS],
  [['annotations', 'list'], LIST],
  [['refresh'], orFalse(TEXT)],
  [['version'], NUMBER],
  [['links'], LIST],
];

/** A field of another type than §2.3 gives it. */
export const FIELD_TYPE: Check = {
  name: 'field-type',
  severity: 'warning',
  prevents: 'a dashboard that the UI cannot show or save, because a field is not what it expects',
  fix: 'correct the field, or remove it',
  dashboard: ({ fields, path, form }) =>
    form === 'v2'
      ? []
      : TYPES.flatMap(([at, { what, is }]) => {
          const value = at.reduce<unknown>((within, key) => fieldsOf(within)?.[key], fields);
          return value === undefined || value === null || is(value)
            ? []
            : [{ path: [...path, ...at], message: `${at.join('.')} is not ${what}` }];
        }),
};
