import type { Outcome } from '../../lib/alerts/delivery.ts';
import type { ManagerKind } from '../alerts/options.ts';
import type { ReceiverMode } from '../alerts/receivers.ts';

/** What else there is when the test alert is sent. */
export type Situation = 'plain' | 'silenced' | 'inhibited' | 'muted' | 'null' | 'busy';

export interface Case {
  name: string;
  mode: ReceiverMode;
  situation: Situation;
  kind: Exclude<ManagerKind, 'stand-in'>;
  replicas: 1 | 2;
  /** Outcomes that are right. */
  right: readonly Outcome[];
}

const MODES: readonly ReceiverMode[] = ['200', '500', 'refused', 'hangs', 'bad-tls'];
const SITUATIONS: readonly Situation[] = ['plain', 'silenced', 'inhibited', 'muted', 'null', 'busy'];

/** Every receiver in every situation, on every version, with one replica and with two. */
export const CASES: readonly Case[] = (['system', 'newest'] as const).flatMap((kind) =>
  ([1, 2] as const).flatMap((replicas) =>
    SITUATIONS.flatMap((situation) =>
      MODES.map((mode) => ({
        ...{ mode, situation, kind, replicas },
        name: `${mode}, ${situation}, ${kind}, ${replicas}`,
        right: rightFor(mode, situation),
      })),
    ),
  ),
);

function rightFor(mode: ReceiverMode, situation: Situation): Outcome[] {
  if (situation === 'null') return ['no-receiver'];
  if (situation === 'busy')
    // Of a request that has not ended, nothing is known beside those of another alert.
    return mode === '200' ? ['probably-sent'] : mode === 'hangs' ? ['pending', 'failing'] : ['failing'];
  if (situation !== 'plain') return [situation];
  return mode === '200' ? ['sent'] : ['failing'];
}

/** The configuration of a case; the wait of the group is `WAIT` seconds. */
export const configOf = ({ situation }: Case, { url, other }: { url: string; other: string }): string => `
route:
  receiver: "null"
  group_by: [alertname]
  group_wait: ${WAIT}s
  group_interval: 20s
  repeat_interval: 1h
  routes:
    - matchers: [alertname="Other"]
      receiver: other
      group_wait: 100ms
    - matchers: [alertname="TestAlert"]
      receiver: ${situation === 'null' ? '"null"' : 'tested'}
${situation === 'muted' ? '      mute_time_intervals: [always]\n' : ''}
time_intervals:
  - name: always
    time_intervals: [{ times: [{ start_time: "00:00", end_time: "24:00" }] }]
inhibit_rules:
  - source_matchers: [alertname="Source"]
    target_matchers: [alertname="TestAlert"]
receivers:
  - name: "null"
  - name: other
    webhook_configs: [{ url: "${other}", send_resolved: true }]
  - name: tested
    webhook_configs: [{ url: "${url}", send_resolved: ${situation !== 'busy'} }]
`;

/** Seconds. */
export const WAIT = 2;
