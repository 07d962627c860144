import { type ListedSilence, silencesMeant } from '../../../../../lib/alerts/listed-silences.ts';
import type { Handler } from '../../../../../lib/cli/command.ts';
import { nearMisses } from '../../../../../lib/cli/near-misses.ts';
import { type Expired, expireSilences } from '../../../../../lib/cluster/alerts/expire-silences.ts';
import { readListedSilences } from '../../../../../lib/cluster/alerts/read-listed.ts';
import { ageText } from '../../../../../lib/words/age.ts';
import { exitCodes } from '../../../../../lib/words/errors.ts';
import { listed, oneLine } from '../../../../../lib/words/text.ts';
import { type Ending, renderItems } from '../../../../shared/render.ts';
import { TIMERS } from '../../../../shared/timers.ts';
import { MONITORING } from '../../../shared/plugin.ts';
import { commandFor } from '../../shared/command-for.ts';
import { type Alerts, withManager } from '../../shared/with-manager.ts';
import { endingOf } from '../shared/ending-of.ts';
import type { SilenceExpireValues } from './flags.ts';

/** `alert silence expire ID…`: expires silences on every replica. */
export const expire: Handler<SilenceExpireValues> = ({ args, values }, host) =>
  withManager(values, host, async (alerts) => {
    const { items, replicas, unread, doubts } = await readListedSilences(alerts.manager);
    const choices = args.map((word) => ({ word, meant: silencesMeant(items, word) }));
    const [chosen, wrong] = [
      choices.filter(({ meant }) => meant.length === 1).flatMap(({ meant }) => meant),
      choices.filter(({ meant }) => meant.length !== 1),
    ];
    const silences = [...new Set(chosen)];
    const ids = silences.filter(({ state }) => state !== 'expired').map(({ id }) => id);
    const expired = await expireSilences(replicas, ids, {
      clock: host.clock.waits ?? TIMERS,
      interrupted: host.interrupted,
    });
    const next = commandFor(['silence', 'list'], { ...alerts, values });
    const endings = [
      ...silences.map((silence) => resultFor(silence, expired, { alerts, now: host.clock.now(), next })),
      ...wrong.map(({ word, meant }) => unclear(word, meant, { alerts, items, next })),
    ];
    for (const doubt of doubts) alerts.warn(doubt);
    const exitCode = exitCodeFor(endings, { ...expired, isPartial: unread.length > 0 });
    await renderItems(endings, host, {
      ...{ output: values.output, exitCode, paint: alerts.paint },
      ...{ plugin: MONITORING, kind: 'SilenceExpireList' },
    });
    return exitCode;
  });

function exitCodeFor(
  endings: readonly Ending[],
  { isInterrupted, isPartial }: { isInterrupted: boolean; isPartial: boolean },
): number {
  if (isInterrupted) return exitCodes.aborted;
  return endings.some((ending) => ending.exitCode !== 0) ? 1 : isPartial ? 2 : 0;
}

function resultFor(
  { id, state, endsAt }: ListedSilence,
  { lasting, isInterrupted }: Expired,
  { alerts, now, next }: { alerts: Alerts; now: Date; next: string },
): Ending {
  if (state === 'expired') {
    const message = `already expired ${ageText(now.getTime() - endsAt)} ago`;
    return endingOf(alerts, id, { verdict: 'unchanged', exitCode: 0, message });
  }
  if (isInterrupted)
    return endingOf(alerts, id, {
      verdict: 'interrupted',
      exitCode: exitCodes.aborted,
      message: `Interrupted: silence ${id} may not be expired on every replica`,
      next,
    });
  const left = lasting.get(id);
  if (!left) return endingOf(alerts, id, { verdict: 'undone', exitCode: 0, message: 'expired' });
  const reasons = left.map(({ replica, reason }) => `${oneLine(replica)}: ${oneLine(reason)}`).join('; ');
  const message = `silence ${id} is not expired on every replica: ${reasons}`;
  return endingOf(alerts, id, { verdict: 'failed', reason: 'not-expired', exitCode: 1, message, next });
}

/** The result for an argument that is no silence, or the beginning of several ids. */
function unclear(
  word: string,
  meant: readonly ListedSilence[],
  { alerts, items, next }: { alerts: Alerts; items: readonly ListedSilence[]; next: string },
): Ending {
  const given = oneLine(word);
  if (meant.length > 1) {
    const message = `"${given}" is the beginning of several silences: ${listed(meant.map(({ id }) => id))}`;
    return endingOf(alerts, word, { verdict: 'blocked', reason: 'ambiguous', exitCode: 1, message });
  }
  const lasting = items.filter(({ state }) => state !== 'expired').map(({ id }) => id);
  const near = nearMisses(word, lasting);
  const message = [
    `silence "${given}" not found`,
    ...(near.length > 0 ? [`Did you mean ${listed(near)}?`] : []),
  ].join('\n');
  return endingOf(alerts, word, { verdict: 'failed', reason: 'not-found', exitCode: 1, message, next });
}
