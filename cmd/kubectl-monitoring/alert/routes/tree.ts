import type { Labels, Route } from '../../../../lib/alerts/alert-facts.ts';
import { durationText } from '../../../../lib/alerts/duration-text.ts';
import { matchersText } from '../../../../lib/alerts/matchers.ts';
import { type RouteView, settingsOf, whyUnnotified } from '../../../../lib/alerts/route-view.ts';
import { glyphsFor, type Screen } from '../../../../lib/cli/style.ts';
import { wrapped } from '../../../../lib/cli/wrap.ts';
import { oneLine } from '../../../../lib/words/text.ts';

/** The routing tree, one or more lines a route; those on the path of an alert are marked. */
export function treeText(
  root: RouteView,
  { screen, isMarked }: { screen: Screen; isMarked: boolean },
): string {
  const glyphs = glyphsFor(screen.unicode).tree;
  const lines: string[] = [];
  const draw = (view: RouteView, parent: Route | undefined, lead: string, below: string): void => {
    const { isTaken, route, routes } = view;
    const [mark, blank] = isMarked ? [isTaken ? '* ' : '  ', '  '] : ['', ''];
    const under = blank + below + (routes.length > 0 ? glyphs.down : glyphs.blank);
    const add = (text: string, first: string): void => {
      for (const [at, line] of foldedAt(text, under.length, screen).entries())
        lines.push((at === 0 ? first : under) + (isTaken ? screen.paint('bold', line) : line));
    };
    add(headOf(view), mark + lead);
    for (const detail of detailsOf(view, parent)) add(detail, under);
    for (const [at, child] of routes.entries()) {
      const isLast = at === routes.length - 1;
      draw(
        child,
        route,
        below + (isLast ? glyphs.last : glyphs.child),
        below + (isLast ? glyphs.blank : glyphs.down),
      );
    }
  };
  draw(root, undefined, '', '');
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** Lines of a text beside so many columns of the tree. */
const foldedAt = (text: string, lead: number, { columns }: Screen): string[] =>
  columns === undefined
    ? [text]
    : wrapped('', text, { columns: Math.max(columns - lead, NARROWEST) }).split('\n');

/** Columns that are left for text, however deep a route is. */
const NARROWEST = 20;

const headOf = (view: RouteView): string => {
  const { matchers, continues } = view.route;
  const which = matchers.length > 0 ? oneLine(matchersText(matchers)) : 'every alert';
  return `${which} -> ${receiverText(view)}${continues ? ', continues' : ''}`;
};

/** `pager (pagerduty, webhook)`. */
const receiverText = ({ route, integrations }: RouteView): string =>
  oneLine(`${route.receiver} (${integrations.length > 0 ? counted(integrations) : 'notifies no one'})`);

/** Types, each once: `2 webhook, email`. */
const counted = (types: readonly string[]): string =>
  [...Map.groupBy(types, (type) => type)]
    .map(([type, { length }]) => (length > 1 ? `${length} ${type}` : type))
    .join(', ');

/** What a route sets otherwise than the one above, and when it notifies. */
function detailsOf({ route, mutedBy }: RouteView, parent: Route | undefined): string[] {
  const { groupBy, groupWait, groupInterval, repeatInterval } = settingsOf(route, parent);
  const grouping =
    groupBy && `group by ${groupBy === 'all' ? 'all labels' : groupBy.join(', ') || 'nothing'}`;
  const waits = [
    groupWait !== undefined && `wait ${durationText(groupWait)}`,
    groupInterval !== undefined && `interval ${durationText(groupInterval)}`,
    repeatInterval !== undefined && `repeat ${durationText(repeatInterval)}`,
  ].filter((text) => text !== false);
  const { muteIntervals, activeIntervals } = route;
  const times = [
    muteIntervals.length > 0 && `muted in ${muteIntervals.join(', ')}`,
    activeIntervals.length > 0 && `active in ${activeIntervals.join(', ')}`,
    mutedBy.length > 0 && 'muted now',
  ].filter((text) => text !== false);
  return [[...(grouping === undefined ? [] : [grouping]), ...waits].join('; '), times.join('; ')]
    .filter((line) => line !== '')
    .map(oneLine);
}

/** Who is notified of an alert, in sentences. */
export function pathText(labels: Labels, reached: readonly RouteView[], { columns }: Screen): string {
  const given = Object.entries(labels).map(([name, value]) => ({ name, op: '=' as const, value }));
  const named = [...Map.groupBy(reached, receiverText)].map(([receiver, views]) =>
    views.every(({ mutedBy }) => mutedBy.length > 0) ? `${receiver}, muted now` : receiver,
  );
  const why = whyUnnotified(reached);
  const text = [
    `An alert with ${oneLine(matchersText(given))} reaches ${named.join('; ')}.`,
    ...(why ? [`No one is notified of it${why === 'muted' ? ' now' : ''}.`] : []),
  ].join(' ');
  return `${wrapped('', text, { columns: columns ?? Number.POSITIVE_INFINITY })}\n`;
}
