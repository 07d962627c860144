import type { Alert } from '../../../lib/alerts/alert-facts.ts';
import { readConfig } from '../../../lib/alerts/config.ts';
import type {
  Manager,
  ManagerReplica,
  Sent,
  Server,
  ServerReplica,
  WatchdogFacts,
} from '../../../lib/alerts/watchdog/facts.ts';

const NAMESPACE = 'monitoring-system';
export const NOW = Date.parse('2026-01-02T03:04:05Z');

/** A configuration that sends the watchdog to a webhook, and everything else nowhere. */
export const CONFIG = `
route:
  receiver: "null"
  routes:
    - receiver: watchdog
      matchers: ['alertname = "Watchdog"']
      group_wait: 0s
      group_interval: 1m
      repeat_interval: 1m
receivers:
  - name: "null"
  - name: watchdog
    webhook_configs: [{ url: 'http://outside/', send_resolved: false }]
`;

export const alert = (given: Partial<Alert> = {}): Alert => ({
  fingerprint: 'f1',
  labels: { alertname: 'Watchdog', severity: 'none', prometheus: `${NAMESPACE}/k8s` },
  annotations: {},
  startsAt: NOW - 86_400_000,
  endsAt: NOW + 240_000,
  updatedAt: NOW,
  receivers: ['watchdog'],
  state: 'active',
  silencedBy: [],
  inhibitedBy: [],
  mutedBy: [],
  ...given,
});

const ADDRESSES = ['10.0.0.11', '10.0.0.12'];

export const serverReplica = (ordinal: number, given: Partial<ServerReplica> = {}): ServerReplica => ({
  pod: `prometheus-k8s-${ordinal}`,
  rule: { value: { state: 'firing', lastError: '' } },
  sendsTo: { value: ADDRESSES },
  ...given,
});

export const server = (given: Partial<Server> = {}): Server => ({
  namespace: NAMESPACE,
  name: 'k8s',
  source: null,
  targets: [{ namespace: NAMESPACE, name: 'alertmanager-main' }],
  mark: { name: 'prometheus', value: `${NAMESPACE}/k8s` },
  replicas: [serverReplica(0), serverReplica(1)],
  notReady: [],
  ...given,
});

export const managerReplica = (ordinal: number, given: Partial<ManagerReplica> = {}): ManagerReplica => ({
  pod: `alertmanager-main-${ordinal}`,
  addresses: ADDRESSES.slice(ordinal, ordinal + 1),
  alerts: { value: [alert()] },
  config: { value: readConfig(CONFIG) },
  ...given,
});

export const manager = (given: Partial<Manager> = {}): Manager => ({
  namespace: NAMESPACE,
  name: 'main',
  replicas: [managerReplica(0), managerReplica(1)],
  notReady: [],
  ...given,
});

/** Requests that succeeded, as Prometheus and the replicas have them. */
export const sent = (given: Partial<Sent> = {}): Sent => ({
  measured: { total: 4.1, failed: 0, isWhole: true },
  counted: [counted(0, { total: 900, failed: 0 }), counted(1, { total: 0, failed: 0 })],
  ...given,
});

/** What a replica counts that started so many milliseconds ago, a day by default. */
export const counted = (
  ordinal: number,
  requests: { total: number; failed: number },
  age = 86_400_000,
): Sent['counted'][number] => ({
  pod: `alertmanager-main-${ordinal}`,
  counts: { value: { requests: new Map([['webhook', requests]]), startedAt: NOW - age } },
});

/** The facts of a chain that holds, with two replicas of each part, whose outside check was not asked for. */
export const facts = (given: Partial<WatchdogFacts> = {}): WatchdogFacts => ({
  namespace: NAMESPACE,
  alert: 'Watchdog',
  servers: [server()],
  managers: [manager()],
  rules: undefined,
  sent: new Map([[`${NAMESPACE}/main`, sent()]]),
  check: undefined,
  now: new Date(NOW),
  ...given,
});
