import type { Alert } from '../../../lib/alerts/alert-facts.ts';
import type { StoredAlert } from './alert-store.ts';
import { type StoredSilence, stateOf } from './silence-store.ts';

/** What suppresses an alert; `mutedBy` is absent where the version does not tell. */
export type ShownStatus = Pick<Alert, 'state' | 'silencedBy' | 'inhibitedBy'> & { mutedBy?: string[] };

/** An alert as API v2 shows it. */
export const showAlert = (
  fingerprint: string,
  alert: StoredAlert,
  receivers: readonly string[],
  status: ShownStatus,
): object => ({
  annotations: alert.annotations,
  endsAt: time(alert.endsAt),
  fingerprint,
  receivers: receivers.map((name) => ({ name })),
  startsAt: time(alert.startsAt),
  status,
  updatedAt: time(alert.updatedAt),
  ...(alert.generatorURL !== '' && { generatorURL: alert.generatorURL }),
  labels: alert.labels,
});

/** A silence as API v2 shows it. */
export const showSilence = (silence: StoredSilence): object => ({
  id: silence.id,
  status: { state: stateOf(silence) },
  updatedAt: time(silence.updatedAt),
  comment: silence.comment,
  createdBy: silence.createdBy,
  endsAt: time(silence.endsAt),
  matchers: silence.matchers.map(({ name, op, value }) => ({
    isEqual: !op.startsWith('!'),
    isRegex: op.endsWith('~'),
    name,
    value,
  })),
  startsAt: time(silence.startsAt),
});

const time = (milliseconds: number): string => new Date(milliseconds).toISOString();
