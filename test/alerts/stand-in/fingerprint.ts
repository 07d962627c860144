import type { Labels } from '../../../lib/alerts/alert-facts.ts';

const [OFFSET, PRIME] = [14_695_981_039_346_656_037n, 1_099_511_628_211n];
const SEPARATOR = 0xff;

/** How Alertmanager calls the alert with these labels: FNV-1a of names and values in the order of the names. */
export function fingerprintOf(labels: Labels): string {
  let hash = OFFSET;
  const add = (byte: number): void => {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
  };
  for (const [name, value] of sorted(labels))
    for (const text of [name, value]) {
      for (const byte of Buffer.from(text)) add(byte);
      add(SEPARATOR);
    }
  return hash.toString(16).padStart(16, '0');
}

/** `{alertname="Watchdog", severity="none"}`. */
export const labelsText = (labels: Labels): string =>
  `{${sorted(labels)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(', ')}}`;

const sorted = (labels: Labels): [string, string][] =>
  Object.entries(labels).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
