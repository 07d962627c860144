import { order } from '../words/text.ts';
import {
  ALERT_STATES,
  type Alert,
  type AlertConfig,
  type AlertState,
  type Labels,
  type Matcher,
} from './alert-facts.ts';
import { isMatch, labelValue } from './matchers.ts';
import { replicated } from './replicated.ts';
import { routesFor } from './routes.ts';
import { mutedBy } from './time-intervals.ts';

/** An alert of an Alertmanager, as all of its replicas have it. */
export interface ListedAlert extends Omit<Alert, 'state' | 'updatedAt'> {
  state: AlertState;
  /** Names of the replicas that have it: they do not tell each other of alerts. */
  replicas: string[];
}

/**
 * What the replicas answer, put together, the newest alert first.
 *
 * @param config tells which alerts are muted: an Alertmanager does not, or not before it has tried to notify. Without it, none is.
 */
export const listAlerts = (
  answers: readonly { replica: { name: string }; value: readonly Alert[] }[],
  config: Pick<AlertConfig, 'route' | 'timeIntervals'> | undefined,
  now: Date,
): ListedAlert[] =>
  replicated(answers, ({ fingerprint }) => fingerprint)
    .map(({ replicas, copies }): ListedAlert => {
      const [{ fingerprint, labels, annotations }] = copies;
      const muted = config ? mutedOn(config, labels, now) : [];
      const all = (of: (alert: Alert) => readonly string[]): string[] => [...new Set(copies.flatMap(of))];
      const states = copies.map((copy) => stateOf(copy, muted.length > 0));
      return {
        ...{ fingerprint, labels, annotations, replicas },
        startsAt: copies.reduce((least, { startsAt }) => Math.min(least, startsAt), Number.POSITIVE_INFINITY),
        endsAt: copies.reduce((most, { endsAt }) => Math.max(most, endsAt), Number.NEGATIVE_INFINITY),
        receivers: all(({ receivers }) => receivers),
        state: ALERT_STATES.find((state) => states.includes(state)) ?? 'active',
        silencedBy: all((copy) => copy.silencedBy),
        inhibitedBy: all((copy) => copy.inhibitedBy),
        mutedBy: [...new Set([...all((copy) => copy.mutedBy), ...muted])],
      };
    })
    .toSorted((one, other) => other.startsAt - one.startsAt || order(one.fingerprint, other.fingerprint));

function stateOf({ state, silencedBy, inhibitedBy }: Alert, isMuted: boolean): AlertState {
  if (silencedBy.length > 0) return 'silenced';
  if (inhibitedBy.length > 0) return 'inhibited';
  return isMuted || state === 'suppressed' ? 'muted' : state;
}

/** The time intervals that mute an alert on every route that it takes; none if a route notifies. */
function mutedOn(
  { route, timeIntervals }: Pick<AlertConfig, 'route' | 'timeIntervals'>,
  labels: Labels,
  now: Date,
): string[] {
  const each = routesFor(route, labels).map((taken) => mutedBy(taken, timeIntervals, now));
  return each.every(({ length }) => length > 0) ? each.flat() : [];
}

/** What a user asks for; what is empty or absent leaves all. */
export interface AlertChoice {
  matchers: readonly Matcher[];
  states: readonly AlertState[];
  /** A regular expression for the whole name of a receiver, as a matcher of `receiver`. */
  receiver: Matcher | undefined;
}

export const isChosen = (
  { labels, state, receivers }: ListedAlert,
  { matchers, states, receiver }: AlertChoice,
): boolean =>
  isMatch(matchers, labels) &&
  (states.length === 0 || states.includes(state)) &&
  (!receiver || receivers.some((name) => isMatch([receiver], { [receiver.name]: name })));

/** How many alerts there are of each name, the most frequent first: `NodeDown (3), DiskFull`. */
export const alertCounts = (alerts: readonly Pick<ListedAlert, 'labels'>[]): string[] =>
  [...Map.groupBy(alerts, ({ labels }) => labelValue(labels, 'alertname'))]
    .toSorted(([name, some], [other, others]) => others.length - some.length || order(name, other))
    .map(([name, { length }]) => `${name || 'without a name'}${length > 1 ? ` (${length})` : ''}`);
