import { load } from 'js-yaml';
import { DEEPEST } from '../../input/json.ts';
import { fieldsOf, textOf } from '../../objects/fields.ts';
import type { Naming } from '../../objects/monitoring-names.ts';
import { VALUES_KEYS } from '../../objects/names.ts';
import { itemsOf } from '../../versions/install.ts';
import { NULL_RECEIVER, type Route } from '../alert-facts.ts';
import { readConfig } from '../config.ts';
import { durationText } from '../duration-text.ts';
import { receiverOf } from '../routes.ts';

/** What the watchdog alert is to be sent to. */
export interface OutsideReceiver {
  /** Its ping URL, which is a secret. */
  url: string;
  /** The name of the alert. */
  alert: string;
  /** Seconds without a ping after which the check alarms. */
  grace: number;
}

/** The lists of a configuration, whole: Helm replaces lists. */
export interface ReceiverLists {
  routes: Record<string, unknown>[];
  receivers: Record<string, unknown>[];
  /** Names of receivers that the operator takes from AlertmanagerConfig resources, which values must not repeat. */
  left: string[];
}

/** The name of the new receiver. One of that name is replaced, so that the command can be run again. */
const RECEIVER = 'watchdog';

/**
 * The lists of the running configuration with a receiver for the watchdog alert and a route to it, before all others.
 *
 * @param running in YAML; undefined for the platform's defaults, which have no other receivers.
 * @throws {SyntaxError} if it cannot be read.
 */
export function withReceiver(running: string | undefined, outside: OutsideReceiver): ReceiverLists {
  const { alert } = outside;
  const kept = running === undefined ? { routes: [], receivers: [], left: [] } : listsOf(running, alert);
  const own = kept.receivers.filter(({ name }) => name !== RECEIVER);
  return {
    routes: [
      routeFor(
        outside,
        kept.routes.some((route) => route.isSameAlert),
      ),
      ...kept.routes.map(({ raw }) => raw),
    ],
    receivers: [
      ...(own.some(({ name }) => name === NULL_RECEIVER) ? [] : [{ name: NULL_RECEIVER }]),
      ...own,
      { name: RECEIVER, webhook_configs: [{ url: outside.url, send_resolved: false }] },
    ],
    left: kept.left,
  };
}

/** What a configuration has already, without what the new receiver replaces and what the operator adds by itself. */
function listsOf(running: string, alert: string) {
  const config = readConfig(running);
  const fields = fieldsOf(load(running, { maxDepth: DEEPEST, maxAliases: 0 }));
  const receivers = itemsOf(fields?.receivers);
  const isReplaced = (route: Route): boolean =>
    isOnlyFor(route, alert) &&
    (route.receiver === RECEIVER || receiverOf(config, route.receiver)?.integrations.length === 0);
  return {
    routes: itemsOf(fieldsOf(fields?.route)?.routes).flatMap((raw, at) => {
      const route = config.route.routes[at];
      return !route || isReplaced(route) || OPERATORS.test(route.receiver)
        ? []
        : { raw, isSameAlert: isOnlyFor(route, alert) };
    }),
    receivers: receivers.filter(({ name }) => !OPERATORS.test(textOf(name))),
    left: receivers.map(({ name }) => textOf(name)).filter((name) => OPERATORS.test(name)),
  };
}

/** How the operator names receivers of AlertmanagerConfig resources: `NAMESPACE/NAME/RECEIVER`. */
const OPERATORS = /^[^/]+\/[^/]+\/./;

const isOnlyFor = ({ matchers, routes }: Route, alert: string): boolean => {
  const [matcher, ...others] = matchers;
  return (
    others.length === 0 &&
    routes.length === 0 &&
    matcher?.name === 'alertname' &&
    matcher.op === '=' &&
    matcher.value === alert
  );
};

/** A ping is sent every one or two intervals, so that one that is lost raises no alarm. */
function routeFor({ alert, grace }: OutsideReceiver, continues: boolean): Record<string, unknown> {
  const interval = durationText(Math.max(1, Math.floor(grace / 5)));
  return {
    receiver: RECEIVER,
    matchers: [`alertname = ${JSON.stringify(alert)}`],
    group_wait: '0s',
    group_interval: interval,
    repeat_interval: interval,
    ...(continues && { continue: true }),
  };
}

/** The lists as values of the chart. */
export const valuesOf = ({ routes, receivers }: ReceiverLists, naming: Naming): object => ({
  [VALUES_KEYS.alerts.sections[naming === 'platform' ? 1 : 0]]: {
    config: { route: { routes }, receivers },
  },
});

/** Whether something has a secret that the running configuration hides. */
export const hidesSecret = (value: unknown): boolean =>
  value === SECRET || (typeof value === 'object' && value !== null && Object.values(value).some(hidesSecret));

/** What Alertmanager shows in place of a secret. */
const SECRET = '<secret>';
