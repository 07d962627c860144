import type { Labels } from '../../../lib/alerts/alert-facts.ts';
import { fieldsOf } from '../../../lib/objects/fields.ts';
import type { StoredAlert } from './alert-store.ts';

/** What a POST leaves: the alerts to store, and what is wrong with the others. */
export interface PostedAlerts {
  valid: StoredAlert[];
  /** Empty if all are valid. */
  errors: string[];
}

/** Reads decoded alerts. One without an end lasts `timeout` milliseconds; `isName` tells names of labels that are valid. */
export function takeAlerts(
  items: readonly Record<string, unknown>[],
  timeout: number,
  isName: (name: string) => boolean,
): PostedAlerts {
  const now = Date.now();
  const taken: PostedAlerts = { valid: [], errors: [] };
  for (const item of items) {
    const alert = storedFrom(item, now, timeout);
    const error = errorOf(alert, isName);
    if (error === undefined) taken.valid.push(alert);
    else taken.errors.push(error);
  }
  return taken;
}

function storedFrom(item: Record<string, unknown>, now: number, timeout: number): StoredAlert {
  const end = timeOf(item.endsAt);
  const labels = Object.entries((fieldsOf(item.labels) ?? {}) as Labels);
  return {
    labels: Object.fromEntries(labels.filter(([, value]) => value !== '')),
    annotations: (fieldsOf(item.annotations) ?? {}) as Labels,
    generatorURL: typeof item.generatorURL === 'string' ? item.generatorURL : '',
    startsAt: timeOf(item.startsAt) ?? end ?? now,
    endsAt: end ?? now + timeout,
    updatedAt: now,
    isOpen: end === undefined,
  };
}

function errorOf(
  { labels, annotations, startsAt, endsAt }: StoredAlert,
  isName: (name: string) => boolean,
): string | undefined {
  if (endsAt < startsAt) return 'start time must be before end time';
  if (Object.keys(labels).length === 0) return 'at least one label pair required';
  for (const [what, names] of [
    ['label set', labels],
    ['annotations', annotations],
  ] as const) {
    const bad = Object.keys(names).find((name) => !isName(name));
    if (bad !== undefined) return `invalid ${what}: invalid name ${JSON.stringify(bad)}`;
  }
  return undefined;
}

/** Go's zero time means that there is none. */
function timeOf(value: unknown): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) || time === ZERO ? undefined : time;
}

const ZERO = Date.parse('0001-01-01T00:00:00Z');
