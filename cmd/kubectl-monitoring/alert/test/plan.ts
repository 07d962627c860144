import type { Labels } from '../../../../lib/alerts/alert-facts.ts';
import { durationText } from '../../../../lib/alerts/duration-text.ts';
import { matchersText } from '../../../../lib/alerts/matchers.ts';
import type { Target } from '../../../../lib/alerts/target.ts';
import { wrapped } from '../../../../lib/cli/wrap.ts';
import type { Manager } from '../../../../lib/cluster/alerts/open.ts';
import { countText, oneLine } from '../../../../lib/words/text.ts';

/** What the user reads before the alert is sent: where it goes. */
export function planText(
  { namespace, name, replicas }: Pick<Manager, 'namespace' | 'name' | 'replicas'>,
  {
    labels,
    targets,
    versions,
    columns = Number.POSITIVE_INFINITY,
  }: {
    labels: Labels;
    targets: readonly Target[];
    versions: readonly string[];
    columns: number | undefined;
  },
): string {
  const row = (label: string, text: string): string =>
    `${wrapped(`  ${label.padEnd(12)} `, oneLine(text), { columns })}\n`;
  const place = namespace === '' ? name : `${namespace}/${name}`;
  return [
    row(
      'Alertmanager',
      `${place} (${countText(replicas.length, 'replica')}, ${[...new Set(versions)].join(' and ')})`,
    ),
    ...Object.entries(labels).map(([label, value], index) =>
      row(index === 0 ? 'Labels' : '', `${label}=${JSON.stringify(value)}`),
    ),
    ...targets.flatMap((target) => [
      row('Route', pathText(target)),
      row('Receiver', receiverText(target)),
      row('Group', groupText(target)),
      ...(target.muted.length > 0 ? [row('Muted', `by ${target.muted.join(', ')}`)] : []),
    ]),
  ].join('');
}

/** `{severity="critical"} > {team="a"}`; the root has no matchers. */
const pathText = ({ path }: Target): string =>
  path.length === 1
    ? 'the default route'
    : path
        .slice(1)
        .map(({ matchers }) => `{${matchersText(matchers)}}`)
        .join(' > ');

const receiverText = ({ receiver: { name, integrations } }: Pick<Target, 'receiver'>): string =>
  integrations.length === 0
    ? `${name} (notifies no one)`
    : `${name} (${integrations.map(({ type }) => type).join(', ')})`;

/** How the alert is grouped, and how long it waits. */
function groupText({ group, joined, mayJoin, wait, route }: Target): string {
  const names = Object.keys(group);
  const by = names.length === 0 ? 'all alerts of the route' : `by ${names.join(', ')}`;
  return joined > 0
    ? `${by}; joins ${countText(joined, 'other alert')}: notified within ${durationText(wait)} (group_interval)`
    : `${by}; a new one: notified after ${durationText(route.groupWait)} (group_wait)${mayJoin ? `, or within ${durationText(wait)} if such a group has just ended` : ''}`;
}
