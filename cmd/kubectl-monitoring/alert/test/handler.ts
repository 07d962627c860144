import type { Alert } from '../../../../lib/alerts/alert-facts.ts';
import { hasEndedGroups } from '../../../../lib/alerts/delivery.ts';
import { inhibits } from '../../../../lib/alerts/inhibition.ts';
import { targetsOf } from '../../../../lib/alerts/target.ts';
import type { Handler } from '../../../../lib/cli/command.ts';
import { doubtsOf, readRunning } from '../../../../lib/cluster/alerts/read-running.ts';
import { listed } from '../../../../lib/words/text.ts';
import { durationOf } from '../../../shared/durations.ts';
import { withManager } from '../shared/with-manager.ts';
import { carryOut } from './carry-out.ts';
import type { AlertTestValues } from './flags.ts';
import { readAll } from './follow.ts';
import { givenBy, labelsOf } from './options.ts';
import { planText } from './plan.ts';
import { render } from './report.ts';
import type { Run } from './run.ts';

/** `alert test`: sends a test alert, follows it until it is known whether it arrived, and resolves it (§4.B, §6). */
export const alertTest: Handler<AlertTestValues> = async ({ values }, host) => {
  const patience = durationOf('timeout', values.timeout);
  const given = givenBy(values);
  return withManager(
    values,
    host,
    async (alerts) => {
      const { manager, warn } = alerts;
      const running = await readRunning(manager);
      for (const doubt of doubtsOf(running)) warn(doubt);
      const labels = labelsOf(given.labels, {
        ...running,
        receiver: values.receiver,
        versions: running.versions.values(),
      });
      const before = await readAll([...running.versions.keys()]);
      const groups = before.answers.flatMap(({ value }) => value.groups);
      const hasEnded = before.answers.some(({ value }) => hasEndedGroups(value));
      const targets = targetsOf(running.config, labels, { groups, hasEnded, now: host.clock.now() });
      host.stderr.write(
        planText(manager, {
          ...{ labels, targets, versions: [...running.versions.values()] },
          columns: host.stderr.columns,
        }),
      );
      const run: Run = { alerts, host, values, running, labels, targets, patience, before };
      warnOfInhibited(
        run,
        groups.flatMap((group) => group.alerts),
      );
      if (values.dryRun !== 'none') return render({ ...run, kind: 'dry-run' });
      return render({ ...run, ...(await carryOut(run, { labels, annotations: given.annotations })) });
    },
    { forwards: true },
  );
};

/** A test alert must not hide real ones without a word. */
function warnOfInhibited({ running, labels, alerts }: Run, others: readonly Alert[]): void {
  const hidden = inhibits(running.config, labels, others).map((alert) => alert.labels.alertname ?? '');
  if (hidden.length > 0)
    alerts.warn(
      `while it fires, the test alert inhibits ${listed([...new Set(hidden)])} (inhibit_rules): no one is notified of that`,
    );
}
