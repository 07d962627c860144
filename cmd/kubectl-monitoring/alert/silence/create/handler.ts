import type { NewSilence } from '../../../../../lib/alerts/new-silence.ts';
import type { Handler, Host } from '../../../../../lib/cli/command.ts';
import { folded } from '../../../../../lib/cli/folded.ts';
import { confirm } from '../../../../../lib/cli/prompt.ts';
import { type Created, createSilence } from '../../../../../lib/cluster/alerts/create-silence.ts';
import { readListedAlerts, readListedSilences } from '../../../../../lib/cluster/alerts/read-listed.ts';
import { exitCodes } from '../../../../../lib/words/errors.ts';
import { listed } from '../../../../../lib/words/text.ts';
import { type Ending, renderItems } from '../../../../shared/render.ts';
import { TIMERS } from '../../../../shared/timers.ts';
import { MONITORING } from '../../../shared/plugin.ts';
import { commandFor } from '../../shared/command-for.ts';
import { type Alerts, withManager } from '../../shared/with-manager.ts';
import { endingOf } from '../shared/ending-of.ts';
import type { SilenceCreateValues } from './flags.ts';
import { givenSilence } from './given-silence.ts';
import { leftText, planOf } from './plan-text.ts';

/** `alert silence create MATCHER…`: silences alerts, on every replica. */
export const create: Handler<SilenceCreateValues> = async ({ args, values }, host) => {
  const silence = givenSilence(args, values, { now: host.clock.now(), env: host.env });
  return withManager(values, host, async (alerts) => {
    const { manager, warn } = alerts;
    const now = host.clock.now();
    const [firing, before] = await Promise.all([readListedAlerts(manager, now), readListedSilences(manager)]);
    const plan = planOf(silence, firing.items, now);
    host.stderr.write(folded(`${plan.text}\n`, host.stderr));
    for (const warning of [...plan.warnings, ...before.doubts]) warn(warning);
    const ended = (what: Parameters<typeof endingOf>[2]) => endingOf(alerts, '', what);
    if (values.dryRun === 'client') {
      const message = 'created (dry run)';
      const ending = ended({ verdict: 'unchanged', reason: 'dry-run', exitCode: 0, message });
      return rendered([ending], 0, { alerts, values, host });
    }
    if (!values.yes && !(await confirm('Create this silence?', host))) {
      const ending = ended({ verdict: 'declined', exitCode: 1, message: 'not created: nothing was changed' });
      return rendered([ending], 1, { alerts, values, host });
    }
    const created = await createSilence(before.replicas, silence, {
      clock: host.clock.waits ?? TIMERS,
      interrupted: host.interrupted,
      known: new Set(before.items.map(({ id }) => id)),
    });
    const isPartial = created.lacking.length > 0 || before.unread.length > 0;
    const exitCode = created.isInterrupted ? exitCodes.aborted : isPartial ? 2 : 0;
    return report(created, { silence, exitCode, alerts, values, host });
  });
};

interface Run {
  alerts: Alerts;
  values: SilenceCreateValues;
  host: Host;
}

async function report(
  { made, lacking, isInterrupted }: Created,
  { silence, exitCode, ...run }: Run & { silence: NewSilence; exitCode: number },
): Promise<number> {
  const { alerts, values, host } = run;
  const ends = `it ends in ${leftText(silence.endsAt, host.clock.now())}`;
  const endings = made.map(({ id, replica }) => {
    const where = made.length > 1 ? ` on ${replica}` : '';
    return endingOf(alerts, id, { verdict: 'applied', exitCode: 0, message: `created${where}: ${ends}` });
  });
  if (made.length > 1)
    alerts.warn(
      `${listed(made.slice(1).map(({ replica }) => replica))} did not hear of the silence within 5s, so it is created there as well: check that the replicas are one cluster`,
    );
  for (const { replica, reason } of lacking) alerts.warn(`${replica} does not have the silence: ${reason}`);
  await rendered(endings, exitCode, run);
  const words = ['silence', 'expire', ...made.map(({ id }) => id)];
  if (isInterrupted)
    host.stderr.write('Interrupted: it is not known whether every replica has the silence.\n');
  if (values.output === undefined)
    host.stderr.write(
      folded(`To end it earlier: ${commandFor(words, { ...alerts, values })}\n`, host.stderr),
    );
  return exitCode;
}

async function rendered(endings: Ending[], exitCode: number, { alerts, values, host }: Run): Promise<number> {
  await renderItems(endings, host, {
    ...{ output: values.output, exitCode, paint: alerts.paint },
    ...{ plugin: MONITORING, kind: 'SilenceCreateList' },
  });
  return exitCode;
}
