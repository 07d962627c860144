import { ALERTS, METRICS, readAlerts, readStatus, STATUS } from '../../alerts/answers.ts';
import { readConfig } from '../../alerts/config.ts';
import { countsSince, readCounters, requestsOf } from '../../alerts/counters.ts';
import type { Counts, ManagerReplica, Measured, Read, ServerReplica } from '../../alerts/watchdog/facts.ts';
import {
  MANAGERS_PATH,
  readManagerHosts,
  readRule,
  rulesPath,
} from '../../alerts/watchdog/prometheus-answers.ts';
import { readVector } from '../../metrics/query.ts';
import { CommandError } from '../../words/errors.ts';
import { askPod } from '../metrics/ask-pod.ts';
import type { PodReader } from '../metrics/pod.ts';
import type { Place } from './members.ts';

/** What a replica of a Prometheus says of the alert. */
export async function askServer(reader: PodReader, { pod }: Place, alert: string): Promise<ServerReplica> {
  const [rule, sendsTo] = await Promise.all([
    askPod(reader, rulesPath(alert), (body) => readRule(body, alert)),
    askPod(reader, MANAGERS_PATH, readManagerHosts),
  ]);
  return { pod, rule, sendsTo };
}

/** What a replica of an Alertmanager does. */
export async function askManager(
  reader: PodReader,
  { pod, addresses }: Place,
  alert: string,
): Promise<ManagerReplica> {
  const filter = `alertname=${JSON.stringify(alert)}`;
  const [alerts, config] = await Promise.all([
    askPod(reader, `${ALERTS}?${new URLSearchParams({ filter })}`, (body) =>
      readAlerts(body).filter(({ labels }) => labels.alertname === alert),
    ),
    askPod(reader, STATUS, configIn),
  ]);
  return { pod, addresses, alerts, config: 'value' in config ? config.value : config };
}

/** An answer whose configuration cannot be read is an answer of an Alertmanager all the same. */
function configIn(body: string): ManagerReplica['config'] {
  const { config } = readStatus(body);
  try {
    return { value: readConfig(config) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { reason: `its configuration cannot be read: ${error.message}` };
  }
}

/** The requests that a replica of an Alertmanager has counted, and since when. */
export const askCounts = (reader: PodReader): Promise<Read<Counts>> =>
  askPod(reader, METRICS, (body) => {
    const counters = readCounters(body);
    return { requests: requestsOf(counters), startedAt: countsSince(counters) };
  });

/** What a Prometheus has of the requests of an Alertmanager; undefined if it does not scrape them, or does not answer. */
export async function askMeasured(reader: PodReader, query: string): Promise<Measured | undefined> {
  const path = `/api/v1/query?${new URLSearchParams({ query })}`;
  const answer = await askPod(reader, path, (body) => {
    try {
      return readVector(body);
    } catch (error) {
      if (error instanceof CommandError) throw new SyntaxError(error.message);
      throw error;
    }
  });
  const samples = 'value' in answer ? answer.value : [];
  const of = (name: string): number | undefined => samples.find(({ labels }) => labels.of === name)?.value;
  const [total, failed] = [of('total'), of('failed')];
  return total === undefined || failed === undefined
    ? undefined
    : { total, failed, isWhole: (of('before') ?? 0) > 0 };
}
