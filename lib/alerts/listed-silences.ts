import { order } from '../words/text.ts';
import type { Matcher, Silence } from './alert-facts.ts';
import { replicated } from './replicated.ts';

/** A silence of an Alertmanager, as all of its replicas have it. */
export interface ListedSilence extends Silence {
  /** Names of the replicas that have it. */
  replicas: string[];
}

const STATES: readonly Silence['state'][] = ['active', 'pending', 'expired'];

/** What the replicas answer, put together: the active ones first, and of those of one state the one that changes or changed nearest. */
export const listSilences = (
  answers: readonly { replica: { name: string }; value: readonly Silence[] }[],
): ListedSilence[] =>
  replicated(answers, ({ id }) => id)
    .filter(({ copies: [{ id }] }) => isSilenceId(id))
    .map(({ replicas, copies }): ListedSilence => {
      // One that a replica has not heard of the end of still silences there.
      const [first, ...others] = copies;
      const lasting = others.reduce((one, other) => (rank(other) < rank(one) ? other : one), first);
      return { ...lasting, replicas };
    })
    .toSorted((one, other) => rank(one) - rank(other) || nearest(one, other) || order(one.id, other.id));

/** Whether a text can be the id of a silence. Ids are UUIDs; other text could control a terminal or lead to another path. */
export const isSilenceId = (id: string): boolean => /^[\w-]{1,100}$/.test(id);

const rank = ({ state }: Silence): number => STATES.indexOf(state);

const nearest = (one: Silence, other: Silence): number =>
  one.state === 'pending'
    ? one.startsAt - other.startsAt
    : one.state === 'active'
      ? one.endsAt - other.endsAt
      : other.endsAt - one.endsAt;

/** Whether a silence has all of these matchers, as an Alertmanager filters silences. */
export const hasMatchers = ({ matchers }: Silence, wanted: readonly Matcher[]): boolean =>
  wanted.every(({ name, op, value }) =>
    matchers.some((matcher) => matcher.name === name && matcher.op === op && matcher.value === value),
  );

/** The silences whose id a user means: the one that has it, or those whose ids begin so. `silence/` may precede it. */
export function silencesMeant<S extends Pick<Silence, 'id'>>(silences: readonly S[], word: string): S[] {
  const given = word.replace(/^silences?\//, '').toLowerCase();
  const exact = silences.find(({ id }) => id.toLowerCase() === given);
  if (exact || given === '') return exact ? [exact] : [];
  return silences.filter(({ id }) => id.toLowerCase().startsWith(given));
}
