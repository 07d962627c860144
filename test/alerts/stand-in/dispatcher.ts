import { setTimeout as delay } from 'node:timers/promises';
import type { Labels, Route } from '../../../lib/alerts/alert-facts.ts';
import { groupLabels, pathsFor } from '../../../lib/alerts/routes.ts';
import { isResolved, type StoredAlert } from './alert-store.ts';
import { labelsText } from './fingerprint.ts';

/** Alerts that a route's receiver is told of together. */
export interface Group {
  route: Route;
  labels: Labels;
  /** As the webhook and the log call it. */
  key: string;
  alerts: Map<string, StoredAlert>;
  /** Time intervals that muted it when its turn came last. */
  mutedBy: string[];
}

export interface Dispatcher {
  /** Puts an alert into the groups of its routes. */
  take(fingerprint: string, alert: StoredAlert): void;
  /** All, with those that have no alerts left and are not removed yet. */
  groups(): Group[];
  stop(): void;
}

/** Tells a receiver of alerts, until `signal`; whether all of its integrations were. */
export type Notify = (
  group: Group,
  alerts: ReadonlyMap<string, StoredAlert>,
  signal: AbortSignal,
) => Promise<boolean>;

/** How often groups without alerts are removed; until then a new alert joins them. In milliseconds. */
const MAINTENANCE = 30_000;

/** How long the integrations of a group have at least, in milliseconds. */
const MIN_TIMEOUT = 10_000;

/** Groups alerts, and has their receivers told when it is time. `extra` is how long a turn may last beyond its interval. */
export function createDispatcher(root: Route, extra: () => number, notify: Notify): Dispatcher {
  const perRoute = new Map<Route, Map<string, Group & { stop(): void }>>();
  const all = (): Group[] => [...perRoute.values()].flatMap((groups) => [...groups.values()]);
  const maintenance = setInterval(() => {
    for (const groups of perRoute.values())
      for (const [key, group] of groups)
        if (group.alerts.size === 0) {
          group.stop();
          groups.delete(key);
        }
  }, MAINTENANCE);
  return {
    take(fingerprint, alert) {
      for (const path of pathsFor(root, alert.labels)) {
        const route = path.at(-1) ?? root;
        const groups = perRoute.get(route) ?? new Map();
        perRoute.set(route, groups);
        const labels = groupLabels(route, alert.labels);
        const known = groups.get(labelsText(labels));
        if (known) {
          known.alerts.set(fingerprint, alert);
          continue;
        }
        const key = `${path.map(routeText).join('/')}:${labelsText(labels)}`;
        const stopping = new AbortController();
        const group = {
          route,
          labels,
          key,
          alerts: new Map([[fingerprint, alert]]),
          mutedBy: [],
          stop: () => stopping.abort(),
        };
        groups.set(labelsText(labels), group);
        void run(group, alert, { extra, notify, signal: stopping.signal });
      }
    },
    groups: all,
    stop() {
      clearInterval(maintenance);
      for (const groups of perRoute.values()) for (const group of groups.values()) group.stop();
    },
  };
}

const routeText = ({ matchers }: Route): string =>
  `{${matchers.map(({ name, op, value }) => `${name}${op}${JSON.stringify(value)}`).join(',')}}`;

async function run(
  group: Group,
  { startsAt }: StoredAlert,
  { extra, notify, signal }: { extra: () => number; notify: Notify; signal: AbortSignal },
): Promise<void> {
  const [wait, interval] = [group.route.groupWait * 1000, group.route.groupInterval * 1000];
  // An alert that has waited long enough elsewhere does not wait again.
  let due = performance.now() + (startsAt + wait < Date.now() ? 0 : wait);
  try {
    for (;;) {
      await delay(Math.max(0, due - performance.now()), undefined, { signal });
      due = performance.now() + interval;
      const timeout = Math.max(MIN_TIMEOUT, interval) + extra();
      await withTimeout(signal, timeout, (limited) => flush(group, notify, limited));
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Has a receiver told of what the group has now. What is resolved leaves it afterwards, unless it was sent again meanwhile. */
async function flush(group: Group, notify: Notify, signal: AbortSignal): Promise<void> {
  if (group.alerts.size === 0) return;
  const now = Date.now();
  const alerts = new Map(group.alerts);
  if (!(await notify(group, alerts, signal))) return;
  for (const [fingerprint, alert] of alerts)
    if (isResolved(alert, now) && group.alerts.get(fingerprint) === alert) group.alerts.delete(fingerprint);
}

async function withTimeout(
  outer: AbortSignal,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const inner = new AbortController();
  const abort = (): void => inner.abort();
  const timer = setTimeout(() => inner.abort(new Error('context deadline exceeded')), milliseconds);
  outer.addEventListener('abort', abort);
  try {
    await work(inner.signal);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', abort);
  }
}
