import { fieldsOf, textOf } from '../objects/fields.ts';

/** Fields of an object, of any type. */
export type Fields = Record<string, unknown>;

/** A value as text; empty for nothing. */
export const textIn = (value: unknown): string =>
  value === undefined || value === null ? '' : textOf(value);

/** A finite number; undefined for anything else. */
export const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** The objects of a list; none where there is no list. */
export const objectsIn = (value: unknown): Fields[] =>
  Array.isArray(value)
    ? value.flatMap((one: unknown): Fields[] => {
        const fields = fieldsOf(one);
        return fields ? [fields] : [];
      })
    : [];

/** The texts of a list, without empty ones. */
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(textIn).filter((text) => text !== '') : [];

/** The name of an item's object, and its namespace; empty where it has none. */
export function namedIn({ metadata }: Fields): { name: string; namespace: string } {
  const { name, namespace } = fieldsOf(metadata) ?? {};
  return { name: textIn(name), namespace: textIn(namespace) };
}

/** ` in metal3`; empty without a namespace. */
export const inText = (namespace: unknown): string =>
  textIn(namespace) === '' ? '' : ` in ${textIn(namespace)}`;

/** `metal3/worker-0`. */
export const pathOf = ({ name, namespace }: { name: string; namespace: string }): string =>
  namespace === '' ? name : `${namespace}/${name}`;
