import { parseJson } from '../input/json.ts';
import { fieldsOf, textOf } from '../objects/fields.ts';
import { WATCHDOG } from '../objects/names.ts';
import { itemsOf } from '../versions/install.ts';

/** Prometheus' alert rules; from 2.45 on, only the watchdog. */
export const RULES_PATH = `/api/v1/rules?${new URLSearchParams({ type: 'alert', 'rule_name[]': WATCHDOG })}`;

/** An Alertmanager's active watchdog alerts. */
export const ALERTS_PATH = `/api/v2/alerts?${new URLSearchParams({ filter: `alertname="${WATCHDOG}"` })}`;

/**
 * Why the watchdog does not fire at a metrics server, from its response at `RULES_PATH`; undefined if it fires (§1).
 *
 * @throws {SyntaxError} if that is not a Prometheus response.
 */
export function silenceOfRule(body: string): string | undefined {
  const answer = fieldsOf(parseJson(body));
  const data = fieldsOf(answer?.data);
  if (answer?.status !== 'success' || !Array.isArray(data?.groups))
    throw new SyntaxError('not a Prometheus response');
  const rules = itemsOf(data.groups)
    .flatMap(({ rules: all }) => itemsOf(all))
    .filter(({ name, type }) => name === WATCHDOG && (type ?? 'alerting') === 'alerting');
  if (rules.length === 0) return `no rule ${WATCHDOG} is loaded`;
  if (rules.some(({ state }) => state === 'firing')) return undefined;
  const [{ lastError, state } = {}] = rules;
  return `rule ${WATCHDOG} does not fire: ${lastError ? textOf(lastError) : `it is ${textOf(state)}`}`;
}

/**
 * Why an alert manager would not notify of the watchdog, from its response at `ALERTS_PATH`; undefined if it would (§1).
 *
 * @throws {SyntaxError} if that is not an Alertmanager response.
 */
export function silenceOfAlert(body: string): string | undefined {
  const answer: unknown = parseJson(body);
  if (!Array.isArray(answer)) throw new SyntaxError('not an Alertmanager response');
  const alerts = itemsOf(answer).filter(({ labels }) => fieldsOf(labels)?.alertname === WATCHDOG);
  if (alerts.length === 0) return `no metrics server sends it the alert ${WATCHDOG}`;
  const reasons = alerts.map(silenceOf);
  return reasons.includes(undefined) ? undefined : reasons[0];
}

/** Uses the server's clock: the local one may be wrong. */
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
