import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { dump, load } from 'js-yaml';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { fieldsOf } from '../../../lib/objects/fields.ts';
import { ask } from '../../alerts/ask.ts';
import { startManagers } from '../../alerts/manager.ts';
import type { ManagerKind } from '../../alerts/options.ts';
import { type Receiver, type ReceiverMode, startReceiver } from '../../alerts/receivers.ts';
import { metricsProgram } from '../../metrics/programs.ts';
import { type Ran, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openWatchdog, type WatchdogStage } from '../../support/watchdog-stage.ts';
import { watchdogAt } from './watching.ts';

/** Real ones, also on the embedded server. */
const KINDS: Record<TestServer['name'], readonly ManagerKind[]> = {
  embedded: ['system'],
  real: ['system', 'newest'],
};

/** A configuration whose watchdog goes to a webhook. `route` and `more` are added to it. */
const config = (url: string, { route = '', more = '' } = {}): string => `
route:
  receiver: "null"
  routes:
    - receiver: outside
      matchers: ['alertname = "Watchdog"']
      group_wait: 0s
      group_interval: 1m
      repeat_interval: 1m
${route}
receivers:
  - name: "null"
  - name: outside
    webhook_configs: [{ url: '${url}', send_resolved: false }]
${more}
`;

/** What is changed in the configuration, how its receiver answers, and what is named then. */
const BROKEN: {
  name: string;
  mode: ReceiverMode;
  config(url: string): string;
  line: RegExp;
  next: RegExp;
}[] = [
  {
    name: 'a receiver without integrations',
    mode: '200',
    config: () => 'route: { receiver: "null" }\nreceivers: [{ name: "null" }]\n',
    line: /^degraded {5}receiver 0\/2: .*: its route leads to the receiver "null", which has no integrations$/m,
    next: /\n {2}kubectl monitoring watchdog receiver - --alertmanager main /,
  },
  {
    name: 'a receiver that answers 500',
    mode: '500',
    config,
    line: /^degraded {5}notification sent 0\/1: main: all \d+ requests? to webhook failed within 4m$/m,
    next: /\n {2}kubectl logs alertmanager-main-0 -c alertmanager --tail=50 /,
  },
  {
    name: 'a receiver that refuses connections',
    mode: 'refused',
    config,
    line: /^degraded {5}notification sent 0\/1: main: all \d+ requests? to webhook failed within 4m$/m,
    next: /\n {2}kubectl logs alertmanager-main-0 /,
  },
  {
    // Alertmanager tells since 0.28; before, the configuration does.
    name: 'a route that is muted',
    mode: '200',
    config: (url) =>
      config(url, {
        route: '      mute_time_intervals: [always]',
        more: 'time_intervals: [{ name: always, time_intervals: [{ months: ["1:12"] }] }]',
      }),
    line: /^degraded {5}(?:arrived|receiver) 0\/2: .*muted.* by the time interval always\)?$/m,
    next: /\n {2}kubectl monitoring alert routes --label alertname=Watchdog --alertmanager main /,
  },
];

for (const kind of servers())
  for (const managers of KINDS[kind.name])
    describe(`kubectl monitoring watchdog with ${managers} Alertmanagers on the ${kind.name} server`, () => {
      for (const { name, mode, config: configOf, line, next } of BROKEN)
        test(`names ${name}`, { timeout: 300_000 }, async () => {
          const outside = await startReceiver(mode);
          let opened: WatchdogStage | undefined;
          try {
            opened = await openWatchdog(await kind.start(), managers, configOf(outside.url));
            const { code, stdout } = await until(opened, line);
            assert.equal(code, 1);
            assert.match(stdout, next);
          } finally {
            await opened?.stop();
            await outside.stop();
          }
        });

      describe('whose chain holds', () => {
        let outside: Receiver;
        let opened: WatchdogStage;
        before(async () => {
          outside = await startReceiver('200');
          opened = await openWatchdog(await kind.start(), managers, config(outside.url));
        });
        after(async () => {
          await opened?.stop();
          await outside?.stop();
        });

        test('says so, by what Prometheus has measured', { timeout: 300_000 }, async () => {
          const { code, stdout, stderr } = await until(
            opened,
            /^healthy {6}notification sent 1\/1: \d+ requests? to webhook within 4m$/m,
          );
          assert.deepEqual([code, stderr], [0, '']);
          assert.match(stdout, /^NS\/Watchdog: healthy$/m);
          assert.ok(outside.received.length > 0);
        });

        test('names a pod that is not sent to', async () => {
          opened.say({ found: 'first' });
          try {
            const { stdout } = await watchdogAt(opened);
            assert.match(
              stdout,
              /^degraded {5}delivered 0\/2: .*: it does not send to alertmanager-main-1$/m,
            );
          } finally {
            opened.say({ found: 'all' });
          }
        });

        test('names a silence', { timeout: 300_000 }, async () => {
          const port = opened.managers.ports[0] ?? 0;
          const { text } = await ask(port, {
            path: '/api/v2/silences',
            body: {
              matchers: [{ name: 'alertname', value: 'Watchdog', isRegex: false, isEqual: true }],
              startsAt: new Date().toISOString(),
              endsAt: new Date(Date.now() + 3_600_000).toISOString(),
              createdBy: 'test',
              comment: 'none',
            },
          });
          const { silenceID: id } = JSON.parse(text);
          const { code } = await until(
            opened,
            new RegExp(`^degraded {5}arrived 0/2: .*: the alert Watchdog is silenced \\(${id}\\)$`, 'm'),
          );
          await ask(port, { path: `/api/v2/silence/${id}`, method: 'DELETE' });
          assert.equal(code, 1);
        });

        test('"watchdog receiver" prints values that amtool and the Alertmanager accept', async () => {
          const { namespace, folder } = opened.stage;
          const { code, stdout } = await runCommand(program, [
            ...['watchdog', 'receiver', 'https://hc.test/ping'],
            ...['-n', namespace, '--kubeconfig', opened.config],
          ]);
          assert.equal(code, 0);
          // A user keeps the own secrets, which the running configuration hides.
          const values = fieldsOf(load(stdout.replaceAll('<secret>', outside.url)))?.alertmanager;
          const merged = merge(load(config(outside.url)), fieldsOf(values)?.config);
          const file = join(folder, 'alertmanager.yaml');
          await writeFile(file, dump(merged));
          // It rejects fields that its own version does not have.
          if (managers === 'system') {
            const amtool = await metricsProgram('amtool');
            const { stdout: said } = await promisify(execFile)(amtool, ['check-config', file]);
            assert.match(said, /SUCCESS[\s\S]* - 3 receivers/);
          }
          await (await startManagers(managers, { config: dump(merged) })).stop();
        });
      });
    });

/** Asks until a line is there, which gossip and notifications take a while for. */
async function until(opened: WatchdogStage, line: RegExp): Promise<Ran> {
  for (;;) {
    const ran = await watchdogAt(opened);
    if (line.test(ran.stdout)) return ran;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Merges values as Helm does: maps one by one, all else is replaced. */
function merge(below: unknown, above: unknown): unknown {
  const [one, other] = [fieldsOf(below), fieldsOf(above)];
  if (!one || !other) return above;
  return {
    ...one,
    ...Object.fromEntries(Object.entries(other).map(([key, value]) => [key, merge(one[key], value)])),
  };
}
