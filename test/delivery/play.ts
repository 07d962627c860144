import { program } from '../../cmd/kubectl-monitoring/program.ts';
import { ALERTS, readAlerts } from '../../lib/alerts/answers.ts';
import { startReceiver } from '../alerts/receivers.ts';
import { openAlerts } from '../support/alert-stage.ts';
import { runCommand } from '../support/run-command.ts';
import type { TestServer } from '../support/server.ts';
import { type Case, configOf, WAIT } from './cases.ts';

/** What came of a case. */
export interface Result {
  of: Case;
  reason: string;
  /** Said `sent`, and the receiver has not got it. */
  isFalse: boolean;
  /** Another outcome than a right one, or a failure that was named too late. */
  isWrong: boolean;
  /** How many replicas still have the alert. */
  left: number;
  stdout: string;
  stderr: string;
}

/** How long after the wait of the group a failure may be named, in seconds. */
const LATEST = 10;

/** Sends a test alert as a user does, and compares what the command says with what the receiver got. */
export async function play(of: Case, server: TestServer): Promise<Result> {
  const [receiver, other] = await Promise.all([startReceiver(of.mode), startReceiver('200')]);
  const config = configOf(of, { url: receiver.url, other: other.url });
  const {
    stage,
    managers,
    config: kubeconfig,
    stop,
  } = await openAlerts(server, of.kind, {
    config,
    replicas: of.replicas,
    peerTimeout: '500ms',
  });
  try {
    await prepare(of, managers.ports);
    const line = ['alert', 'test', '-n', stage.namespace, '--kubeconfig', kubeconfig, '-o', 'json'];
    const { stdout, stderr } = await runCommand(program, line);
    const { reason, seconds }: { reason: string; seconds: number } = JSON.parse(stdout);
    const active = await Promise.all(managers.ports.map(alertsOf));
    const hasArrived = receiver.received.some(({ status }) => status === 'firing') && of.mode === '200';
    return {
      ...{ of, reason, stdout, stderr },
      isFalse: reason === 'sent' && !hasArrived,
      isWrong:
        !of.right.some((right) => right === reason) || (reason === 'failing' && seconds > WAIT + LATEST),
      left: active.filter((alerts) => alerts.some(({ labels }) => labels.alertname === 'TestAlert')).length,
    };
  } finally {
    await stop();
    await receiver.stop();
    await other.stop();
  }
}

const alertsOf = async (port: number) =>
  readAlerts(await (await fetch(`http://127.0.0.1:${port}${ALERTS}`)).text());

/** Brings about the situation, and waits until every replica shows it. */
async function prepare({ situation }: Case, ports: readonly number[]): Promise<void> {
  if (situation === 'silenced') {
    const now = Date.now();
    await post(ports[0] ?? 0, '/api/v2/silences', {
      matchers: [{ name: 'alertname', value: 'TestAlert', isRegex: false, isEqual: true }],
      startsAt: new Date(now).toISOString(),
      endsAt: new Date(now + 3_600_000).toISOString(),
      createdBy: 'test',
      comment: 'test',
    });
    await until(ports, '/api/v2/silences', (all) => all.every((body) => body.includes('"state":"active"')));
  }
  const alertname = { inhibited: 'Source', busy: 'Other' }[situation as string];
  if (alertname === undefined) return;
  for (const port of ports) await post(port, '/api/v2/alerts', [{ labels: { alertname } }]);
  await until(ports, '/api/v2/alerts/groups', (all) => all.every((body) => body.includes(`"${alertname}"`)));
  // Counted later, the other alert's notification could be the one of the test alert.
  if (situation === 'busy')
    await until(
      ports,
      '/metrics',
      (all) => all.every((body) => LOOKED.test(body)) && all.some((body) => COUNTED.test(body)),
    );
}

/** A replica has looked up who was notified: after that it sends, or leaves it to the other replica. */
const LOOKED = /^alertmanager_nflog_queries_total [1-9]/m;

/** A replica has counted a request to a webhook. */
const COUNTED = /^alertmanager_notification_requests_total\{[^}]*"webhook"[^}]*\} [1-9]/m;

async function post(port: number, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
}

/** Resolves as soon as the replicas' answers at a path are as wanted. */
async function until(
  ports: readonly number[],
  path: string,
  wanted: (bodies: readonly string[]) => boolean,
): Promise<void> {
  for (;;) {
    const answers = ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}${path}`)).text());
    if (wanted(await Promise.all(answers))) break;
  }
}
