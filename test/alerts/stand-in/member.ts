import { load } from 'js-yaml';
import type { Alert, AlertConfig, Labels } from '../../../lib/alerts/alert-facts.ts';
import { readConfig } from '../../../lib/alerts/config.ts';
import { inhibitedBy } from '../../../lib/alerts/inhibition.ts';
import { routesFor } from '../../../lib/alerts/routes.ts';
import { secondsOf } from '../../../lib/objects/duration.ts';
import { fieldsOf, textOf } from '../../../lib/objects/fields.ts';
import { itemsOf } from '../../../lib/versions/install.ts';
import type { AlertStore, StoredAlert } from './alert-store.ts';
import type { Counters } from './counters.ts';
import type { Log } from './log.ts';
import type { Release } from './release.ts';
import { type SilenceStore, silencedBy } from './silence-store.ts';

/** What the members of a cluster share: the real ones by gossip, at once here. */
export interface Cluster {
  /** Those that run, in the order in which they notify. */
  members: { name: string; port: number }[];
  silences: SilenceStore;
  /** What was sent last, by integration and group. */
  told: Map<string, Told>;
}

/** Fingerprints of the alerts that a receiver was told of, and when: milliseconds since the epoch. */
export interface Told {
  firing: string[];
  resolved: string[];
  at: number;
}

export interface Webhook {
  url: string;
  sendResolved: boolean;
  /** As `300ms`; without one a request lasts until its group's turn has timed out. */
  timeout?: string;
}

/** One Alertmanager. */
export interface Member {
  name: string;
  release: Release;
  config: AlertConfig;
  /** By receiver. */
  webhooks: ReadonlyMap<string, readonly Webhook[]>;
  /** In milliseconds. */
  resolveTimeout: number;
  alerts: AlertStore;
  cluster: Cluster;
  /** How long it waits for those before it, in milliseconds. */
  wait(): number;
  counters: Counters;
  log: Log;
}

/** What a configuration in YAML sets. */
export function settingsFrom(
  text: string,
): Pick<Member, 'config' | 'webhooks' | 'resolveTimeout'> & { fields: Record<string, unknown> } {
  const fields = fieldsOf(load(text)) ?? {};
  const webhooks = itemsOf(fields.receivers).map(({ name, webhook_configs }): [string, Webhook[]] => [
    textOf(name),
    itemsOf(webhook_configs).map(({ url, send_resolved, timeout }) => ({
      url: textOf(url),
      sendResolved: send_resolved !== false,
      ...(timeout !== undefined && { timeout: textOf(timeout) }),
    })),
  ]);
  return {
    config: readConfig(text),
    webhooks: new Map(webhooks),
    resolveTimeout: milliseconds(fieldsOf(fields.global)?.resolve_timeout ?? '5m'),
    fields,
  };
}

/** Of a duration such as `5m`. */
export const milliseconds = (duration: unknown): number => (secondsOf(duration) ?? 0) * 1000;

/** What suppresses an alert with these labels now, as it is told. */
export function statusOf(
  member: Member,
  labels: Labels,
): Pick<Alert, 'state' | 'silencedBy' | 'inhibitedBy'> {
  const silences = silencedBy(member.cluster.silences, labels);
  const others = member.alerts.pending().map(([fingerprint, alert]) => asAlert(member, fingerprint, alert));
  const sources = inhibitedBy(member.config, labels, others).map(({ fingerprint }) => fingerprint);
  const isActive = silences.length + sources.length === 0;
  return { state: isActive ? 'active' : 'suppressed', silencedBy: silences, inhibitedBy: sources };
}

/** A stored alert with where its routes lead, and nothing that suppresses it. */
const asAlert = ({ config }: Member, fingerprint: string, alert: StoredAlert): Alert => ({
  ...alert,
  fingerprint,
  receivers: routesFor(config.route, alert.labels).map(({ receiver }) => receiver),
  state: 'active',
  silencedBy: [],
  inhibitedBy: [],
  mutedBy: [],
});
