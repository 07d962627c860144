import { RE2JS } from 're2js';
import type { Matcher } from '../../../lib/alerts/alert-facts.ts';
import { isMatch, parseMatchers } from '../../../lib/alerts/matchers.ts';
import { routesFor } from '../../../lib/alerts/routes.ts';
import type { Reply } from '../ask.ts';
import type { StoredAlert } from './alert-store.ts';
import type { Group } from './dispatcher.ts';
import { labelsText } from './fingerprint.ts';
import { type Member, statusOf } from './member.ts';
import { ok, refuse } from './replies.ts';
import { type ShownStatus, showAlert } from './shown.ts';

/** `GET /api/v2/alerts`: it never tells what mutes an alert. */
export function listAlerts(member: Member, query: URLSearchParams): Reply {
  const choice = choiceOf(query);
  if ('status' in choice) return choice;
  const { tellsMuted } = member.release;
  return ok(
    member.alerts.pending().flatMap(([fingerprint, alert]) => {
      const receivers = routesFor(member.config.route, alert.labels).map(({ receiver }) => receiver);
      const status = statusOf(member, alert.labels);
      if (!receivers.some(choice.isReceiver) || !choice.isWanted(alert, status)) return [];
      return [showAlert(fingerprint, alert, receivers, { ...status, ...(tellsMuted && { mutedBy: [] }) })];
    }),
  );
}

/** `GET /api/v2/alerts/groups`. */
export function listGroups(member: Member, groups: readonly Group[], query: URLSearchParams): Reply {
  const choice = choiceOf(query);
  if ('status' in choice) return choice;
  const chosen = groups.filter(({ route }) => choice.isReceiver(route.receiver)).sort(byLabels);
  const wanted = ({ alerts }: Group): [string, StoredAlert, ShownStatus][] =>
    [...alerts]
      .map(([id, alert]): [string, StoredAlert, ShownStatus] => [id, alert, statusOf(member, alert.labels)])
      .filter(([, alert, status]) => alert.endsAt >= Date.now() && choice.isWanted(alert, status))
      .sort(([, a], [, b]) => (labelsText(a.labels) < labelsText(b.labels) ? -1 : 1));
  const receiversOf = (id: string): string[] =>
    chosen.flatMap(({ alerts, route }) => (alerts.has(id) ? [route.receiver] : [])).sort();
  return ok(
    chosen
      .map((group) => ({ group, alerts: wanted(group), mutedBy: mutedByOf(member, group) }))
      .filter(({ alerts }) => alerts.length > 0)
      .filter(({ mutedBy }) => query.get('muted') !== 'false' || !mutedBy?.length)
      .map(({ group, alerts, mutedBy }) => ({
        alerts: alerts.map(([id, alert, status]) =>
          showAlert(id, alert, receiversOf(id), {
            ...status,
            ...(mutedBy && { mutedBy }),
            ...(mutedBy?.length && { state: 'suppressed' }),
          }),
        ),
        labels: group.labels,
        receiver: { name: group.route.receiver },
      })),
  );
}

const mutedByOf = ({ release }: Member, { mutedBy }: Group): string[] | undefined =>
  release.tellsMuted ? mutedBy : undefined;

const byLabels = (a: Group, b: Group): number => {
  const [one, other] = [a, b].map(({ labels, route }) => `${labelsText(labels)} ${route.receiver}`);
  return (one ?? '') < (other ?? '') ? -1 : 1;
};

interface Choice {
  isReceiver(name: string): boolean;
  isWanted(alert: StoredAlert, status: ShownStatus): boolean;
}

/** What the parameters leave of alerts, or how they are refused. */
function choiceOf(query: URLSearchParams): Choice | Reply {
  const matchers: Matcher[] = [];
  for (const filter of query.getAll('filter')) {
    try {
      matchers.push(...parseMatchers(filter));
    } catch {
      return refuse(400, `bad matcher format: ${filter}`);
    }
  }
  const receiver = query.get('receiver');
  let pattern: RE2JS | undefined;
  try {
    pattern = receiver === null ? undefined : RE2JS.compile(`^(?:${receiver})$`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return refuse(400, `failed to parse receiver param: ${why}`);
  }
  const isUnwanted = (name: string): boolean => query.get(name) === 'false';
  return {
    isReceiver: (name) => pattern?.matches(name) ?? true,
    isWanted: ({ labels }, { state, silencedBy, inhibitedBy }) =>
      !(isUnwanted('active') && state === 'active') &&
      !(isUnwanted('silenced') && silencedBy.length > 0) &&
      !(isUnwanted('inhibited') && inhibitedBy.length > 0) &&
      isMatch(matchers, labels),
  };
}
