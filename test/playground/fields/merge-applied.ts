import { isFields } from '../objects/model.ts';
import { memberSchema, type Schema } from '../schema/types.ts';
import { itemElement } from './compare.ts';
import { elementsOf, joined, outside, type PathSet, union } from './path-set.ts';

interface Part {
  element: string;
  value: unknown;
  schema: Schema | undefined;
}

/** The parts that a value is applied by, or undefined where it is applied as a whole. */
function partsOf(value: unknown, schema: Schema | undefined): Part[] | undefined {
  if (isFields(value) && schema?.['x-kubernetes-map-type'] !== 'atomic') {
    return Object.entries(value).map(([key, member]) => ({
      element: `f:${key}`,
      value: member,
      schema: memberSchema(schema, key),
    }));
  }
  if (!Array.isArray(value) || (schema?.['x-kubernetes-list-type'] ?? 'atomic') === 'atomic')
    return undefined;
  return value.map((item) => ({ element: itemElement(item, schema), value: item, schema: schema?.items }));
}

const whole = (parts: Part[], like: unknown): unknown =>
  Array.isArray(like)
    ? parts.map(({ value }) => value)
    : Object.fromEntries(parts.map(({ element, value }) => [element.slice(2), value]));

/** Whether an element is a field that the schema names, and not a key of a map or an item of a list. */
const isNamed = (element: string, schema: Schema | undefined): boolean =>
  element.startsWith('f:') && schema?.properties?.[element.slice(2)] !== undefined;

/** The fields that an applied value sets: what has no parts, items of lists, keys of maps. */
export function fieldSet(value: unknown, schema: Schema | undefined, here = ''): PathSet {
  const parts = partsOf(value, schema);
  if (parts === undefined) return new Set([here]);
  const sets = parts.map((part) => {
    const path = joined(here, part.element);
    const isEmptyMap = isFields(part.value) && Object.keys(part.value).length === 0;
    const own = isNamed(part.element, schema) && !isEmptyMap ? [] : [path];
    return union(new Set(own), fieldSet(part.value, part.schema, path));
  });
  return union(...sets);
}

/** A set with the named fields that lie above its own: they go where all that was in them goes. */
export function withNamed(set: PathSet, schema: Schema): PathSet {
  const named = [...set].flatMap((path) => {
    let known: Schema | undefined = schema;
    let above = '';
    return elementsOf(path).flatMap((element) => {
      const isOne = isNamed(element, known);
      known = element.startsWith('f:') ? memberSchema(known, element.slice(2)) : known?.items;
      above = joined(above, element);
      return isOne ? [above] : [];
    });
  });
  return union(set, new Set(named));
}

/** What an apply makes of a live value, before the fields that the manager no longer applies are removed. */
export function mergeApplied(live: unknown, applied: unknown, schema: Schema | undefined): unknown {
  const before = partsOf(live, schema) ?? [];
  // Null is an empty map or list where the live value is one.
  const after = applied === null ? [] : partsOf(applied, schema);
  if (before.length === 0 || after === undefined) return applied;
  if (applied !== null && Array.isArray(live) !== Array.isArray(applied)) return applied;
  const lives = new Map(before.map((part) => [part.element, part]));
  const sent = new Map(after.map((part) => [part.element, part]));
  const parts = inOrder([...lives.keys()], [...sent.keys()]).flatMap((element) => {
    const [one, other] = [lives.get(element), sent.get(element)];
    if (one !== undefined && other !== undefined)
      return [{ ...other, value: mergeApplied(one.value, other.value, other.schema) }];
    return one ?? other ?? [];
  });
  return whole(parts, live);
}

/** Applied elements in the order that they are applied in; what is live alone comes as early as it can. */
function inOrder(live: string[], applied: string[]): string[] {
  const rest = [...applied];
  const ordered: string[] = [];
  for (const element of live) {
    const place = rest.indexOf(element);
    if (!applied.includes(element)) ordered.push(element);
    else if (place >= 0 && !rest.slice(0, place).some((other) => live.includes(other)))
      ordered.push(...rest.splice(0, place + 1));
  }
  return [...ordered, ...rest];
}

/** A value without some of its fields. A map or list that loses all of its parts is null then. */
export function without(value: unknown, gone: PathSet, schema: Schema | undefined, here = ''): unknown {
  const parts = partsOf(value, schema);
  const isTouched = here === '' || outside(gone, [here]).size < gone.size;
  if (parts === undefined || !isTouched) return value;
  const kept = parts
    .map((part) => ({ ...part, path: joined(here, part.element) }))
    .filter(({ path }) => !gone.has(path))
    .map((part) => ({ ...part, value: without(part.value, gone, part.schema, part.path) }));
  return kept.length === 0 ? null : whole(kept, value);
}
