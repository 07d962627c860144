import type { TestContext } from 'node:test';
import type { Alert, AlertGroup, Requests, Silence } from '../../../lib/alerts/alert-facts.ts';
import {
  ALERTS,
  GROUPS,
  METRICS,
  readAlerts,
  readGroups,
  readSilences,
  SILENCES,
} from '../../../lib/alerts/answers.ts';
import { readCounters, requestsOf } from '../../../lib/alerts/counters.ts';
import { untilReady } from '../../cluster/ready.ts';
import { ask, type Question, type Reply } from '../ask.ts';
import { type ManagerKind, type ManagerOptions, type Managers, startManagers } from '../manager.ts';
import { type Receiver, type ReceiverMode, startReceiver } from '../receivers.ts';

/** Which Alertmanager is held to the contract. */
export interface Subject {
  kind: ManagerKind;
  /** The real one that it is, or is like. */
  like: Exclude<ManagerKind, 'stand-in'>;
}

/** What a test asks running Alertmanagers, the first where none is named. */
export interface Asking extends Managers {
  ask(question: Question, at?: number): Promise<Reply>;
  /** Sends alerts by API v2. */
  post(alerts: unknown, at?: number): Promise<Reply>;
  alerts(at?: number, query?: string): Promise<Alert[]>;
  groups(at?: number): Promise<AlertGroup[]>;
  silences(at?: number): Promise<Silence[]>;
  /** Its metrics as text. */
  metrics(at?: number): Promise<string>;
  /** Of webhooks. */
  requests(at?: number): Promise<Requests>;
  /** Lines of the first one's log that contain a text. */
  logged(part: string): string[];
  /** A counter of webhooks, by the middle of its name: `notifications`. */
  counter(name: string, at?: number): Promise<number>;
}

/** Starts what a test needs, until the test ends. */
export async function start(
  t: TestContext,
  { kind, like }: Subject,
  options: Omit<ManagerOptions, 'like'>,
): Promise<Asking> {
  const managers = await startManagers(kind, { ...options, like });
  t.after(() => managers.stop());
  const asking = (question: Question, at = 0): Promise<Reply> =>
    ask(managers.ports[at] ?? 0, question, options.web);
  const text = async (path: string, at?: number): Promise<string> => (await asking({ path }, at)).text;
  return {
    ...managers,
    ask: asking,
    post: (alerts, at) => asking({ path: ALERTS, body: alerts }, at),
    alerts: async (at, query = '') => readAlerts(await text(ALERTS + query, at)),
    groups: async (at) => readGroups(await text(GROUPS, at)),
    silences: async (at) => readSilences(await text(SILENCES, at)),
    logged: (part) =>
      managers
        .log(0)
        .split('\n')
        .filter((line) => line.includes(part)),
    metrics: (at) => text(METRICS, at),
    async requests(at) {
      return requestsOf(readCounters(await text(METRICS, at))).get('webhook') ?? { total: 0, failed: 0 };
    },
    async counter(name, at) {
      const lines = (await text(METRICS, at)).split('\n');
      const counted = lines.filter((line) =>
        line.startsWith(`alertmanager_${name}_total{integration="webhook"`),
      );
      return counted.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    },
  };
}

/** Starts a webhook, until the test ends. */
export async function receive(t: TestContext, mode: ReceiverMode = '200'): Promise<Receiver> {
  const receiver = await startReceiver(mode);
  t.after(() => receiver.stop());
  return receiver;
}

/** Resolves when `isSo`. */
export const until = (what: string, isSo: () => boolean | Promise<boolean>): Promise<void> =>
  untilReady(what, [], async () => isSo());

/** Names of the alerts of each notification, with what became of them: `one firing, two resolved`. */
export const told = ({ received }: Receiver): string[] =>
  received.map(({ alerts }) =>
    alerts
      .map(({ labels, status }) => `${labels.alertname} ${status}`)
      .sort()
      .join(', '),
  );

export interface Settings {
  url: string;
  sendResolved?: boolean;
  /** Of a request, which only later versions have. */
  timeout?: string;
  /** `group_wait`; `200ms` when absent. */
  wait?: string;
  /** `group_interval`; `1s` when absent. */
  interval?: string;
  /** Further fields of the route, and of the configuration. */
  route?: object;
  more?: object;
}

/** A configuration with one webhook, `hook`, and one group for each name. JSON is YAML. */
export const configuration = ({
  url,
  sendResolved = true,
  timeout,
  wait = '200ms',
  interval = '1s',
  route = {},
  more = {},
}: Settings): string =>
  JSON.stringify({
    route: {
      receiver: 'hook',
      group_by: ['alertname'],
      group_wait: wait,
      group_interval: interval,
      repeat_interval: '1h',
      ...route,
    },
    receivers: [
      { name: 'hook', webhook_configs: [{ url, send_resolved: sendResolved, timeout }] },
      { name: 'null' },
    ],
    ...more,
  });

/** The alert of this name, with further labels. */
export const alert = (alertname: string, labels: object = {}): { labels: object } => ({
  labels: { alertname, severity: 'info', ...labels },
});

/** A moment, in milliseconds from now. */
export const after = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();
