import type { Handler, Host } from '../../../../lib/cli/command.ts';
import { folded } from '../../../../lib/cli/folded.ts';
import { isDocument, writeDocument } from '../../../../lib/cli/output.ts';
import { screenOf } from '../../../../lib/cli/style.ts';
import { openMetrics } from '../../../../lib/cluster/metrics/open.ts';
import { plainReason } from '../../../../lib/cluster/metrics/pod.ts';
import type { MetricsSource } from '../../../../lib/cluster/metrics/source.ts';
import { type Backtested, backtestAlert } from '../../../../lib/cluster/rules/backtest.ts';
import { openSession, type Session } from '../../../../lib/cluster/session.ts';
import { readGivenFile } from '../../../../lib/input/given-file.ts';
import type { Unread } from '../../../../lib/lint/finding.ts';
import { MONITORING_NAMESPACE } from '../../../../lib/objects/names.ts';
import { DAY } from '../../../../lib/objects/retention.ts';
import { type Alerts, alertsIn } from '../../../../lib/rules/alerts.ts';
import type { Period } from '../../../../lib/rules/backtest.ts';
import { CommandError, reportable, usageError } from '../../../../lib/words/errors.ts';
import { listed, oneLine, printable } from '../../../../lib/words/text.ts';
import { type Verdict, worstVerdict } from '../../../../lib/words/verdict.ts';
import { REQUEST_LIMIT } from '../../../shared/durations.ts';
import { renderError, resultOf } from '../../../shared/render.ts';
import { filesOf, READABLE } from '../../../shared/walk.ts';
import { daysOf } from '../../shared/days.ts';
import { parsedFile } from '../../shared/parsed-file.ts';
import { MONITORING } from '../../shared/plugin.ts';
import { isUnreachable } from '../../shared/unreachable.ts';
import type { BacktestValues } from './flags.ts';
import { alertText, firedText, momentText } from './render.ts';

/** What the data is called. */
const KIND = 'BacktestReport';

/** `rules backtest PATH…`: when the alerts in files would have fired, by the samples that a Prometheus has. */
export const backtest: Handler<BacktestValues> = async ({ args: paths, values }, host) => {
  const { output } = values;
  const to = Math.floor(host.clock.now().getTime() / 1000);
  const period = { from: to - Math.round(daysOf('over', values.over) * DAY), to };
  const namespace = values.namespace ?? MONITORING_NAMESPACE;
  const { alerts, recordings, unread } = await alertsOf(paths, host);
  const requestTimeout = values.requestTimeout ?? REQUEST_LIMIT;
  const session = await openSession({ ...values, namespace, requestTimeout }, host);
  const screen = screenOf(host, session.stdoutPaint);
  const items: Item[] = [];
  let source: string | null = null;
  let failure: CommandError | undefined;
  try {
    if (alerts.length > 0) {
      const metrics = await openMetrics({ session, host, prometheus: values.prometheus }, namespace);
      source = metrics.via;
      if (!isDocument(output)) host.stdout.write(folded(`${headText(source, period)}\n`, host.stdout));
      try {
        for await (const item of itemsOf(alerts, { metrics, period })) {
          if (!isDocument(output) && item.verdict !== 'unknown')
            host.stdout.write(alertText(item, period, screen));
          // Only data needs them all.
          items.push(isDocument(output) ? item : { ...item, firings: [] });
        }
      } finally {
        await metrics.close();
      }
    }
  } catch (error) {
    if (!isUnreachable(error)) {
      await renderError(error, host, { output, plugin: MONITORING, kind: KIND });
      throw error;
    }
    failure = error;
  } finally {
    session.client.close();
  }
  const verdicts = [...items.map(({ verdict }) => verdict), ...unread.map((): Verdict => 'unknown')];
  const exitCode = failure || verdicts.includes('unknown') ? 2 : 0;
  if (isDocument(output)) {
    const result = {
      ...{ verdict: worstVerdict(verdicts, 'unknown'), exitCode },
      ...(failure && { message: failure.message, ...(failure.hint && { hint: failure.hint }) }),
      ...{ from: timeOf(period.from), to: timeOf(period.to), source, recordings },
      items: items.map(({ firings, ...item }) => ({
        ...item,
        firings: firings.map(({ start, end, labels }) => ({
          start: timeOf(start),
          end: end === null ? null : timeOf(end),
          labels,
        })),
      })),
      unread,
    };
    await writeDocument(host.stdout, output, resultOf(MONITORING, KIND, result));
  } else if (source !== null) host.stdout.write(`${summaryOf(items, recordings)}\n`);
  warn({ items, unread, failure }, session, host);
  return exitCode;
};

