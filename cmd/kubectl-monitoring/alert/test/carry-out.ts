import type { Alert, Labels } from '../../../../lib/alerts/alert-facts.ts';
import type { Progress } from '../../../../lib/cli/command.ts';
import { isLive, showProgress } from '../../../../lib/cli/progress.ts';
import { apiOf, type PostedAlert, type Sent, sendAlert } from '../../../../lib/cluster/alerts/send.ts';
import { CommandError } from '../../../../lib/words/errors.ts';
import { countText, oneLine } from '../../../../lib/words/text.ts';
import { TIMERS } from '../../../shared/timers.ts';
import { type Followed, follow, type Readings, readAll } from './follow.ts';
import { TEST_LABEL } from './options.ts';
import type { Ended } from './report.ts';
import { type Resolved, resolve } from './resolve.ts';
import type { Run } from './run.ts';

const SEND = 1;
const FOLLOW = 2;
const RESOLVE = 3;
const TOLD = 4;

/** Sends the alert, follows it, and resolves it, whatever happens. */
export async function carryOut(run: Run, alert: PostedAlert): Promise<Ended> {
  const { alerts, host, values, running } = run;
  const replicas = [...running.versions.keys()];
  const clock = host.clock.waits ?? TIMERS;
  const titles = [
    'Send the alert',
    'Wait for the notification',
    values.keep ? 'Leave the alert' : 'Resolve the alert',
    ...(values.waitResolved && !values.keep ? ['Wait for the notification of its end'] : []),
  ].map((title, at, all) => `${at + 1}/${all.length} ${title}`);
  const progress = await showProgress(titles, host, alerts.paint);
  // Only after the answer it is certain that the server's clock has passed the start of the alert.
  let sentAt = clock.elapsed();
  let sent: Sent[] = [];
  let followed: Followed | undefined;
  let failure: unknown;
  let isSending = false;
  const acknowledge = (): void =>
    void host.stderr.write(`Interrupted: ${values.keep ? 'leaving' : 'resolving'} the alert...\n`);
  try {
    requireBefore(run.before);
    isSending = true;
    host.interrupted.addEventListener('abort', acknowledge, { once: true });
    sent = await Promise.all(
      replicas.map((replica) => sendAlert(replica, alert, apiOf(running.versions.get(replica)))),
    );
    sentAt = clock.elapsed();
    const taken = sentText(sent);
    progress.done(SEND, taken);
    followed = await follow(
      followingOf(run, { before: run.before, progress, renew: () => renewed(sent, alert) }),
    );
    progress.done(FOLLOW, followed.judgment.outcome.replaceAll('-', ' '));
  } catch (error) {
    failure = error;
  } finally {
    host.interrupted.removeEventListener('abort', acknowledge);
  }
  const own = followed?.alerts.find(isOwn(run.labels));
  const before = values.waitResolved && followed ? await readAll(replicas).catch(() => undefined) : undefined;
  const resolved =
    values.keep || !isSending
      ? undefined
      : await resolve(replicas, alert, {
          apiOf: (replica) => apiOf(running.versions.get(replica)),
          isOwn: isOwn(run.labels),
          elapsed: followed && clock.elapsed() - sentAt,
        });
  showResolved(progress, { resolved, isKept: values.keep });
  let told: Followed | undefined;
  try {
    if (before && followed && resolved) told = await followEnd(run, { followed, before, progress });
  } catch (error) {
    failure ??= error;
  } finally {
    await progress.end();
  }
  return { kind: 'ended', sent, own, followed, resolved, told, failure };
}

const isOwn =
  (labels: Labels) =>
  (alert: Alert): boolean =>
    alert.labels[TEST_LABEL] === labels[TEST_LABEL];

/** Nothing can be proven by a replica whose counts before the alert are not known. */
function requireBefore({ answers, unread }: Readings): void {
  if (answers.length > 0) return;
  throw new CommandError(
    'api',
    [
      'error: nothing was sent: what Alertmanager has counted of notifications cannot be read',
      ...unread.map(({ replica, reason }) => `${oneLine(replica)}: ${oneLine(reason)}`),
    ].join('\n  '),
    { hint: 'Allow access to its path /metrics, then run the same command again.' },
  );
}

/** How many replicas took the alert, by which API. @throws {CommandError} if none did. */
function sentText(sent: readonly Sent[]): string {
  const taken = sent.filter((one) => 'api' in one);
  const failed = sent.filter((one) => 'reason' in one);
  if (taken.length === 0)
    throw new CommandError(
      'api',
      [
        'error: no replica took the alert',
        ...failed.map(({ replica, reason }) => `${oneLine(replica.name)}: ${oneLine(reason)}`),
      ].join('\n  '),
    );
  const apis = [...new Set(taken.map(({ api }) => api))].toSorted().join(' and ');
  const via = taken[0]?.replica.via() ?? '';
  return `${taken.length} of ${countText(sent.length, 'replica')} by API ${apis}, ${via}`;
}

async function renewed(sent: readonly Sent[], alert: PostedAlert): Promise<void> {
  await Promise.all(sent.map((one) => 'api' in one && sendAlert(one.replica, alert, one.api)));
}

function followingOf(
  { host, running, targets, labels, patience }: Run,
  { before, progress, renew }: { before: Readings; progress: Progress; renew(): Promise<void> },
) {
  const live = isLive(host);
  return {
    ...{ host, targets, before, patience, renew },
    config: running.config,
    isOwn: isOwn(labels),
    tell(what: 'group' | 'receiver', seconds: number): void {
      const left = Math.ceil(seconds);
      // Lines of a log are not drawn again.
      if (live)
        progress.note(
          what === 'group' ? `the group waits for ${left}s more` : `the receiver has ${left}s more`,
        );
      else progress.note(what === 'group' ? 'the group waits' : 'waiting for the receiver');
    },
  };
}

function showResolved(
  progress: Progress,
  { resolved, isKept }: { resolved: Resolved | undefined; isKept: boolean },
): void {
  if (isKept) progress.done(RESOLVE, 'it ends by itself');
  else if (!resolved) progress.skipped(RESOLVE, 'nothing was sent');
  else if (resolved.failed.length > 0)
    progress.failed(
      RESOLVE,
      resolved.failed.map(({ replica, reason }) => `${replica}: ${reason}`).join('; '),
    );
  else if (resolved.replicas.length === 0) progress.skipped(RESOLVE, 'no replica has it');
  else progress.done(RESOLVE, `at ${countText(resolved.replicas.length, 'replica')}`);
}

/** Follows the end of the alert to the receivers that are told of it. */
async function followEnd(
  run: Run,
  { followed, before, progress }: { followed: Followed; before: Readings; progress: Progress },
): Promise<Followed | undefined> {
  const targets = followed.targets.flatMap((target) => {
    const integrations = target.receiver.integrations.filter(({ sendResolved }) => sendResolved);
    const receiver = { ...target.receiver, integrations };
    return integrations.length > 0 ? [{ ...target, receiver, wait: target.route.groupInterval }] : [];
  });
  const { outcome } = followed.judgment;
  if (targets.length === 0 || (outcome !== 'sent' && outcome !== 'probably-sent')) {
    progress.skipped(
      TOLD,
      targets.length === 0 ? 'send_resolved is false' : 'it is not proven that the alert was sent',
    );
    return undefined;
  }
  const told = await follow({
    ...followingOf({ ...run, targets }, { before, progress, renew: async () => {} }),
    ended: followed.targets.length,
  });
  progress.done(TOLD, told.judgment.outcome.replaceAll('-', ' '));
  return told;
}
