import type { Alert, AlertConfig } from '../../../../lib/alerts/alert-facts.ts';
import {
  failuresOf,
  type Judgment,
  judge,
  type Outcome,
  viewOf,
  type Watched,
} from '../../../../lib/alerts/delivery.ts';
import { confirmed, type Target } from '../../../../lib/alerts/target.ts';
import type { Host } from '../../../../lib/cli/command.ts';
import { type Asked, askEach, type UnreadReplica } from '../../../../lib/cluster/alerts/ask.ts';
import type { Replica } from '../../../../lib/cluster/alerts/open.ts';
import { type Reading, readView } from '../../../../lib/cluster/alerts/read-view.ts';
import { TIMERS } from '../../../shared/timers.ts';

/** What replicas show at one moment; of those that cannot be read, the reason. */
export type Readings = Asked<Reading>;

export const readAll = (replicas: readonly Replica[]): Promise<Readings> => askEach(replicas, readView);

export interface Following {
  host: Host;
  config: AlertConfig;
  targets: readonly Target[];
  /** What the replicas showed before the alert was sent. */
  before: Readings;
  isOwn(alert: Alert): boolean;
  /** How many groups the test alert is in after it has ended. */
  ended?: number;
  /** Milliseconds after the wait of the groups in which the receivers have to be notified. */
  patience: number;
  /** Told what is waited for, and for how many seconds at most. */
  tell(what: 'group' | 'receiver', seconds: number): void;
  /** Sends the alert again, before it would end by itself. */
  renew(): Promise<void>;
}

/** What came of the alert, and what it follows from. */
export interface Followed {
  judgment: Judgment;
  /** Those that Alertmanager confirms. */
  targets: readonly Target[];
  /** Seconds from the sending to the judgment. */
  seconds: number;
  /** All alerts that were seen last, of all replicas. */
  alerts: Alert[];
  /** Whether no replica has the alert any more. */
  isGone: boolean;
  /** Replicas that could not be read, before or at the end. */
  unread: UnreadReplica[];
}

/** Milliseconds between two looks; longer where a look itself takes long. */
const PAUSE = 1_000;

/** The least time between two looks, also at the end. */
const LEAST = 200;

const ARRIVED: ReadonlySet<Outcome> = new Set(['sent', 'probably-sent']);

/** How long an attempt that failed is given to succeed, in milliseconds. */
const RETRY = 5_000;

/**
 * Follows the alert from when it was sent until it is known what came of it.
 *
 * @throws the reason of an interruption.
 */
export async function follow(following: Following): Promise<Followed> {
  const { host, config, before, patience, tell, renew } = following;
  const clock = host.clock.waits ?? TIMERS;
  const started = clock.elapsed();
  const watched = before.answers.map(
    ({ replica, value }): Watched => ({
      name: replica.name,
      before: viewOf(config, value, following),
      since: [],
    }),
  );
  let { targets } = following;
  let renewed = started;
  let failedAt: number | undefined;
  let isRepeated = false;
  let isSeen = false;
  for (;;) {
    const asked = clock.elapsed();
    const read = await readAll(before.answers.map(({ replica }) => replica));
    const now = clock.elapsed();
    for (const { replica, value } of read.answers)
      watched.find(({ name }) => name === replica.name)?.since.push(viewOf(config, value, following));
    const own = watched.flatMap(({ since }) => since.at(-1)?.own ?? []);
    isSeen ||= own.length > 0;
    if (own[0]) targets = confirmed(config, following.targets, own[0].receivers);
    const wait = 1_000 * Math.max(0, ...targets.map((target) => target.wait));
    if (failuresOf({ targets, replicas: watched }) > 0) failedAt ??= now;
    const isOver = now - started >= wait + patience;
    const isFinal = isOver || (failedAt !== undefined && now - failedAt >= RETRY);
    const judgment = judge({ targets, replicas: watched, isOver, isFinal });
    const alerts = read.answers.flatMap(({ value }) => value.groups.flatMap((group) => group.alerts));
    // An attempt is counted before its failure is, so a single look proves nothing.
    if (judgment && (isRepeated || !ARRIVED.has(judgment.outcome)))
      return {
        ...{ judgment, targets, alerts, seconds: (now - started) / 1_000 },
        isGone: isSeen && own.length === 0,
        unread: [...before.unread, ...read.unread],
      };
    isRepeated = judgment !== undefined;
    const left = wait - (now - started);
    if (left > 0) tell('group', left / 1_000);
    else tell('receiver', (left + patience) / 1_000);
    if (own[0] && now - renewed > (own[0].endsAt - own[0].updatedAt) / 2) {
      await renew();
      renewed = clock.elapsed();
    }
    const pause = Math.max(PAUSE, 2 * (now - asked));
    await clock.after(Math.max(LEAST, Math.min(pause, left + patience)), host.interrupted);
  }
}
