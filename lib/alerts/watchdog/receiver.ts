import { WATCHDOG } from '../../objects/names.ts';
import { listed } from '../../words/text.ts';
import type { Alert, AlertConfig, Receiver, Route } from '../alert-facts.ts';
import { receiverOf, routesFor } from '../routes.ts';
import { mutedBy } from '../time-intervals.ts';
import { activeAlerts } from './arrival.ts';
import type { Manager, Named, WatchdogFacts } from './facts.ts';
import { type Link, linkOf, type Place, type Problem, placesAt, unread } from './link.ts';

/** The reason where no one is notified, which is the default of the chart. */
export const NO_INTEGRATIONS = 'no-integrations';

/**
 * Whether the route of the alert leads to a receiver with integrations, at every replica of every Alertmanager, by its running
 * configuration (§1).
 */
export function receiverLink({ managers, namespace, alert }: WatchdogFacts): Link {
  const places = placesAt(
    { kind: 'Alertmanager', namespace, parts: managers },
    ({ pod, alerts, config }, { object }): Place => {
      if ('reason' in alerts) return unread(pod, object, alerts.reason);
      if ('reason' in config) return unread(pod, object, config.reason);
      const problem = problemOf(activeAlerts(alerts.value), config.value, { object, name: alert });
      return { where: pod, object, ...(problem && { problem }) };
    },
  );
  const found = new Set(managers.flatMap(liveReceivers).map(receiverText));
  return linkOf('receiver', places, `to ${listed([...found])}`);
}

/** `pager (webhook)`. */
const receiverText = ({ name, integrations }: Receiver): string =>
  `${name} (${[...new Set(integrations.map(({ type }) => type))].join(', ')})`;

/** The routes of an alert that lead to integrations, with their receivers. */
export const liveRoutes = (alert: Alert, config: AlertConfig): { route: Route; receiver: Receiver }[] =>
  routesFor(config.route, alert.labels).flatMap((route) => {
    const receiver = receiverOf(config, route.receiver);
    return receiver && receiver.integrations.length > 0 ? [{ route, receiver }] : [];
  });

/** What each active alert of an Alertmanager and its routes are, as far as they were read. */
export const routedAlerts = ({ replicas = [] }: Manager): { alert: Alert; config: AlertConfig }[] =>
  replicas.flatMap(({ alerts, config }) =>
    'value' in alerts && 'value' in config
      ? activeAlerts(alerts.value).map((alert) => ({ alert, config: config.value }))
      : [],
  );

const liveReceivers = (manager: Manager): Receiver[] =>
  routedAlerts(manager).flatMap(({ alert, config }) =>
    liveRoutes(alert, config).map(({ receiver }) => receiver),
  );

/** Why no notifications are sent of one of the alerts; undefined if they are of each. */
function problemOf(
  alerts: readonly Alert[],
  config: AlertConfig,
  about: { object: Named; name: string },
): Problem | undefined {
  for (const alert of alerts) {
    const live = liveRoutes(alert, config);
    // The clock of the Alertmanager, by less than the minute or two between two arrivals.
    const at = new Date(alert.updatedAt);
    const muting = live.map(({ route }) => mutedBy(route, config.timeIntervals, at));
    if (muting.some((names) => names.length === 0)) continue;
    return live.length === 0
      ? untold(routesFor(config.route, alert.labels), about)
      : muted(muting.flat(), about);
  }
  return undefined;
}

function untold(routes: readonly Route[], { object, name }: { object: Named; name: string }): Problem {
  const receivers = [...new Set(routes.map(({ receiver }) => `"${receiver}"`))];
  return {
    reason: NO_INTEGRATIONS,
    message: `its route leads to the receiver ${listed(receivers)}, which ${receivers.length === 1 ? 'has' : 'have'} no integrations`,
    fix: `Give the alert ${name} a receiver, such as an outside check that notices when its pings stop: the command prints the values for its ping URL, which it reads from stdin.`,
    next: {
      words: [
        'kubectl',
        'monitoring',
        'watchdog',
        'receiver',
        '-',
        ...nameWords(name),
        '--alertmanager',
        object.name,
      ],
      namespace: object.namespace,
    },
  };
}

/** The default needs no flag. */
const nameWords = (name: string): string[] => (name === WATCHDOG ? [] : ['--watchdog', name]);

const muted = (names: readonly string[], { object, name }: { object: Named; name: string }): Problem => ({
  reason: 'muted',
  message: `its route is muted now, by the time interval ${listed([...new Set(names)])}`,
  fix: 'Give this alert a route without mute_time_intervals and active_time_intervals.',
  next: {
    words: [
      ...['kubectl', 'monitoring', 'alert', 'routes', '--label', `alertname=${name}`],
      ...['--alertmanager', object.name],
    ],
    namespace: object.namespace,
  },
});
