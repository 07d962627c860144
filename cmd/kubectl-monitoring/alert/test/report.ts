import type { Alert } from '../../../../lib/alerts/alert-facts.ts';
import { type Judgment, VERDICTS } from '../../../../lib/alerts/delivery.ts';
import { durationText } from '../../../../lib/alerts/duration-text.ts';
import type { Target } from '../../../../lib/alerts/target.ts';
import { folded } from '../../../../lib/cli/folded.ts';
import { isDocument, writeDocument } from '../../../../lib/cli/output.ts';
import { screenOf, verdictCell } from '../../../../lib/cli/style.ts';
import { readFailures } from '../../../../lib/cluster/alerts/read-log.ts';
import type { Sent } from '../../../../lib/cluster/alerts/send.ts';
import { CommandError, exitCodes } from '../../../../lib/words/errors.ts';
import { countText, listed, oneLine, printable } from '../../../../lib/words/text.ts';
import { type Verdict, verdictText } from '../../../../lib/words/verdict.ts';
import { itemOf, resultOf } from '../../../shared/render.ts';
import { MONITORING } from '../../shared/plugin.ts';
import { unreadItem } from '../shared/unread-item.ts';
import type { Followed } from './follow.ts';
import { isUnproven, messageOf, nextFor, whereText } from './messages.ts';
import type { Resolved } from './resolve.ts';
import type { Run } from './run.ts';

/** What came of one call. */
export interface Ended {
  kind: 'ended';
  sent: readonly Sent[];
  /** The alert as a replica had it last. */
  own: Alert | undefined;
  /** Undefined if the command was interrupted or failed before it was known. */
  followed: Followed | undefined;
  /** Undefined if it was left, or never sent. */
  resolved: Resolved | undefined;
  /** What came of the notification of its end; undefined if it was not waited for. */
  told: Followed | undefined;
  failure: unknown;
}

const KIND = 'AlertTest';

/** By verdict; `interrupted` and `timed-out` have those of every command. */
const EXIT_CODES: Partial<Record<Verdict, number>> = {
  healthy: 0,
  unchanged: 0,
  unknown: 2,
  'timed-out': exitCodes.timeout,
  interrupted: exitCodes.aborted,
};

/** Prints what came of the test; gives the exit code. @throws what ended it, after its part of the report. */
export async function render(run: Run & (Ended | { kind: 'dry-run' })): Promise<number> {
  const { host, values, alerts } = run;
  const summary = run.kind === 'dry-run' ? dryRun(run) : await summaryOf(run);
  const { verdict, reason, message } = summary;
  const exitCode = EXIT_CODES[verdict] ?? 1;
  const lines = run.kind === 'dry-run' ? [] : aftermathOf(run);
  if (isDocument(values.output))
    await writeDocument(
      host.stdout,
      values.output,
      resultOf(MONITORING, KIND, {
        ...{ verdict, exitCode, reason, message },
        metadata: { name: run.labels.alertname ?? '', namespace: alerts.manager.namespace },
        labels: run.labels,
        items: (run.kind === 'ended' ? (run.followed?.targets ?? run.targets) : run.targets).map(targetItem),
        ...(run.kind === 'ended' && endedItem(run)),
        next: summary.next ?? null,
      }),
    );
  else {
    const screen = screenOf(host, alerts.stdoutPaint);
    const cell = verdictCell(verdict, screen);
    const head = screen.paint(cell.style, cell.text.replace(verdictText(verdict), verdictText(reason)));
    const text = [`${head}: ${printable(message)}`, ...lines.map(oneLine)].join('\n');
    host.stdout.write(folded(`${text}\n`, host.stdout));
    if (summary.next) host.stderr.write(folded(`${printable(`Next: ${summary.next}`)}\n`, host.stderr));
  }
  return exitCode;
}

interface Summary {
  verdict: Verdict;
  reason: string;
  message: string;
  next?: string | undefined;
}

const dryRun = ({ targets }: Run): Summary => ({
  verdict: 'unchanged',
  reason: 'dry-run',
  message: `nothing was sent; ${whereText(targets)}`,
});

