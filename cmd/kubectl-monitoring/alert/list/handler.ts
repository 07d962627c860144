import { type AlertChoice, isChosen } from '../../../../lib/alerts/listed-alerts.ts';
import { checkedMatcher } from '../../../../lib/alerts/matchers.ts';
import type { Handler } from '../../../../lib/cli/command.ts';
import { isDocument, writeDocument } from '../../../../lib/cli/output.ts';
import { screenOf } from '../../../../lib/cli/style.ts';
import { columnTable } from '../../../../lib/cli/table.ts';
import { readListedAlerts } from '../../../../lib/cluster/alerts/read-listed.ts';
import { usageError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { resultOf } from '../../../shared/render.ts';
import { MONITORING } from '../../shared/plugin.ts';
import { matchersIn } from '../shared/matchers-in.ts';
import { unreadItem } from '../shared/unread-item.ts';
import { withManager } from '../shared/with-manager.ts';
import type { AlertListValues } from './flags.ts';
import { alertItem, COLUMNS } from './rows.ts';

/** `alert list [MATCHER…]`: the alerts of an Alertmanager, and on how many of its replicas each is. */
export const list: Handler<AlertListValues> = async ({ args, values }, host) => {
  const choice = { matchers: matchersIn(args), states: values.state, receiver: receiverIn(values) };
  return withManager(values, host, async ({ manager, stdoutPaint, warn }) => {
    const { output, noHeaders } = values;
    const now = host.clock.now();
    const { items, replicas, unread, doubts } = await readListedAlerts(manager, now);
    const alerts = items.filter((alert) => isChosen(alert, choice));
    const exitCode = unread.length > 0 ? 2 : 0;
    if (isDocument(output)) {
      const verdict = exitCode === 0 ? 'healthy' : 'unknown';
      const result = {
        verdict,
        exitCode,
        items: alerts.map(alertItem),
        unread: unread.map(unreadItem),
      } as const;
      await writeDocument(host.stdout, output, resultOf(MONITORING, 'AlertList', result));
    } else if (alerts.length > 0) {
      const screen = screenOf(host, stdoutPaint);
      const all = new Map(items.map((alert) => [alert.fingerprint, alert]));
      const look = { now, asked: replicas.length, all };
      const wide = output === 'wide';
      host.stdout.write(columnTable(COLUMNS, { rows: alerts, look }, { wide, noHeaders, screen }));
    } else if (exitCode === 0) host.stderr.write('No resources found\n');
    for (const doubt of doubts) warn(doubt);
    return exitCode;
  });
};

/** The receiver as a matcher: its name is compared as a label's value is. */
function receiverIn({ receiver }: AlertListValues): AlertChoice['receiver'] {
  if (receiver === undefined) return undefined;
  try {
    return checkedMatcher({ name: 'receiver', op: '=~', value: receiver });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw usageError(
      `invalid value "${oneLine(receiver)}" for --receiver: it is not a valid regular expression`,
      'Escape its special characters with a backslash.',
    );
  }
}
