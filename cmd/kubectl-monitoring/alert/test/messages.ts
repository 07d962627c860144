import type { Alert } from '../../../../lib/alerts/alert-facts.ts';
import type { Counted, Judgment, Outcome } from '../../../../lib/alerts/delivery.ts';
import { durationText } from '../../../../lib/alerts/duration-text.ts';
import type { Target } from '../../../../lib/alerts/target.ts';
import { countText, listed } from '../../../../lib/words/text.ts';
import { commandText } from '../../../shared/words.ts';
import { commandFor } from '../shared/command-for.ts';
import type { Followed } from './follow.ts';
import { TEST_LABEL } from './options.ts';
import type { Run } from './run.ts';

/** What came of the alert, in one sentence. `failures` are reasons from the log. */
export function messageOf(
  { judgment, targets, seconds, alerts, unread, isGone }: Followed,
  failures: readonly { receiver: string; reason: string }[],
): string {
  const notifying = targets.filter(({ receiver }) => receiver.integrations.length > 0);
  const awake = notifying.filter(({ muted }) => muted.length === 0);
  const named = [awake, notifying, targets].find(({ length }) => length > 0) ?? [];
  const receivers = receiversText(named);
  const were = new Set(named.map(({ receiver }) => receiver.name)).size === 1 ? 'was' : 'were';
  const after = durationText(Math.max(1, Math.round(seconds)));
  const { counted, by } = judgment;
  const through = counted.map(({ integration }) => integration).join(' and ');
  const texts: Record<Outcome, () => string> = {
    sent: () => `${receivers} ${were} notified through ${through} after ${after}${retriesText(counted)}`,
    'probably-sent': () =>
      `${requestsText(counted)} through ${through} within ${after}, but other alerts are notified of through it, too: it is not proven that ${receivers} got this one`,
    failing: () =>
      isUnproven(judgment, failures)
        ? `it is not proven that ${receivers} ${were} notified: ${failureText(counted, failures)}`
        : `${receivers} ${were} not notified through ${through}: ${failureText(counted, failures)}`,
    'no-receiver': () =>
      `${receivers} ${were === 'was' ? 'notifies no one: it has' : 'notify no one: they have'} no integrations`,
    silenced: () => `${by.length === 1 ? 'silence' : 'silences'} ${listed(by)} suppressed it`,
    inhibited: () => `${listed(by.map((fingerprint) => nameOf(fingerprint, alerts)))} suppressed it`,
    muted: () => `its route is muted by ${listed(by)}`,
    pending: () =>
      unread.length > 0
        ? `it is not known whether ${receivers} ${were} notified: ${unread.map(({ replica, reason }) => `${replica}: ${reason}`).join('; ')}`
        : `${receivers} ${were} not notified within ${after}${isGone ? ': no replica has the alert any more' : ''}`,
  };
  return texts[judgment.outcome]() + (awake.length > 0 ? mutedText(notifying) : '');
}

/** Whether requests failed that may all be of other alerts: as many succeeded as the alert needs, and no log tells them apart. */
export const isUnproven = (
  { outcome, counted }: Judgment,
  failures: readonly { receiver: string; reason: string }[],
): boolean =>
  outcome === 'failing' &&
  failures.length === 0 &&
  counted.every(({ isBusy, expected, succeeded }) => isBusy && succeeded >= expected);

/** Those that are not notified beside others that may be. */
function mutedText(targets: readonly Target[]): string {
  const muted = targets.filter((target) => target.muted.length > 0);
  const by = [...new Set(muted.flatMap((target) => target.muted))];
  return muted.length === 0 ? '' : `; the route to ${receiversText(muted)} is muted by ${listed(by)}`;
}

/** Who would be notified of the alert. */
export function whereText(targets: readonly Target[]): string {
  const awake = targets.filter(
    ({ receiver, muted }) => receiver.integrations.length > 0 && muted.length === 0,
  );
  return awake.length === 0 ? 'no one would be notified' : `it would go to ${receiversText(awake)}`;
}

const receiversText = (targets: readonly Pick<Target, 'receiver'>[]): string => {
  const names = [...new Set(targets.map(({ receiver }) => receiver.name))];
  return `receiver${names.length === 1 ? '' : 's'} ${names.map((name) => JSON.stringify(name)).join(' and ')}`;
};

const retriesText = (counted: readonly Counted[]): string => {
  const failed = counted.reduce((sum, one) => sum + one.failed, 0);
  return failed === 0 ? '' : `, after ${countText(failed, 'failed attempt')}`;
};

function requestsText(counted: readonly Counted[]): string {
  const count = counted.reduce((sum, { succeeded }) => sum + succeeded, 0);
  return `${countText(count, 'request')} succeeded`;
}

function failureText(
  counted: readonly Counted[],
  failures: readonly { receiver: string; reason: string }[],
): string {
  if (failures.length > 0) return listed(failures.map(({ reason }) => reason));
  const failed = counted.reduce((sum, one) => sum + one.failed, 0);
  if (failed === 0) return 'it does not answer';
  const ended = counted.reduce((sum, one) => sum + one.failed + one.succeeded, 0);
  const busy = counted.some(({ isBusy }) => isBusy)
    ? '; other alerts are notified of through it, too, so they may be theirs'
    : '';
  return `${failed} of ${countText(ended, 'request')} failed${busy}`;
}

const nameOf = (fingerprint: string, alerts: readonly Alert[]): string =>
  `alert ${alerts.find((alert) => alert.fingerprint === fingerprint)?.labels.alertname ?? fingerprint}`;

/** What to run next; undefined if the alert has arrived. */
export function nextFor(
  { outcome }: Pick<Judgment, 'outcome'>,
  { labels, alerts: { manager, session }, values }: Pick<Run, 'labels' | 'alerts' | 'values'>,
): string | undefined {
  const alert = (...words: string[]): string => commandFor(words, { manager, values });
  const routes = (): string =>
    alert(
      'routes',
      ...Object.entries(labels).flatMap(([name, value]) =>
        name === TEST_LABEL ? [] : ['--label', `${name}=${value}`],
      ),
    );
  const [first] = manager.replicas;
  const log = (): string | undefined =>
    session &&
    first &&
    commandText(
      {
        words: ['kubectl', 'logs', first.name, '-c', 'alertmanager', '--tail=50'],
        namespace: manager.namespace,
      },
      { values },
    );
  const commands: Record<Outcome, () => string | undefined> = {
    sent: () => undefined,
    'probably-sent': () => undefined,
    failing: log,
    'no-receiver': routes,
    // It may be another user's: its author and comment come first.
    silenced: () => alert('silence', 'list'),
    inhibited: () => alert('list'),
    muted: routes,
    pending: log,
  };
  return commands[outcome]();
}
