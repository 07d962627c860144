import { parseJson } from '../../input/json.ts';
import { fieldsOf, textOf } from '../../objects/fields.ts';
import { itemsOf } from '../../versions/install.ts';

/** Prometheus' alert rules of a name; before 2.45, all of them. */
export const rulesPath = (alert: string): string =>
  `/api/v1/rules?${new URLSearchParams({ type: 'alert', 'rule_name[]': alert })}`;

/** The Alertmanagers that a Prometheus has found. */
export const MANAGERS_PATH = '/api/v1/alertmanagers';

/** A rule as a Prometheus has it. */
export interface RuleState {
  /** `firing`, `pending`, `inactive`; undefined if no rule of the name is loaded. */
  state: string | undefined;
  /** Empty if there is none. */
  lastError: string;
}

/**
 * The alert rule of a name, in a response at `rulesPath`. Of several, one that fires counts.
 *
 * @throws {SyntaxError} if it is not a Prometheus response.
 */
export function readRule(body: string, alert: string): RuleState {
  const { groups } = dataOf(body);
  if (!Array.isArray(groups)) throw notPrometheus();
  const rules = itemsOf(groups)
    .flatMap(({ rules: all }) => itemsOf(all))
    .filter(({ name, type }) => name === alert && (type ?? 'alerting') === 'alerting');
  const rule = rules.find(({ state }) => state === 'firing') ?? rules[0];
  return rule
    ? { state: textOf(rule.state), lastError: rule.lastError ? textOf(rule.lastError) : '' }
    : { state: undefined, lastError: '' };
}

/** The hosts in a response at `MANAGERS_PATH`, without those of entries that are no address. @throws {SyntaxError} likewise. */
export function readManagerHosts(body: string): string[] {
  const { activeAlertmanagers } = dataOf(body);
  if (!Array.isArray(activeAlertmanagers)) throw notPrometheus();
  return itemsOf(activeAlertmanagers).flatMap(({ url }) =>
    typeof url === 'string' && URL.canParse(url) ? [new URL(url).hostname] : [],
  );
}

/** An address of a pod in the form of a URL's host: an IPv6 address has one form there, in brackets. */
export function hostOf(address: string): string {
  const url = `http://${address.includes(':') ? `[${address}]` : address}`;
  return URL.canParse(url) ? new URL(url).hostname : address;
}

function dataOf(body: string): Record<string, unknown> {
  const answer = fieldsOf(parseJson(body));
  if (answer?.status !== 'success') throw notPrometheus();
  return fieldsOf(answer.data) ?? {};
}

const notPrometheus = (): SyntaxError => new SyntaxError('not a Prometheus response');
