import type { Command } from '../../words/finding.ts';
import type { Alert } from '../alert-facts.ts';
import { sendsTo } from './delivery.ts';
import { keyOf, type Named, type Server, type WatchdogFacts } from './facts.ts';
import { type Link, linkOf, type Place, type Problem, placesAt, unread } from './link.ts';
import { replicasText } from './rule.ts';

/**
 * Whether the alert of every Prometheus that sends to an Alertmanager is at each of its replicas, and nothing suppresses it (§1). An
 * Alertmanager leaves out alerts that have ended by its own clock.
 */
export function arrivalLink(facts: WatchdogFacts): Link {
  const { managers, namespace, servers } = facts;
  const places = placesAt(
    { kind: 'Alertmanager', namespace, parts: managers },
    ({ pod, alerts }, { object, part }): Place => {
      if ('reason' in alerts) return unread(pod, object, alerts.reason);
      const senders = servers.filter((server) => sendsTo(server, part));
      const problem = problemAt(alerts.value, { manager: object, senders, facts });
      return { where: pod, object, ...(problem && { problem }) };
    },
  );
  return linkOf('arrival', places, `at ${replicasText(managers)}`);
}

/** The alerts that notifications are due for. */
export const activeAlerts = (alerts: readonly Alert[]): Alert[] =>
  alerts.filter((alert) => !hasEnded(alert) && alert.state !== 'suppressed');

/** By the clock of the Alertmanager, which sets both. */
const hasEnded = ({ endsAt, updatedAt }: Alert): boolean => endsAt < updatedAt;

interface Around {
  manager: Named;
  senders: readonly Server[];
  facts: WatchdogFacts;
}

function problemAt(alerts: readonly Alert[], { manager, senders, facts }: Around): Problem | undefined {
  const { alert: name } = facts;
  if (senders.length === 0)
    return problemOf(alerts, {
      manager,
      facts,
      server: facts.servers[0],
      missing: `the alert ${name} has not arrived`,
    });
  for (const server of senders) {
    const its = alerts.filter((alert) => isFrom(server, alert));
    const missing =
      facts.servers.length > 1
        ? `the alert ${name} of Prometheus ${keyOf(server)} has not arrived`
        : `the alert ${name} has not arrived`;
    const problem = problemOf(its, { manager, facts, server, missing });
    if (problem) return problem;
  }
  return undefined;
}

/** An alert without the label may be from any Prometheus: the label can be turned off, or removed on the way. */
const isFrom = ({ mark }: Server, { labels }: Alert): boolean =>
  mark === undefined || (labels[mark.name] ?? mark.value) === mark.value;

function problemOf(
  alerts: readonly Alert[],
  {
    manager,
    facts,
    server,
    missing,
  }: { manager: Named; facts: WatchdogFacts; server: Server | undefined; missing: string },
): Problem | undefined {
  if (activeAlerts(alerts).length > 0) return undefined;
  const pod = server?.replicas?.[0]?.pod;
  const [lasting] = alerts.filter((alert) => !hasEnded(alert));
  if (lasting) return suppressed(lasting, manager, facts);
  const [ended] = alerts;
  return {
    reason: ended ? 'ended' : 'not-arrived',
    message: ended ? `the alert ${facts.alert} has ended (${new Date(ended.endsAt).toISOString()})` : missing,
    fix: 'The log of the Prometheus says why it cannot send alerts there.',
    next:
      server && pod !== undefined
        ? { words: ['kubectl', 'logs', pod, '-c', 'prometheus', '--tail=50'], namespace: server.namespace }
        : { words: ['kubectl', 'get', 'prometheuses', '-A'], namespace: '' },
  };
}

/** Of several causes, the first that is found. */
function suppressed(
  { silencedBy: [silence], inhibitedBy: [other], mutedBy: [interval] }: Alert,
  manager: Named,
  { alert }: WatchdogFacts,
): Problem {
  const asking = (...words: string[]): Command => ({
    words: ['kubectl', 'monitoring', 'alert', ...words, '--alertmanager', manager.name],
    namespace: manager.namespace,
  });
  if (silence !== undefined)
    return {
      reason: 'silenced',
      message: `the alert ${alert} is silenced (${silence})`,
      fix: 'End the silence, or give it matchers that leave this alert out.',
      next: asking('silence', 'expire', silence),
    };
  if (other !== undefined)
    return {
      reason: 'inhibited',
      message: `the alert ${alert} is inhibited (by the alert with the fingerprint ${other})`,
      fix: 'Change inhibit_rules in the configuration of the Alertmanager, so that they leave this alert out.',
      next: asking('list'),
    };
  return {
    reason: interval === undefined ? 'suppressed' : 'muted',
    message:
      interval === undefined
        ? `the alert ${alert} is suppressed`
        : `the alert ${alert} is muted (by the time interval ${interval})`,
    fix: 'Give this alert a route without mute_time_intervals and active_time_intervals.',
    next: asking('routes', '--label', `alertname=${alert}`),
  };
}
