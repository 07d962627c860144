import { jsonIn } from '../../input/json.ts';
import { fieldsOf } from '../../objects/fields.ts';
import { durationText } from '../duration-text.ts';
import { type CheckAnswer, managerOf, type Named, type WatchdogFacts } from './facts.ts';
import { type Link, linkOf, type Place, type Problem } from './link.ts';
import { outletOf } from './notification.ts';

/**
 * Whether the outside check has heard of the alert lately. Its address tells by its status, and by a body such as that of
 * healthchecks.io: `status` (`up`, `grace`, `late`, `down`…), `last_ping`, and `timeout` and `grace` in seconds.
 */
export function outsideCheckLink(facts: WatchdogFacts): Link {
  const { check, namespace, managers, now } = facts;
  if (!check)
    return {
      name: 'outside-check',
      state: 'not-checked',
      places: [],
      message: 'give the address that tells whether the outside check is fresh with --check-url',
      reason: 'no-check-url',
    };
  const { host, answer } = check;
  const object: Named = managers[0] ? managerOf(managers[0]) : { kind: 'Alertmanager', namespace, name: '' };
  const place: Place = { where: host, object };
  if ('reason' in answer)
    return linkOf(
      'outside-check',
      [{ ...place, unknown: { reason: 'not-read', message: answer.reason } }],
      '',
    );
  if (/^\s*<(?:!doctype|html)/i.test(answer.value.body))
    return linkOf('outside-check', [{ ...place, unknown: { reason: 'not-known', message: NO_STATE } }], '');
  const within = Math.max(0, ...managers.map((manager) => outletOf(manager)?.within ?? 0));
  const fault = staleness(answer.value, { now, within });
  const problem = fault === undefined ? undefined : problemOf(fault, object, facts.alert);
  return linkOf('outside-check', [{ ...place, ...(problem && { problem }) }], `${host} is fresh`);
}

const NO_STATE =
  'it answered with a web page, which does not say whether the check is fresh: give the address of its badge or API';

/**
 * Why a check is not fresh; undefined if it is.
 *
 * @param within seconds within which it should hear of the alert, where it does not say itself; 0 if unknown.
 */
export function staleness(
  { status, body }: CheckAnswer,
  { now, within }: { now: Date; within: number },
): string | undefined {
  if (status < 200 || status > 299) return `it answered ${status}`;
  const { status: state, last_ping: ping, timeout, grace } = jsonOf(body);
  if (typeof state === 'string') {
    if (state === 'up') return undefined;
    return STATES[state] ?? `its status is ${JSON.stringify(state)}, not "up"`;
  }
  if (ping === null) return STATES.new;
  const at = typeof ping === 'string' ? Date.parse(ping) : Number.NaN;
  const limit = typeof timeout === 'number' ? timeout + (typeof grace === 'number' ? grace : 0) : within;
  if (Number.isNaN(at) || limit <= 0 || now.getTime() - at <= limit * 1000) return undefined;
  return `its last ping was at ${new Date(at).toISOString()}, more than ${durationText(limit)} ago`;
}

const STATES: Readonly<Record<string, string>> = {
  new: 'it has never been pinged',
  late: 'its ping is late',
  grace: 'its ping is late',
  down: 'it is down: its pings have stopped',
  paused: 'it is paused, so it alarms no one',
};

/** Without fields of a page for people. */
const jsonOf = (body: string): Record<string, unknown> => fieldsOf(jsonIn(body)) ?? {};

const problemOf = (message: string, object: Named, alert: string): Problem => ({
  reason: 'not-fresh',
  message,
  fix: 'Check that the receiver has the ping URL of this check, and that the check expects pings less often than they are sent (repeat_interval).',
  next: {
    words: ['kubectl', 'monitoring', 'alert', 'routes', '--label', `alertname=${alert}`],
    namespace: object.namespace,
  },
});
