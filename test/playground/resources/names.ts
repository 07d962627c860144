import { isDeepStrictEqual } from 'node:util';
import { type Fields, isFields, list, now, type Obj, text } from '../objects/model.ts';

/** The status of a definition as its names stand beside those of the others of its group. */
export function namingStatus(definition: Obj, others: readonly Obj[]): Fields {
  const { spec, status } = definition;
  const wanted = isFields(spec) && isFields(spec.names) ? spec.names : {};
  const taken = takenNames(text(spec, 'group'), others);
  const accepted: Fields =
    isFields(status) && isFields(status.acceptedNames) ? { ...status.acceptedNames } : {};
  let conflict: { reason: string; message: string } | undefined;
  for (const field of ['plural', 'singular', 'shortNames', 'kind', 'listKind']) {
    const names = field.toLowerCase().endsWith('kind') ? taken.kinds : taken.resources;
    const clashes = [wanted[field] ?? []].flat().filter((name) => names.has(String(name)));
    if (clashes.length === 0) accepted[field] = wanted[field];
    else {
      const messages = clashes.map((name) => `${JSON.stringify(name)} is already in use`);
      const message = messages.length === 1 ? String(messages[0]) : `[${messages.join(', ')}]`;
      conflict = { reason: `${field.charAt(0).toUpperCase()}${field.slice(1)}Conflict`, message };
    }
  }
  accepted.categories = wanted.categories;
  const acceptedNames = Object.fromEntries(
    Object.entries(accepted).filter(([, value]) => value !== undefined),
  );
  const conditions = conflict
    ? [condition('NamesAccepted', 'False', conflict), ...establishedBefore(definition)]
    : [
        condition('NamesAccepted', 'True', { reason: 'NoConflicts', message: 'no conflicts found' }),
        condition('Established', 'True', {
          reason: 'InitialNamesAccepted',
          message: 'the initial names have been accepted',
        }),
      ];
  return { ...(isFields(status) && status), acceptedNames, conditions: sinceWhen(conditions, definition) };
}

/** Whether a definition's names are accepted, so that what it defines is served. */
export const isEstablished = (definition: Obj): boolean =>
  list(definition, 'status', 'conditions').some(
    (one) => text(one, 'type') === 'Established' && text(one, 'status') === 'True',
  );

function takenNames(group: string, others: readonly Obj[]): { resources: Set<string>; kinds: Set<string> } {
  const accepted = others
    .filter(({ spec }) => text(spec, 'group') === group)
    .map(({ status }) => (isFields(status) && isFields(status.acceptedNames) ? status.acceptedNames : {}));
  const named = (fields: string[]) =>
    new Set(
      accepted.flatMap((names) => fields.flatMap((field) => (names[field] ?? []) as string | string[])),
    );
  return { resources: named(['plural', 'singular', 'shortNames']), kinds: named(['kind', 'listKind']) };
}

function condition(type: string, status: string, why: { reason: string; message: string }): Fields {
  return { type, status, ...why, lastTransitionTime: now() };
}

/** What was established once is served on, whatever its later names. */
function establishedBefore(definition: Obj): Fields[] {
  if (isEstablished(definition)) {
    return list(definition, 'status', 'conditions')
      .filter(isFields)
      .filter(({ type }) => type === 'Established');
  }
  return [
    condition('Established', 'False', { reason: 'NotAccepted', message: 'not all names are accepted' }),
  ];
}

/** A condition that says what it said before has said it since then. */
const sinceWhen = (conditions: Fields[], definition: Obj): Fields[] =>
  conditions.map((condition) => {
    const before = list(definition, 'status', 'conditions').find(
      (one) => text(one, 'type') === condition.type,
    );
    const same =
      isFields(before) &&
      isDeepStrictEqual({ ...before, lastTransitionTime: 0 }, { ...condition, lastTransitionTime: 0 });
    return same ? before : condition;
  });
