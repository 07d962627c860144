import type { Labels } from '../../../lib/alerts/alert-facts.ts';
import { fingerprintOf } from './fingerprint.ts';

/** An alert as it is stored. Times are milliseconds since the epoch. */
export interface StoredAlert {
  labels: Labels;
  annotations: Labels;
  generatorURL: string;
  startsAt: number;
  endsAt: number;
  updatedAt: number;
  /** Whether it was sent without an end, so that `endsAt` only says when it will be taken for resolved. */
  isOpen: boolean;
}

/** The alerts that were sent to one Alertmanager. Peers do not share them. */
export interface AlertStore {
  put(alert: StoredAlert): void;
  /** Those that have not ended, by fingerprint. */
  pending(): [fingerprint: string, StoredAlert][];
}

/** Tells `listener` every alert that was put, as it is then stored. */
export function createAlertStore(listener: (fingerprint: string, alert: StoredAlert) => void): AlertStore {
  const stored = new Map<string, StoredAlert>();
  return {
    put(given) {
      const fingerprint = fingerprintOf(given.labels);
      const known = stored.get(fingerprint);
      const alert = known && isOverlapping(known, given) ? merge(known, given) : given;
      stored.set(fingerprint, alert);
      listener(fingerprint, alert);
    },
    pending: () => [...stored].filter(([, alert]) => alert.endsAt >= Date.now()).sort(byFingerprint),
  };
}

export const isResolved = ({ endsAt }: Pick<StoredAlert, 'endsAt'>, at = Date.now()): boolean => endsAt <= at;

const isOverlapping = (known: StoredAlert, given: StoredAlert): boolean =>
  (given.endsAt > known.startsAt && given.endsAt < known.endsAt) ||
  (given.startsAt > known.startsAt && given.startsAt < known.endsAt);

function merge(known: StoredAlert, given: StoredAlert): StoredAlert {
  const isLater = known.endsAt > given.endsAt;
  const staysLonger = isResolved(given) ? isResolved(known) && isLater : isLater && !known.isOpen;
  return {
    ...given,
    startsAt: Math.min(known.startsAt, given.startsAt),
    endsAt: staysLonger ? known.endsAt : given.endsAt,
  };
}

const byFingerprint = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);
