import { parseJson } from '../input/json.ts';
import { fieldsOf, textOf } from '../objects/fields.ts';
import { WATCHDOG } from '../objects/names.ts';
import { itemsOf } from '../versions/install.ts';

/** Where Prometheus tells of its alert rules; from 2.45 on, of that rule alone. */
export const RULES_PATH = `/api/v1/rules?${new URLSearchParams({ type: 'alert', 'rule_name[]': WATCHDOG })}`;

/** Where an Alertmanager tells of the watchdog's alerts that have not ended. */
export const ALERTS_PATH = `/api/v2/alerts?${new URLSearchParams({ filter: `alertname="${WATCHDOG}"` })}`;

/**
 * What is wrong with the watchdog at a metrics server, from its answer at `RULES_PATH`; undefined where its rule is loaded
 * and fires (§1).
 *
 * @throws {SyntaxError} where that is no answer of Prometheus.
 */
export function silenceOfRule(body: string): string | undefined {
  const answer = fieldsOf(parseJson(body));
  const data = fieldsOf(answer?.data);
  if (answer?.status !== 'success' || !Array.isArray(data?.groups))
    throw new SyntaxError('that is no answer of Prometheus');
  const rules = itemsOf(data.groups)
    .flatMap(({ rules: all }) => itemsOf(all))
    .filter(({ name, type }) => name === WATCHDOG && (type ?? 'alerting') === 'alerting');
  if (rules.length === 0) return `no rule ${WATCHDOG} is loaded`;
  if (rules.some(({ state }) => state === 'firing')) return undefined;
  const [{ lastError, state } = {}] = rules;
  return `rule ${WATCHDOG} does not fire: ${lastError ? textOf(lastError) : `it is ${textOf(state)}`}`;
}

/**
 * What is wrong with the watchdog at an alert manager, from its answer at `ALERTS_PATH`; undefined where it has the alert
 * and would tell of it (§1).
 *
 * @throws {SyntaxError} where that is no answer of an Alertmanager.
 */
export function silenceOfAlert(body: string): string | undefined {
  const answer: unknown = parseJson(body);
  if (!Array.isArray(answer)) throw new SyntaxError('that is no answer of an Alertmanager');
  const alerts = itemsOf(answer).filter(({ labels }) => fieldsOf(labels)?.alertname === WATCHDOG);
  if (alerts.length === 0) return `no metrics server sends it the alert ${WATCHDOG}`;
  const reasons = alerts.map(silenceOf);
  return reasons.includes(undefined) ? undefined : reasons[0];
}

/** By the server's own clock: that of this machine may be wrong. */
function silenceOf({ status, endsAt, updatedAt }: Record<string, unknown>): string | undefined {
  if (Date.parse(textOf(endsAt)) < Date.parse(textOf(updatedAt)))
    return `the alert ${WATCHDOG} has ended (${textOf(endsAt)})`;
  const { state, silencedBy, inhibitedBy, mutedBy } = fieldsOf(status) ?? {};
  if (state !== 'suppressed') return undefined;
  const by = [
    ['silenced', silencedBy],
    ['inhibited', inhibitedBy],
    ['muted', mutedBy],
  ].flatMap(([word, ids]) => (Array.isArray(ids) && ids.length > 0 ? [`${word} by ${ids.join(', ')}`] : []));
  return `the alert ${WATCHDOG} is suppressed${by.length > 0 ? ` (${by.join('; ')})` : ''}`;
}
