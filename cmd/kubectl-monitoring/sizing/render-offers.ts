import type { Screen } from '../../../lib/cli/style.ts';
import { wholeTable } from '../../../lib/cli/table.ts';
import { wrapped } from '../../../lib/cli/wrap.ts';
import type { PartUse } from '../../../lib/sizing/parts.ts';
import type { OpenAmounts } from '../../../lib/sizing/requests.ts';
import { cores, counted, type Sizing, sizeText } from '../../../lib/sizing/sizing.ts';
import { oneLine } from '../../../lib/words/text.ts';
import type { Offer, Offers } from './offers.ts';
import { WIDTH } from './render.ts';

/** Renders the proposals: a table of what should change, a sentence for each component, and the rule (§8) beside their sum. */
export function renderedOffers({ offers, requests }: Offers, sizing: Sizing, screen: Screen): string {
  const width = Math.min(screen.columns ?? WIDTH.usual, WIDTH.most);
  const line = (text: string): string => `${wrapped('', oneLine(text), { columns: width })}\n`;
  const rows = offers
    .filter(({ state }) => state === 'due')
    .flatMap(({ use, settings }) =>
      settings.map(({ name, cluster, values, proposed }) => [
        use.part,
        name,
        cluster ?? NONE,
        values ?? NONE,
        proposed,
      ]),
    );
  return [
    '\n',
    rows.length > 0
      ? `${wholeTable(HEADERS, rows, { screen })}\n`
      : line('Nothing to propose for the values.'),
    ...offers.map((offer) =>
      line(`${offer.use.part} (${offer.path.join('.')}): ${messageOf(offer, sizing)}`),
    ),
    ...(rows.length > 0 && requests
      ? [
          line(
            `With these values, the building block requests ${cores(requests.cpuCores)} cores and ${sizeText(requests.memoryMiB)}; the rule for ${counted(sizing.nodes.sized, 'node')} is ${cores(sizing.rule.cpuCores)} cores and ${sizeText(sizing.rule.memoryMiB)}.`,
          ),
        ]
      : []),
  ].join('');
}

const HEADERS = ['COMPONENT', 'SETTING', 'CLUSTER', 'VALUES', 'PROPOSED'];
const NONE = '<none>';

/** Why this is proposed, or why nothing is, in a sentence or more. */
export function messageOf({ use, state, reason = '', hint }: Offer, sizing: Sizing): string {
  if (state === 'unknown') return `nothing is proposed: ${reason}.`;
  const uses = usesText(use, sizing);
  if (state === 'blocked') return `${uses}. ${[reason, hint].map(sentence).join(' ')}`.trimEnd();
  return state === 'unchanged' ? `${uses}, and its requests and limits allow for that.` : `${uses}.`;
}

/** Begins and ends as a sentence does. */
export const sentence = (text = ''): string =>
  text && `${text[0]?.toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;

function usesText({ pods, measured, used, expected }: PartUse, { nodes }: Sizing): string {
  const who = pods.length === 1 ? 'its pod uses' : `each of its ${pods.length} pods uses up to`;
  const now = amountsText(used);
  const later = amountsText(expected);
  const part = measured < pods.length && measured > 0 ? ` (${measured} measured)` : '';
  return [
    now === '' ? 'its use was not measured' : `${who}${part} ${now}`,
    later === '' ? '' : `; expected for ${counted(nodes.sized, 'node')}: ${later}`,
  ].join('');
}

const amountsText = ({ cpuCores, memoryMiB }: OpenAmounts): string =>
  [
    cpuCores === null ? '' : `${cpuCores < 0.1 ? cpuCores : cores(cpuCores)} cores`,
    memoryMiB === null ? '' : sizeText(memoryMiB),
  ]
    .filter((text) => text !== '')
    .join(' and ');
