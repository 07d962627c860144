/** Labels of an alert: `alertname`, `severity`, `namespace`… */
export type Labels = Readonly<Record<string, string>>;

/** One condition on a label. A label that an alert does not have counts as empty; regular expressions are RE2 and match the whole value. */
export interface Matcher {
  name: string;
  op: '=' | '!=' | '=~' | '!~';
  value: string;
}

/** A node of the routing tree. What it does not set itself is its parent's. Durations are in seconds. */
export interface Route {
  /** All must match; none at the root. */
  matchers: Matcher[];
  receiver: string;
  /** Whether an alert that matches here is offered to the siblings that follow, too. */
  continues: boolean;
  /** Labels that alerts of one group share; `all` if each alert is a group of its own (`group_by: ['...']`). */
  groupBy: string[] | 'all';
  groupWait: number;
  groupInterval: number;
  repeatInterval: number;
  /** Names of time intervals, which are not inherited. */
  muteIntervals: string[];
  activeIntervals: string[];
  routes: Route[];
}

/** One way in which a receiver notifies, such as one webhook. */
export interface Integration {
  /** As Alertmanager's metrics call it: `webhook`, `email`, `pagerduty`. */
  type: string;
  sendResolved: boolean;
}

/** The receiver without integrations: routes of the chart lead to it. */
export const NULL_RECEIVER = 'null';

export interface Receiver {
  name: string;
  /** None for a receiver that notifies no one, such as `null`. */
  integrations: Integration[];
}

/** Alerts that match the sources suppress those that match the targets if both have the same values of these labels. */
export interface InhibitRule {
  sources: Matcher[];
  targets: Matcher[];
  equal: string[];
}

/** Inclusive bounds. */
export type Range = readonly [from: number, to: number];

/** Moments that fulfill every condition that is set. */
export interface TimeInterval {
  /** Minutes of the day; the end is exclusive. */
  times?: Range[];
  /** Sunday is 0. */
  weekdays?: Range[];
  /** From 1; negative days count from the end of the month. */
  daysOfMonth?: Range[];
  /** From 1. */
  months?: Range[];
  years?: Range[];
  /** A time zone's name; UTC when absent. */
  location?: string;
}

/** The configuration of an Alertmanager, as far as it decides who is notified of an alert. */
export interface AlertConfig {
  route: Route;
  receivers: Receiver[];
  inhibitRules: InhibitRule[];
  timeIntervals: ReadonlyMap<string, readonly TimeInterval[]>;
}

/** An alert as an Alertmanager has it (`GET /api/v2/alerts`). Times are milliseconds since the epoch. */
export interface Alert {
  fingerprint: string;
  labels: Labels;
  annotations: Labels;
  startsAt: number;
  endsAt: number;
  updatedAt: number;
  /** Names of the receivers that its routes lead to. */
  receivers: string[];
  /** `unprocessed` until it was routed. */
  state: 'active' | 'suppressed' | 'unprocessed';
  /** Ids of silences. */
  silencedBy: string[];
  /** Fingerprints of alerts. */
  inhibitedBy: string[];
  /** Names of time intervals: told only in groups (`AlertGroup`), after their first notification was due, and not before Alertmanager 0.28. */
  mutedBy: string[];
}

/** Why an alert is notified of or not, the one first that decides where replicas differ: each of them notifies. */
export const ALERT_STATES = ['active', 'unprocessed', 'muted', 'inhibited', 'silenced'] as const;

export type AlertState = (typeof ALERT_STATES)[number];

/** Alerts that are notified of together. */
export interface AlertGroup {
  labels: Labels;
  receiver: string;
  alerts: Alert[];
}

export interface Silence {
  id: string;
  matchers: Matcher[];
  /** Milliseconds since the epoch. */
  startsAt: number;
  endsAt: number;
  createdBy: string;
  comment: string;
  state: 'active' | 'pending' | 'expired';
}

/** What an Alertmanager says of itself. */
export interface ManagerStatus {
  /** `0.31.1`. */
  version: string;
  /** Its running configuration, in YAML, with `<secret>` in place of secrets. */
  config: string;
  /** Names of the members of its cluster, itself among them; empty without clustering. */
  peers: string[];
}

/** Requests to receivers since an Alertmanager started, of one integration. */
export interface Requests {
  total: number;
  failed: number;
}

/** By `Integration.type`. */
export type RequestCounts = ReadonlyMap<string, Requests>;