async function summaryOf(run: Run & Ended): Promise<Summary> {
  const { followed, failure, host } = run;
  if (!followed) {
    if (host.interrupted.aborted)
      return {
        verdict: 'interrupted',
        reason: 'interrupted',
        message: 'it is not known whether the receivers were notified',
      };
    if (!(failure instanceof CommandError)) throw failure;
    return {
      verdict: 'failed',
      reason: 'failed',
      message: failure.message.replace(/^error: /, ''),
      next: failure.hint,
    };
  }
  if (failure && !host.interrupted.aborted) throw failure;
  const { judgment, failures } = await withReasons(run, followed);
  const isUnread = judgment.outcome === 'pending' && followed.unread.length > 0;
  return {
    verdict: failure
      ? 'interrupted'
      : isUnread || isUnproven(judgment, failures)
        ? 'unknown'
        : VERDICTS[judgment.outcome],
    reason: judgment.outcome,
    message: oneLine(messageOf({ ...followed, judgment }, failures)),
    next: nextFor(judgment, run),
  };
}

/** Reads in the logs why a notification failed, and whether it is this one where others are made, too. */
async function withReasons(
  { alerts: { session, manager } }: Run,
  { judgment, targets, seconds }: Followed,
): Promise<{ judgment: Judgment; failures: { receiver: string; reason: string }[] }> {
  if (judgment.outcome !== 'failing' || !session) return { judgment, failures: [] };
  const receivers = new Set(targets.map(({ receiver }) => receiver.name));
  const pods = manager.replicas.map(({ name }) => name);
  const { failures, unread } = await readFailures(
    session.steady,
    { namespace: manager.namespace, pods },
    { receivers, seconds },
  );
  const isOfOthers = unread.length === 0 && isUnproven(judgment, failures);
  return { judgment: isOfOthers ? { ...judgment, outcome: 'probably-sent' } : judgment, failures };
}

/** What became of the alert itself. */
function aftermathOf({ resolved, told, followed, own, values, sent, failure }: Run & Ended): string[] {
  const ends = own
    ? `it ends by itself at ${new Date(own.endsAt).toISOString().slice(11, 19)} UTC`
    : 'it ends by itself after resolve_timeout';
  if (values.keep) return sent.length > 0 ? [`The alert is left: ${ends}.`] : [];
  if (!resolved) return [];
  const lost = resolved.failed.map(({ replica, reason }) => `${replica}: ${reason}`);
  const count = resolved.replicas.length + resolved.failed.length;
  if (count === 0) return ['No replica has the alert.'];
  return [
    `The alert is resolved at ${resolved.replicas.length} of ${countText(count, 'replica')}.`,
    ...(lost.length > 0 ? [`Not resolved at ${listed(lost)}; there ${ends}.`] : []),
    ...(followed ? endText(followed, { told, failure }) : []),
  ];
}

/** Who is told that the alert has ended. */
function endText(
  { judgment: { outcome }, targets }: Followed,
  { told, failure }: Pick<Ended, 'told' | 'failure'>,
): string[] {
  if (failure) return ['It is not known whether the receivers were notified of its end.'];
  if (told) return [`Its end: ${verdictText(told.judgment.outcome)}: ${messageOf(told, [])}.`];
  if (outcome !== 'sent' && outcome !== 'probably-sent') return [];
  const telling = targets.filter(({ receiver }) =>
    receiver.integrations.some(({ sendResolved }) => sendResolved),
  );
  const names = [...new Set(telling.map(({ receiver }) => JSON.stringify(receiver.name)))];
  const within = durationText(Math.max(0, ...telling.map(({ route }) => route.groupInterval)));
  return names.length === 0
    ? ['No one is told that it is resolved: send_resolved is false.']
    : [
        `Receiver ${names.join(' and ')} is told so within ${within} (send_resolved); --wait-resolved waits for it.`,
      ];
}

const targetItem = ({ receiver, group, joined, wait, muted, route }: Target) => ({
  ...itemOf({ name: receiver.name, namespace: '' }),
  integrations: receiver.integrations,
  group,
  joined,
  waitSeconds: wait,
  repeatSeconds: route.repeatInterval,
  muted,
});

const endedItem = ({ sent, followed, resolved, told, own }: Ended) => ({
  sent: sent.map((one) => ({
    replica: one.replica.name,
    api: 'api' in one ? one.api : null,
    message: 'reason' in one ? one.reason : null,
  })),
  seconds: followed ? Math.round(followed.seconds) : null,
  counted: followed?.judgment.counted ?? [],
  suppressedBy: followed?.judgment.by ?? [],
  endsAt: own ? new Date(own.endsAt).toISOString() : null,
  resolved: resolved
    ? {
        replicas: resolved.replicas,
        failed: resolved.failed.map(unreadItem),
      }
    : null,
  resolvedReason: told?.judgment.outcome ?? null,
});
