import { parseJson } from '../input/json.ts';
import { fieldsOf } from '../objects/fields.ts';
import type { Matcher, Silence } from './alert-facts.ts';
import { isSilenceId } from './listed-silences.ts';
import { isMatch } from './matchers.ts';

/** A silence to be created; it starts when an Alertmanager gets it. `endsAt` is milliseconds since the epoch. */
export type NewSilence = Pick<Silence, 'matchers' | 'endsAt' | 'createdBy' | 'comment'>;

/** The body that creates it. */
export const silenceBody = ({ matchers, endsAt, createdBy, comment }: NewSilence): string =>
  JSON.stringify({
    matchers: matchers.map(({ name, op, value }) => ({
      name,
      value,
      isRegex: op.endsWith('~'),
      isEqual: !op.startsWith('!'),
    })),
    // An Alertmanager starts it now, whatever time it is on this machine.
    startsAt: new Date(0).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    createdBy,
    comment,
  });

/** The id in the answer. @throws {SyntaxError} if it has none. */
export function createdId(body: string): string {
  const id = fieldsOf(parseJson(body))?.silenceID;
  if (typeof id !== 'string' || !isSilenceId(id)) throw new SyntaxError('not an Alertmanager response');
  return id;
}

/** Whether a silence is the one that was to be created: an answer can be lost. */
export const isCreated = (silence: Silence, { matchers, endsAt, createdBy, comment }: NewSilence): boolean =>
  silence.createdBy === createdBy &&
  silence.comment === comment &&
  silence.endsAt === endsAt &&
  JSON.stringify(sorted(silence.matchers)) === JSON.stringify(sorted(matchers));

const sorted = (matchers: readonly Matcher[]): string[] =>
  matchers.map(({ name, op, value }) => JSON.stringify([name, op, value])).toSorted();

/** Whether an Alertmanager refuses matchers because no label has to be there. It looks at `=` and `=~` only. */
export const matchesOnlyEmpty = (matchers: readonly Matcher[]): boolean =>
  matchers.every((matcher) => !matcher.op.startsWith('!') && isMatch([matcher], {}));

/** Whether matchers match any alert but a few: each of them matches a value that no alert has. */
export const matchesAlmostAll = (matchers: readonly Matcher[]): boolean =>
  matchers.every((matcher) => isMatch([matcher], { [matcher.name]: UNUSUAL }));

const UNUSUAL = 'a value that no alert has: 0b9cf1';
