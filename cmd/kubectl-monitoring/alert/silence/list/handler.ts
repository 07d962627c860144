import { hasMatchers, type ListedSilence } from '../../../../../lib/alerts/listed-silences.ts';
import { matchersText, matcherText } from '../../../../../lib/alerts/matchers.ts';
import type { Handler } from '../../../../../lib/cli/command.ts';
import { isDocument, writeDocument } from '../../../../../lib/cli/output.ts';
import { screenOf } from '../../../../../lib/cli/style.ts';
import { type Column, columnTable } from '../../../../../lib/cli/table.ts';
import { readListedSilences } from '../../../../../lib/cluster/alerts/read-listed.ts';
import { ageText } from '../../../../../lib/words/age.ts';
import { oneLine } from '../../../../../lib/words/text.ts';
import { itemOf, resultOf } from '../../../../shared/render.ts';
import { MONITORING } from '../../../shared/plugin.ts';
import { matchersIn } from '../../shared/matchers-in.ts';
import { unreadItem } from '../../shared/unread-item.ts';
import { withManager } from '../../shared/with-manager.ts';
import { silenceResource } from '../shared/ending-of.ts';
import type { SilenceListValues } from './flags.ts';

/** `alert silence list [MATCHER…]`: the silences of an Alertmanager, and on how many of its replicas each is. */
export const list: Handler<SilenceListValues> = async ({ args, values }, host) => {
  const matchers = matchersIn(args);
  return withManager(values, host, async ({ manager, stdoutPaint, warn }) => {
    const { expired, noHeaders, output } = values;
    const { items, replicas, unread, doubts } = await readListedSilences(manager);
    const silences = items.filter(
      (silence) => (expired || silence.state !== 'expired') && hasMatchers(silence, matchers),
    );
    const exitCode = unread.length > 0 ? 2 : 0;
    if (isDocument(output)) {
      const verdict = exitCode === 0 ? 'healthy' : 'unknown';
      const namespace = manager.namespace;
      const items = silences.map((silence) => silenceItem(silence, namespace));
      const result = { verdict, exitCode, items, unread: unread.map(unreadItem) } as const;
      await writeDocument(host.stdout, output, resultOf(MONITORING, 'SilenceList', result));
    } else if (output === 'name')
      host.stdout.write(silences.map(({ id }) => `${oneLine(silenceResource(id))}\n`).join(''));
    else if (silences.length > 0) {
      const screen = screenOf(host, stdoutPaint);
      const look = { now: host.clock.now().getTime(), asked: replicas.length };
      const wide = output === 'wide';
      host.stdout.write(columnTable(COLUMNS, { rows: silences, look }, { wide, noHeaders, screen }));
    } else if (exitCode === 0) host.stderr.write('No resources found\n');
    for (const doubt of doubts) warn(doubt);
    return exitCode;
  });
};

const COLUMNS: readonly Column<ListedSilence, { now: number; asked: number }>[] = [
  // The beginning of an id is enough to expire it.
  { header: { text: 'ID', least: 36 }, cell: ({ id }) => id },
  { header: 'STATE', cell: ({ state }) => state },
  { header: { text: 'MATCHERS', least: 16 }, cell: ({ matchers }) => matchersText(matchers) },
  { header: 'STARTS', when: 'wide', cell: ({ startsAt }, { now }) => whenText(startsAt, now) },
  { header: 'ENDS', cell: ({ endsAt }, { now }) => whenText(endsAt, now) },
  { header: { text: 'CREATED BY', optional: 2 }, cell: ({ createdBy }) => createdBy },
  { header: { text: 'COMMENT', optional: 1 }, cell: ({ comment }) => comment },
  {
    header: { text: 'REPLICAS', optional: 3 },
    cell: ({ replicas }, { asked }) => `${replicas.length}/${asked}`,
  },
];

const whenText = (time: number, now: number): string =>
  time > now ? `in ${ageText(time - now)}` : `${ageText(now - time)} ago`;

const silenceItem = (silence: ListedSilence, namespace: string) => ({
  ...itemOf({ name: silence.id, namespace }),
  state: silence.state,
  matchers: silence.matchers.map(matcherText),
  startsAt: new Date(silence.startsAt).toISOString(),
  endsAt: new Date(silence.endsAt).toISOString(),
  createdBy: silence.createdBy,
  comment: silence.comment,
  replicas: silence.replicas,
});
