import { matcherText, parseMatchers } from '../../../lib/alerts/matchers.ts';
import type { Host } from '../../../lib/cli/command.ts';
import { folded } from '../../../lib/cli/folded.ts';
import { askSecret } from '../../../lib/cli/prompt.ts';
import { receiverSettings } from '../../../lib/values/settings/receiver.ts';
import { reportable } from '../../../lib/words/errors.ts';
import { applyEdit } from '../shared/values/change-values.ts';
import { webhookUrl } from '../shared/values/webhook.ts';

/** The webhook that notifies when the watchdog stops; undefined if the user gives none. Asks again after what is no address. */
export async function askWebhook(host: Host): Promise<string | undefined> {
  for (;;) {
    const answer = await askSecret(
      'Webhook outside the cluster that notifies you when the watchdog stops (not shown; empty: none): ',
      host,
    );
    if (answer === '') return undefined;
    try {
      return webhookUrl(answer);
    } catch (error) {
      const { message, hint } = reportable(error);
      host.stderr.write(folded(`${message}\n${hint ?? ''}\n`, host.stderr));
    }
  }
}

/** Adds the receiver of the watchdog to the values, and its route. */
export async function setReceiver(url: string, file: string, host: Host): Promise<void> {
  const matchers = parseMatchers('alertname="Watchdog"').map(matcherText);
  await applyEdit(
    {
      title: 'Add the receiver watchdog',
      exposes: 'the address of the webhook',
      settings: (ground) =>
        receiverSettings(ground, {
          name: 'watchdog',
          url,
          sendResolved: false,
          matchers,
          repeatInterval: '5m',
        }),
    },
    { filename: [file], diff: false, commit: false, yes: true, output: undefined, color: 'auto' },
    host,
  );
}
