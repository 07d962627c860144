import { type Content, type Html, html } from '../html/html.ts';
import { countText } from '../words/text.ts';
import { verdictText } from '../words/verdict.ts';
import type { Item } from './item.ts';
import { unique } from './lists.ts';
import { type Fields, objectsIn, pathOf, textIn, textsIn } from './read.ts';
import { groupRow, row, section, table } from './table.ts';
import { aboutText, sentence, type Todo } from './todo.ts';
import { badge } from './verdicts.ts';

/** A cause, and the hosts that have it. */
interface Cause {
  verdict: string;
  reason: string;
  refusedBy: string[];
  message: string;
  commands: string[];
  items: Item[];
}

/** The causes of the result, each with its hosts; hosts that no cause names have one of their own. */
export function causesIn(result: Fields, items: readonly Item[]): Cause[] {
  const left = Map.groupBy(items, pathOf);
  const causes = objectsIn(result.causes).map(
    ({ verdict, reason, refusedBy, message, hosts, next }): Cause => {
      const own = unique(textsIn(hosts)).flatMap((host) => left.get(host) ?? []);
      for (const item of own) left.delete(pathOf(item));
      return {
        verdict: textIn(verdict) || 'unknown',
        reason: textIn(reason),
        refusedBy: textsIn(refusedBy),
        message: textIn(message),
        commands: textsIn(next),
        items: own,
      };
    },
  );
  const others = [...left.values()]
    .flat()
    .map((item): Cause => ({ ...item, refusedBy: [], commands: [item.next], items: [item] }));
  return [...causes, ...others];
}

/** What to do about each cause. */
export const causeTodos = (causes: readonly Cause[]): Todo[] =>
  causes.map(({ reason, message, commands, items }) => ({
    about: sentence(
      aboutText(
        message || verdictText(reason),
        items.map(({ label }) => label),
      ),
    ),
    texts: items.map(({ hint }) => hint),
    commands,
  }));

/** Many hosts, those of one cause together. */
export function causeTable(causes: readonly Cause[]): Content {
  const rows = causes
    .filter(({ items }) => items.length > 0)
    .flatMap((cause) => [groupRow(2, causeHtml(cause)), ...cause.items.map((item) => hostRow(item, cause))]);
  return section('Hosts by cause', table({ label: 'Hosts by cause', headers: ['Host', 'Found'], rows }));
}

const causeHtml = ({ verdict, reason, refusedBy, message, items }: Cause): Html =>
  html`${badge(verdict)} ${sentence([verdictText(reason), ...refusedBy].join(', '))}: ${countText(items.length, 'host')}<br>${message}`;

/** The cause says what its hosts have in common. */
function hostRow({ label, message, error }: Item, cause: Cause): Html {
  const own = message.startsWith(cause.message)
    ? message.slice(cause.message.length).replace(/^; /, '')
    : message;
  return row(label, html`${own}${own !== '' && error !== '' && html`<br>`}${error}`);
}
