import { parseJson } from '../input/json.ts';
import { fieldsOf, textOf } from '../objects/fields.ts';
import type { Alert, AlertGroup, Labels, ManagerStatus, Matcher, Silence } from './alert-facts.ts';
import { checkedMatcher } from './matchers.ts';

/** Paths of Alertmanager's API, below its route prefix. */
export const ALERTS = '/api/v2/alerts';
export const GROUPS = '/api/v2/alerts/groups';
export const SILENCES = '/api/v2/silences';
export const STATUS = '/api/v2/status';
export const METRICS = '/metrics';

/** The alerts in a response at `ALERTS`, without those that cannot be read. @throws {SyntaxError} if it is not an Alertmanager response. */
export const readAlerts = (body: string): Alert[] => readList(body, alertOf);

/** The groups in a response at `GROUPS`, likewise. @throws {SyntaxError} */
export const readGroups = (body: string): AlertGroup[] => readList(body, groupOf);

/** The silences in a response at `SILENCES`, likewise. @throws {SyntaxError} */
export const readSilences = (body: string): Silence[] => readList(body, silenceOf);

/** The response at `STATUS`. @throws {SyntaxError} if it is not an Alertmanager response. */
export function readStatus(body: string): ManagerStatus {
  const { cluster, config, versionInfo } = fieldsOf(parseJson(body)) ?? {};
  const version = fieldsOf(versionInfo)?.version;
  const original = fieldsOf(config)?.original;
  if (typeof version !== 'string' || typeof original !== 'string') throw notAlertmanager();
  return { version, config: original, peers: namesIn(fieldsOf(cluster)?.peers) };
}

const notAlertmanager = (): SyntaxError => new SyntaxError('not an Alertmanager response');

/** If there are entries and none can be read, it is another list. */
function readList<T>(body: string, read: (entry: Record<string, unknown>) => T | undefined): T[] {
  const list: unknown = parseJson(body);
  if (!Array.isArray(list)) throw notAlertmanager();
  const entries = readable(list, read);
  if (entries.length === 0 && list.length > 0) throw notAlertmanager();
  return entries;
}

const readable = <T>(list: unknown, read: (entry: Record<string, unknown>) => T | undefined): T[] =>
  (Array.isArray(list) ? list : []).flatMap((entry) => {
    const fields = fieldsOf(entry);
    return (fields && read(fields)) ?? [];
  });

function alertOf(entry: Record<string, unknown>): Alert | undefined {
  const { fingerprint, labels, annotations, startsAt, endsAt, updatedAt, receivers, status } = entry;
  const times = timesOf({ startsAt, endsAt, updatedAt });
  if (typeof fingerprint !== 'string' || !fieldsOf(labels) || !times) return undefined;
  const { state, silencedBy, inhibitedBy, mutedBy } = fieldsOf(status) ?? {};
  return {
    fingerprint,
    labels: labelsOf(labels),
    annotations: labelsOf(annotations),
    ...times,
    receivers: namesIn(receivers),
    state: state === 'active' || state === 'suppressed' ? state : 'unprocessed',
    silencedBy: textsIn(silencedBy),
    inhibitedBy: textsIn(inhibitedBy),
    // One that consists of several is named as often as it applies.
    mutedBy: [...new Set(textsIn(mutedBy))],
  };
}

function groupOf({ labels, receiver, alerts }: Record<string, unknown>): AlertGroup | undefined {
  const name = fieldsOf(receiver)?.name;
  if (!fieldsOf(labels) || typeof name !== 'string') return undefined;
  return { labels: labelsOf(labels), receiver: name, alerts: readable(alerts, alertOf) };
}

function silenceOf(entry: Record<string, unknown>): Silence | undefined {
  const { id, matchers, startsAt, endsAt, createdBy, comment, status } = entry;
  const times = timesOf({ startsAt, endsAt });
  const state = fieldsOf(status)?.state;
  const read = readable(matchers, matcherOf);
  // With a matcher less, it would seem to silence more than it does.
  const isWhole = Array.isArray(matchers) && read.length === matchers.length && read.length > 0;
  if (typeof id !== 'string' || !times || !isWhole) return undefined;
  if (state !== 'active' && state !== 'pending' && state !== 'expired') return undefined;
  return {
    id,
    matchers: read,
    ...times,
    createdBy: textOf(createdBy ?? ''),
    comment: textOf(comment ?? ''),
    state,
  };
}

/** Alertmanager before 0.22 has no `isEqual`: all of its matchers are equal ones. */
function matcherOf({ name, value, isRegex, isEqual }: Record<string, unknown>): Matcher | undefined {
  if (typeof name !== 'string' || typeof value !== 'string') return undefined;
  const op = isRegex === true ? (isEqual === false ? '!~' : '=~') : isEqual === false ? '!=' : '=';
  try {
    return checkedMatcher({ name, op, value });
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Times as milliseconds since the epoch; undefined if one of them is not a time. */
function timesOf<K extends string>(texts: Record<K, unknown>): Record<K, number> | undefined {
  const times = Object.entries(texts).map(([key, text]) => [key, Date.parse(textOf(text))] as const);
  return times.some(([, time]) => Number.isNaN(time))
    ? undefined
    : (Object.fromEntries(times) as Record<K, number>);
}

const labelsOf = (labels: unknown): Labels =>
  Object.fromEntries(Object.entries(fieldsOf(labels) ?? {}).map(([name, value]) => [name, textOf(value)]));

const textsIn = (list: unknown): string[] =>
  (Array.isArray(list) ? list : []).filter((entry) => typeof entry === 'string');

const namesIn = (list: unknown): string[] =>
  readable(list, ({ name }) => (typeof name === 'string' ? name : undefined));
