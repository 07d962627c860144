import { basename } from 'node:path';
import { isText, type Placed } from '../lint/placed.ts';
import { fieldsOf, textOf } from '../objects/fields.ts';
import type { Context, FirstRule, Rules, Run, Source } from './check.ts';

/** What the checks of a file's objects know. Adds the rules that the run does not know yet. */
export function contextOf(objects: readonly Rules[], source: Source, { first, ...rest }: Run): Context {
  const others = new Map<Placed, FirstRule>();
  for (const object of objects) {
    const owner = ownerOf(object, source);
    for (const rule of object.rules) {
      const key = ruleKey(object, rule);
      const known = key === undefined ? undefined : first.get(key);
      if (known && known.owner !== owner) others.set(rule, known);
      if (key !== undefined && !known) first.set(key, { source, owner, key });
    }
  }
  return { ...rest, others };
}

/**
 * What two rules of different objects share if they write the same series; undefined if it is no rule. Rules often share a name and
 * labels, and differ in their expressions: severities, or the values of a label. Objects of different namespaces may belong to different metrics servers.
 */
export function ruleKey(
  { kind, namespace }: Rules,
  { fields: { alert, record, labels, expr } }: Placed,
): string | undefined {
  if (isText(alert) === isText(record)) return undefined;
  return JSON.stringify([kind, namespace, alert, record, sortedLabels(labels), textOf(expr).trim()]);
}

/** The labels of a rule in the order of their names. */
export const sortedLabels = (labels: unknown): [string, unknown][] =>
  Object.entries(fieldsOf(labels) ?? {}).toSorted();

/**
 * Which object a cluster would have: copies for several clusters, and overlays, are one object. A plain rule file is known by the
 * name of its file.
 */
const ownerOf = ({ kind, namespace, name }: Rules, { path }: Source): string =>
  JSON.stringify(kind === undefined ? [basename(path)] : [kind, namespace, name]);
