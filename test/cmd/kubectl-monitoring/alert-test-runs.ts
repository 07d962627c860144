import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { ALERTS, readAlerts } from '../../../lib/alerts/answers.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { ask } from '../../alerts/ask.ts';
import { startManagers } from '../../alerts/manager.ts';
import type { ManagerOptions, Managers } from '../../alerts/options.ts';
import { type Receiver, type ReceiverMode, startReceiver } from '../../alerts/receivers.ts';
import { listen } from '../../support/listen.ts';
import { plainText, type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';

/** A request to an Alertmanager, on its way through something that may answer it otherwise. */
export interface Underway {
  method: string;
  /** With its query. */
  path: string;
  body: string;
  request: IncomingMessage;
  response: ServerResponse;
  /** Has the Alertmanager answer; gives the answer, which is not sent on yet. */
  pass(): Promise<{ status: number; text: string }>;
}

/** Answers a request itself, or leaves it to the Alertmanager by giving false. */
export type Answer = (underway: Underway) => unknown;

/** An Alertmanager at an address. */
export interface Addressed {
  url: string;
  managers: Managers;
  /** Runs `alert test` with it, and checks that it leaves no alert, unless it has to. */
  run(words?: readonly string[], options?: RunOptions & { leaves?: boolean }): Promise<Ran>;
  /** Names of the alerts that it has. */
  active(): Promise<string[]>;
}

/** Starts one until the test ends. */
export async function startAddressed(
  t: TestContext,
  { answer = () => false, ...options }: ManagerOptions & { answer?: Answer },
): Promise<Addressed> {
  const managers = await startManagers('stand-in', options);
  const [port = 0] = managers.ports;
  const front = await listen(async (request, response) => {
    const { method = 'GET', url: path = '/' } = request;
    let body = '';
    try {
      for await (const chunk of request.setEncoding('utf8')) body += chunk;
    } catch {
      return;
    }
    const given = { path, method: method as 'GET' | 'POST', ...(method === 'POST' && { body }) };
    const pass = () => ask(port, given);
    try {
      if ((await answer({ method, path, body, request, response, pass })) !== false) return;
      const { status, type, text } = await pass();
      response.writeHead(status, { 'content-type': type }).end(text);
    } catch {
      response.destroy();
    }
  });
  t.after(async () => {
    await front.stop();
    await managers.stop();
  });
  const url = `http://127.0.0.1:${front.port}`;
  const active = async (): Promise<string[]> => namesAt(port);
  return {
    url,
    managers,
    active,
    async run(words = [], { leaves = words.includes('--keep'), ...more } = {}) {
      const argv = ['alert', 'test', ...words, '--alerts-url', url];
      const ran = plainRan(await runCommand(program, argv, { now: new Date(), ...more }));
      if (!leaves) await assertEnded(managers);
      return ran;
    },
  };
}

const namesAt = async (port: number): Promise<string[]> =>
  readAlerts((await ask(port, { path: ALERTS })).text).map(({ labels }) => labels.alertname ?? '');

/** Checks that no replica that is alive has a test alert, or the one of a run. */
export async function assertEnded({ ports }: Pick<Managers, 'ports'>, run?: string): Promise<void> {
  for (const port of ports) {
    const alive = await ask(port, { path: ALERTS }).catch(() => undefined);
    const alerts = alive ? readAlerts(alive.text) : [];
    const own = alerts.filter(({ labels }) => labels.kubectl_monitoring_test && (!run || labels.run === run));
    assert.deepEqual(own, []);
  }
}

/** The same without what differs from run to run. */
export const plainRan = ({ code, stdout, stderr }: Ran, names: Record<string, string> = {}): Ran => ({
  code,
  stdout: plain(stdout, names),
  stderr: plain(stderr, names),
});

const plain = (text: string, names: Record<string, string>): string =>
  plainText(text, names)
    .replaceAll(/(kubectl_monitoring_test"?(?:=|: )"?)[0-9a-f]{8}/g, '$1ID')
    .replaceAll(/\b(after|within) \d+s\b(?! \()/g, '$1 Ns')
    .replaceAll(/at \d\d:\d\d:\d\d UTC/g, 'at TIME UTC')
    // Which of them are written depends on how fast this machine is.
    .replaceAll(/^(the group waits|waiting for the receiver)\n/gm, '');

/** Interrupts a command as Ctrl-C does. */
export const interrupt = (interruption: AbortController): void =>
  interruption.abort(new CommandError('aborted', 'Interrupted (SIGINT).'));

/** Starts a webhook until the test ends. */
export async function receive(t: TestContext, mode: ReceiverMode = '200'): Promise<Receiver> {
  const receiver = await startReceiver(mode);
  t.after(() => receiver.stop());
  return receiver;
}

/** A configuration in which test alerts go to `pager`, by label `to` elsewhere, and others to no one. */
export const configuration = (url: string, { sendResolved = true, more = {} } = {}): string =>
  JSON.stringify({
    route: {
      receiver: 'null',
      group_by: ['alertname'],
      group_wait: '100ms',
      group_interval: '1s',
      repeat_interval: '1h',
      routes: [
        { matchers: ['to="chat"'], receiver: 'chat' },
        { matchers: ['to="both"'], receiver: 'pager', mute_time_intervals: ['always'], continue: true },
        { matchers: ['to="both"'], receiver: 'chat' },
        { matchers: ['to="night"'], receiver: 'pager', mute_time_intervals: ['always'] },
        { matchers: ['alertname="Other"'], receiver: 'chat', repeat_interval: '2h' },
        { matchers: ['alertname="TestAlert"', 'to!="nobody"'], receiver: 'pager' },
      ],
    },
    receivers: [
      { name: 'null' },
      { name: 'pager', webhook_configs: [{ url, send_resolved: sendResolved }] },
      { name: 'chat', webhook_configs: [{ url, send_resolved: sendResolved }] },
      { name: 'unused', webhook_configs: [{ url }] },
    ],
    inhibit_rules: [{ source_matchers: ['alertname="Source"'], target_matchers: ['alertname="TestAlert"'] }],
    time_intervals: [{ name: 'always', time_intervals: [{ years: ['2000:2999'] }] }],
    ...more,
  });
