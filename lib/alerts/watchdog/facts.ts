import type { Alert, AlertConfig, RequestCounts } from '../alert-facts.ts';
import type { RuleState } from './prometheus-answers.ts';

/** What something answered, or why that is not known. */
export type Read<T> = { value: T } | { reason: string };

/** An object of the cluster. */
export interface Named {
  kind: string;
  namespace: string;
  name: string;
}

/** Everything that the chain of a watchdog alert is judged by: one namespace's, with the Alertmanagers that it sends to. */
export interface WatchdogFacts {
  namespace: string;
  /** The name of the alert: `Watchdog`. */
  alert: string;
  servers: Server[];
  managers: Manager[];
  /** Rule objects that have the alert; undefined if they were not looked for, or could not be read. */
  rules: (Omit<Named, 'kind'> & { resource: string })[] | undefined;
  /** Requests of each Alertmanager to its receivers, by `namespace/name`; empty unless they were read. */
  sent: ReadonlyMap<string, Sent>;
  /** What the outside check answered; undefined if its address was not given. */
  check: { host: string; answer: Read<CheckAnswer> } | undefined;
  /** By the local clock. */
  now: Date;
}

/** A Prometheus. */
export interface Server {
  namespace: string;
  name: string;
  /** What manages its `spec.alerting`; null if nothing does. */
  source: string | null;
  /** The services of `spec.alerting`; undefined if its resource could not be read. */
  targets: { namespace: string; name: string }[] | undefined;
  /** The label that tells its alerts from those of another one; undefined if they have none. */
  mark: { name: string; value: string } | undefined;
  /** Those that are ready; undefined if its pods could not be listed. */
  replicas: ServerReplica[] | undefined;
  notReady: string[];
}

export interface ServerReplica {
  pod: string;
  rule: Read<RuleState>;
  /** Hosts that it sends to: addresses of pods, in the form of a URL's host. */
  sendsTo: Read<string[]>;
}

/** An Alertmanager. */
export interface Manager {
  namespace: string;
  name: string;
  /** Those that are ready; undefined if its pods could not be listed. */
  replicas: ManagerReplica[] | undefined;
  notReady: string[];
}

export interface ManagerReplica {
  pod: string;
  /** In the form of a URL's host. */
  addresses: string[];
  /** Alerts of the watchdog's name that are not resolved. */
  alerts: Read<Alert[]>;
  /** The running configuration. */
  config: Read<AlertConfig>;
}

/** What the address of an outside check answered. */
export interface CheckAnswer {
  status: number;
  body: string;
}

/** What an Alertmanager has sent to its receivers. */
export interface Sent {
  /** As a Prometheus that scrapes it has it; undefined if none does. */
  measured: Measured | undefined;
  /** Since the start of each replica. */
  counted: { pod: string; counts: Read<Counts> }[];
}

/** How many requests there were within the last so many seconds, of all replicas and of these integrations. */
export interface Measured {
  total: number;
  failed: number;
  /** Whether there were samples at the beginning of that time, too. */
  isWhole: boolean;
}

export interface Counts {
  requests: RequestCounts;
  /** Milliseconds since the epoch; undefined if it does not tell. */
  startedAt: number | undefined;
}

export const keyOf = ({ namespace, name }: Pick<Named, 'namespace' | 'name'>): string =>
  `${namespace}/${name}`;

export const serverOf = ({ namespace, name }: Server): Named => ({ kind: 'Prometheus', namespace, name });
export const managerOf = ({ namespace, name }: Manager): Named => ({
  kind: 'Alertmanager',
  namespace,
  name,
});