interface FoundAlert {
  path: string;
  alert: Alerts['alerts'][number];
}

async function alertsOf(
  paths: string[],
  host: Pick<Host, 'cwd' | 'interrupted'>,
): Promise<{ alerts: FoundAlert[]; recordings: number; unread: Unread[] }> {
  const alerts: FoundAlert[] = [];
  const unread: Unread[] = [];
  let recordings = 0;
  const hints = { path: READABLE, link: 'pass its target' };
  for await (const entry of filesOf(paths, { cwd: host.cwd(), hints, templates: RENDER })) {
    host.interrupted.throwIfAborted();
    const { name: path } = entry;
    const read =
      'reason' in entry
        ? { path, reason: entry.reason, hint: entry.hint }
        : await parsedFile({ path, hint: READABLE }, () => readGivenFile(entry.path), alertsIn);
    if ('reason' in read) unread.push(read);
    else {
      recordings += read.recordings;
      for (const alert of read.alerts) alerts.push({ path, alert });
    }
  }
  if (alerts.length + unread.length === 0) unread.push({ path: paths.join(', '), ...NOTHING });
  return { alerts, recordings, unread };
}

const RENDER = 'pass what they render: helm template CHART';
const NOTHING = { reason: 'no alerts found', hint: 'pass rule objects or rule files' };

interface Item extends Backtested {
  alert: string;
  group: string;
  file: { path: string };
  /** Unknown: it could not be asked about, and the message is why. */
  verdict: 'findings' | 'clean' | 'unknown';
  message: string;
}

/** One alert after the other, since an answer may be large. After a timeout, no more is asked. */
async function* itemsOf(
  alerts: readonly FoundAlert[],
  { metrics, period }: { metrics: MetricsSource; period: Period },
): AsyncGenerator<Item> {
  let late: CommandError | undefined;
  for (const { path, alert } of alerts) {
    const named = { alert: alert.name, group: alert.group, file: { path } };
    const asked =
      'fault' in alert
        ? usageError(alert.fault)
        : (late ?? (await backtestAlert(metrics, alert, period).catch(reportable)));
    if (asked instanceof CommandError) {
      if (asked.kind === 'timeout') late = asked;
      const message = `${plainReason(asked)}${late ? `; ${LATE}` : ''}`;
      yield { ...named, verdict: 'unknown', message, firings: [], warnings: [] };
    } else {
      const verdict = asked.firings.length > 0 ? 'findings' : 'clean';
      yield { ...named, verdict, message: firedText(asked.firings, period.to), ...asked };
    }
  }
}

const LATE = 'use a shorter --over, or allow more time with --request-timeout';

const headText = (source: string, { from, to }: Period): string =>
  `Asked ${oneLine(source)}, from ${momentText(from)} to ${momentText(to)}`;

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

function summaryOf(items: readonly Item[], recordings: number): string {
  const fired = items.filter(({ verdict }) => verdict === 'findings').length;
  const known = items.filter(({ verdict }) => verdict !== 'unknown').length;
  const left = recordings === 1 ? '1 recording rule' : `${recordings} recording rules`;
  return `${fired} of ${known} ${known === 1 ? 'alert' : 'alerts'} fired${recordings > 0 ? `; ${left} left out` : ''}`;
}

/** Writes what could not be asked, each reason once, and what Prometheus warned of. */
function warn(
  {
    items,
    unread,
    failure,
  }: { items: readonly Item[]; unread: readonly Unread[]; failure: CommandError | undefined },
  { paint, warn: write }: Session,
  { stderr }: Pick<Host, 'stderr'>,
): void {
  const warned = items.flatMap(({ alert, warnings }) => warnings.map((text) => ({ alert, text })));
  for (const [text, alike] of Map.groupBy(warned, (one) => one.text))
    write(oneLine(`${listed(alike.map(({ alert }) => alert))}: Prometheus warns: ${text}`));
  const unknown = items.filter(({ verdict }) => verdict === 'unknown');
  const lines = [
    ...[...Map.groupBy(unknown, ({ message }) => message)].map(
      ([message, alike]) => `${listed(alike.map(({ alert }) => alert))}: ${message}`,
    ),
    ...unread.map(({ path, reason, hint }) => `${path}: ${reason}; ${hint}`),
  ];
  for (const line of lines) stderr.write(folded(`${paint('red', 'error:')} ${oneLine(line)}\n`, stderr));
  if (failure)
    stderr.write(
      folded(`${printable([failure.message, failure.hint].filter(Boolean).join('\n'))}\n`, stderr),
    );
}
