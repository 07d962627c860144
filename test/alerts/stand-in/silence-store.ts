import { randomUUID } from 'node:crypto';
import { RE2JS } from 're2js';
import type { Matcher, Silence } from '../../../lib/alerts/alert-facts.ts';
import { isMatch } from '../../../lib/alerts/matchers.ts';
import { fieldsOf, textOf } from '../../../lib/objects/fields.ts';

export interface StoredSilence extends Omit<Silence, 'state'> {
  updatedAt: number;
}

/** The silences of a cluster, which its members share. */
export type SilenceStore = Map<string, StoredSilence>;

export const stateOf = ({ startsAt, endsAt }: StoredSilence, at = Date.now()): Silence['state'] =>
  at < startsAt ? 'pending' : at < endsAt ? 'active' : 'expired';

/** Ids of the silences that suppress an alert with these labels now. */
export const silencedBy = (silences: SilenceStore, labels: Readonly<Record<string, string>>): string[] =>
  [...silences.values()]
    .filter((silence) => stateOf(silence) === 'active' && isMatch(silence.matchers, labels))
    .map(({ id }) => id)
    .sort();

/** Those that are active before those that are not yet, and those before the expired; each by when they change next. */
export const inOrder = (silences: SilenceStore): StoredSilence[] =>
  [...silences.values()].sort((a, b) => {
    const [state, other] = [stateOf(a), stateOf(b)];
    if (state !== other) return ORDER.indexOf(state) - ORDER.indexOf(other);
    if (state === 'pending') return a.startsAt - b.startsAt;
    return state === 'active' ? a.endsAt - b.endsAt : b.endsAt - a.endsAt;
  });

const ORDER: Silence['state'][] = ['active', 'pending', 'expired'];

/** Creates or changes a silence; its id, or why it is refused. */
export function setSilence(
  silences: SilenceStore,
  fields: Record<string, unknown>,
): { id: string } | { status: 400 | 404; error: string } {
  const now = Date.now();
  const given = {
    matchers: matchersOf(fields.matchers),
    startsAt: Date.parse(textOf(fields.startsAt)),
    endsAt: Date.parse(textOf(fields.endsAt)),
    createdBy: textOf(fields.createdBy),
    comment: textOf(fields.comment),
    updatedAt: now,
  };
  if (given.startsAt >= given.endsAt) return refused('start time must be before end time');
  if (given.endsAt < now) return refused("end time can't be in the past");
  const error = matchersError(given.matchers);
  if (error !== undefined) return { status: 400, error: `invalid silence: ${error}` };

  const id = textOf(fields.id ?? '');
  const known = silences.get(id);
  if (id !== '' && !known) return { status: 404, error: 'silence not found' };
  if (known && isChangeable(known, given, now)) {
    silences.set(id, { ...given, id });
    return { id };
  }
  if (known) expireSilence(silences, id);
  const created = { ...given, startsAt: Math.max(given.startsAt, now), id: randomUUID() };
  silences.set(created.id, created);
  return { id: created.id };
}

/** Ends a silence now, if it has not ended; whether there is such a silence. */
export function expireSilence(silences: SilenceStore, id: string): boolean {
  const known = silences.get(id);
  if (!known) return false;
  const now = Date.now();
  const state = stateOf(known, now);
  if (state === 'expired') return true;
  const startsAt = state === 'pending' ? now : known.startsAt;
  silences.set(id, { ...known, startsAt, endsAt: now, updatedAt: now });
  return true;
}

const refused = (why: string): { status: 400; error: string } => ({
  status: 400,
  error: `Failed to create silence: ${why}`,
});

/** What was suppressed stays as it was; otherwise a new silence takes the place of the old one. */
function isChangeable(
  known: StoredSilence,
  given: Pick<StoredSilence, 'matchers' | 'startsAt'>,
  now: number,
): boolean {
  if (JSON.stringify(known.matchers) !== JSON.stringify(given.matchers)) return false;
  const state = stateOf(known, now);
  if (state === 'pending') return given.startsAt >= now;
  const second = (time: number): number => Math.floor(time / 1000);
  return state === 'active' && second(known.startsAt) === second(given.startsAt);
}

const matchersOf = (given: unknown): Matcher[] =>
  (Array.isArray(given) ? given : []).map((matcher) => {
    const { name, value, isRegex, isEqual } = fieldsOf(matcher) ?? {};
    const sign = isEqual === false ? '!' : '=';
    const op = isRegex === true ? (`${sign}~` as const) : isEqual === false ? '!=' : '=';
    return { name: textOf(name), value: textOf(value), op };
  });

function matchersError(matchers: readonly Matcher[]): string | undefined {
  for (const [at, { op, value }] of matchers.entries()) {
    if (!op.endsWith('~')) continue;
    try {
      RE2JS.compile(value);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return `invalid label matcher ${at}: invalid regular expression ${JSON.stringify(value)}: ${why}`;
    }
  }
  const positive = matchers.map((matcher) => !matcher.op.startsWith('!') && isMatch([matcher], {}));
  return positive.every(Boolean) ? 'at least one matcher must not match the empty string' : undefined;
}
