/** What Alertmanager counts by the type of an integration. */
export type CounterName =
  | 'notifications_total'
  | 'notifications_failed_total'
  | 'notification_requests_total'
  | 'notification_requests_failed_total';

export interface Counters {
  count(name: CounterName, integration: string): void;
  /** In the text format of Prometheus, with those that counted nothing. */
  text(): string;
}

const HELP: Record<CounterName, string> = {
  notification_requests_failed_total: 'The total number of failed notification requests.',
  notification_requests_total: 'The total number of attempted notification requests.',
  notifications_failed_total: 'The total number of failed notifications.',
  notifications_total: 'The total number of attempted notifications.',
};

/** Those that both versions have. */
const INTEGRATIONS = ['email', 'opsgenie', 'pagerduty', 'pushover', 'slack', 'sns', 'webhook', 'wechat'];

/** Counters at 0. `failed_total` has a label more in later versions, whose reasons are counted together here. */
export function createCounters(tellsReason: boolean): Counters {
  const counted = new Map<string, number>();
  const keyOf = (name: CounterName, integration: string): string => {
    const reason = tellsReason && name === 'notifications_failed_total' ? ',reason="other"' : '';
    return `alertmanager_${name}{integration="${integration}"${reason}}`;
  };
  return {
    count(name, integration) {
      const key = keyOf(name, integration);
      counted.set(key, (counted.get(key) ?? 0) + 1);
    },
    text: () =>
      (Object.keys(HELP) as CounterName[])
        .flatMap((name) => [
          `# HELP alertmanager_${name} ${HELP[name]}`,
          `# TYPE alertmanager_${name} counter`,
          ...INTEGRATIONS.map((integration) => keyOf(name, integration)).map(
            (key) => `${key} ${counted.get(key) ?? 0}`,
          ),
        ])
        .map((line) => `${line}\n`)
        .join(''),
  };
}
