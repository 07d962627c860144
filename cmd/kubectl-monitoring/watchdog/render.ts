import type { Chain } from '../../../lib/alerts/watchdog/chain.ts';
import type { Link } from '../../../lib/alerts/watchdog/link.ts';
import { LINK_TITLES, shareText } from '../../../lib/alerts/watchdog/words.ts';
import { type Screen, verdictCell } from '../../../lib/cli/style.ts';
import { visibleWidth, wrapped } from '../../../lib/cli/wrap.ts';
import type { ClusterValues } from '../../../lib/words/shell.ts';
import { oneLine } from '../../../lib/words/text.ts';
import { EXIT_CODES } from '../../../lib/words/verdict.ts';
import { resultOf } from '../../shared/render.ts';
import { commandText } from '../../shared/words.ts';
import { linkItem } from '../shared/link-data.ts';
import { MONITORING } from '../shared/plugin.ts';

/** What the data is called. */
export const KIND = 'Watchdog';

/** The chain in JSON: its items are the links, in their order. */
export function dataOf({ namespace, alert, verdict, links, broken }: Chain, values: ClusterValues): object {
  return resultOf(MONITORING, KIND, {
    verdict,
    exitCode: EXIT_CODES[verdict],
    metadata: { name: alert, namespace },
    reason: broken?.reason ?? null,
    broken: broken?.name ?? null,
    items: links.map((link) => linkItem(link, namespace, values)),
  });
}

/** On narrower terminals, what a link says has a line of its own. */
const NARROW = 60;

/** The chain as a checklist, and what to do about the first link that breaks. Commands are never wrapped. */
export function textOf(chain: Chain, { screen, values }: { screen: Screen; values: ClusterValues }): string {
  const { paint, columns = Number.POSITIVE_INFINITY } = screen;
  const { style, text } = verdictCell(chain.verdict, screen);
  const problem = chain.broken?.problem;
  return [
    `${paint('bold', oneLine(`${chain.namespace}/${chain.alert}`))}: ${paint(style, text)}`,
    '',
    ...chain.links.map((link) => linkText(link, screen)),
    ...(problem
      ? [
          '',
          wrapped('', oneLine(problem.fix), { columns }),
          `  ${paint('cyan', oneLine(commandText(problem.next, { values })))}`,
        ]
      : []),
    '',
  ].join('\n');
}

function linkText(link: Link, screen: Screen): string {
  const { columns = Number.POSITIVE_INFINITY, paint } = screen;
  const { style, text } = verdictCell(link.state, screen);
  const lead = `${text.padEnd(columnWidth(screen))}  `;
  const title = LINK_TITLES[link.name];
  const share = shareText(link);
  const said = link.state === 'not-reached' ? '' : oneLine(link.message);
  const name = share === '' ? title : `${title} ${share}`;
  const colored = (line: string): string => paint(style, text) + line.slice(text.length);
  if (columns < NARROW) {
    const head = colored(`${text}  ${name}`);
    return said === '' ? head : `${head}\n${wrapped('  ', said, { columns })}`;
  }
  return colored(wrapped(lead, said === '' ? name : `${name}: ${said}`, { columns })).trimEnd();
}

/** Width of the longest state. */
const columnWidth = (screen: Screen): number =>
  Math.max(...STATES.map((state) => visibleWidth(verdictCell(state, screen).text)));

const STATES: readonly Link['state'][] = ['healthy', 'degraded', 'unknown', 'not-reached', 'not-checked'];
