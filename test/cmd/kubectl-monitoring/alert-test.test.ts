import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, type TestContext, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import type { Receiver } from '../../alerts/receivers.ts';
import { startReceiver } from '../../alerts/receivers.ts';
import { type AlertStage, MANAGERS, openAlerts } from '../../support/alert-stage.ts';
import { allowUser, permissions } from '../../support/allowed-user.ts';
import { type RelayOptions, startRelay } from '../../support/relay.ts';
import { refusal } from '../../support/relay-answers.ts';
import { type Ran, type RunOptions, runCommand } from '../../support/run-command.ts';
import { servers } from '../../support/servers.ts';
import { assertEnded, configuration, interrupt, plainRan } from './alert-test-runs.ts';

const RESOLVED = 'The alert is resolved at 2 of 2 replicas.\n';

/** Each server with each Alertmanager; a stand-in plays both versions. */
const SUBJECTS = servers().flatMap((kind) =>
  MANAGERS[kind.name].flatMap((by) =>
    (by === 'stand-in' ? (['system', 'newest'] as const) : [by]).map((like) => ({ kind, by, like })),
  ),
);

describe('alert test', { concurrency: 2 }, () => {
  for (const { kind, by, like } of SUBJECTS)
    describe(`on the ${kind.name} server, with the Alertmanager ${by}, like ${like}`, {
      concurrency: 1,
    }, () => {
      const api = like === 'system' ? 'v1' : 'v2';
      let receiver: Receiver;
      let opened: AlertStage | undefined;
      let stage: AlertStage;
      before(async () => {
        receiver = await startReceiver('200');
        opened = await openAlerts(await kind.start(), by, {
          config: configuration(receiver.url),
          ...(by === 'stand-in' && { like }),
          ...{ replicas: 2, peerTimeout: '300ms' },
        });
        stage = opened;
      });
      beforeEach(() => receiver.become('200'));
      after(async () => {
        await opened?.stop();
        await receiver?.stop();
      });

      /** Each alert is in a group of its own. */
      let count = 0;
      async function run(
        words: readonly string[] = [],
        {
          config = stage.config,
          leaves = false,
          ...more
        }: RunOptions & { config?: string; leaves?: boolean } = {},
      ): Promise<Ran> {
        const { namespace } = stage.stage;
        const run = `r${count++}`;
        const argv = [
          'alert',
          'test',
          '-n',
          namespace,
          '--kubeconfig',
          config,
          '--label',
          `run=${run}`,
          ...words,
        ];
        const ran = await runCommand(program, argv, { now: new Date(), ...more });
        if (!leaves) await assertEnded(stage.managers, run);
        return plainRan(ran, { [namespace]: 'NS', [config]: 'KUBECONFIG' });
      }

      /** The same through a relay, which takes no upgrades: by the API server's proxy. */
      async function runBehind(
        t: TestContext,
        { before = () => undefined, ...relayed }: RelayOptions,
        words: string[] = [],
        options: { leaves?: boolean } = {},
      ): Promise<Ran> {
        const { server, kubeconfig } = stage.stage;
        const forbidden = refusal(403, 'Forbidden', 'port-forward is forbidden');
        const relay = await startRelay(server.admin, {
          ...relayed,
          before: (request) => (request.path.includes('/portforward') ? forbidden : before(request)),
        });
        t.after(() => relay.stop());
        return run(words, { ...options, config: await kubeconfig(relay.endpoint(server.admin)) });
      }

      /** Answers for the logs of the pods, which run nowhere. */
      const logs: RelayOptions['before'] = ({ path }) => {
        const [, at] = /\/pods\/alertmanager-main-(\d)\/log\?/.exec(path) ?? [];
        if (at === undefined) return undefined;
        const text = stage.managers.log(Number(at));
        return (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(text);
      };

      test(`sends by API ${api} to each replica, the first by a forwarded port, as documented`, async () => {
        assert.deepEqual(await run(), {
          code: 0,
          stdout: `sent: receiver "pager" was notified through webhook after Ns
${RESOLVED}Receiver "pager" is told so within 1s (send_resolved); --wait-resolved waits for it.
`,
          stderr: `  Alertmanager NS/main (2 replicas, ${like === 'system' ? '0.25.0' : '0.31.1'})
  Labels       alertname="TestAlert"
               run="r0"
               severity="warning"
               kubectl_monitoring_test="ID"
  Route        {alertname="TestAlert", to!="nobody"}
  Receiver     pager (webhook)
  Group        by alertname; a new one: notified after 100ms (group_wait)
1/3 Send the alert: done (2 of 2 replicas by API ${api}, pod alertmanager-main-0 by port-forward)
2/3 Wait for the notification: done (sent)
3/3 Resolve the alert: done (at 2 replicas)
`,
        });
      });

      test('names the reason of a failure from the log', async (t) => {
        receiver.become('500');
        const { code, stdout, stderr } = await runBehind(t, { before: logs }, ['--timeout', '3s']);
        assert.equal(code, 1);
        const where = like === 'system' ? ' http://127.0.0.1:PORT/...:' : '';
        assert.equal(
          stdout,
          `failing: receiver "pager" was not notified through webhook: unexpected status code 500:${where} out of order\n${RESOLVED}`,
        );
        assert.match(
          stderr,
          /\nNext: kubectl logs alertmanager-main-0 -c alertmanager --tail=50 -n NS --kubeconfig KUBECONFIG\n$/,
        );
      });

      test('counts the failures if the log may not be read', async (t) => {
        receiver.become('500');
        const forbidden = refusal(403, 'Forbidden', 'pods "x" is forbidden');
        const { code, stdout } = await runBehind(
          t,
          { before: ({ path }) => (path.includes('/log?') ? forbidden : undefined) },
          ['--timeout', '3s'],
        );
        assert.equal(code, 1);
        assert.match(
          stdout,
          /^failing: receiver "pager" was not notified through webhook: \d of \d requests? failed(; other alerts .*)?\n/,
        );
      });

      for (const [subresource, verbs, via] of [
        ['pods/proxy', ['get', 'create'], 'through the API server'],
        ['pods/portforward', ['get', 'create'], 'by port-forward'],
      ] as const)
        test(`needs no more than ${subresource}`, async () => {
          const { namespace, server } = stage.stage;
          const user = { name: `${subresource.replace('/', '-')}-user`, namespace };
          await allowUser(server, user, [
            ...permissions(namespace, ['', 'pods'], 'list'),
            ...permissions(namespace, ['', subresource], ...verbs),
          ]);
          const { code, stdout, stderr } = await run(['--as', user.name, '--label', 'to=nobody']);
          assert.deepEqual(
            [code, stdout.split('\n')[0]],
            [1, 'no receiver: receiver "null" notifies no one: it has no integrations'],
          );
          assert.match(
            stderr,
            new RegExp(`done \\(2 of 2 replicas by API ${api}, pod alertmanager-main-0 ${via}\\)`),
          );
        });

      test('says what to ask for without either', async () => {
        const { namespace, server } = stage.stage;
        const user = { name: 'list-user', namespace };
        await allowUser(server, user, permissions(namespace, ['', 'pods'], 'list'));
        const { code, stdout, stderr } = await run(['--as', user.name]);
        assert.deepEqual([code, stdout], [1, '']);
        assert.match(
          stderr,
          /^error: no replica of Alertmanager main can be asked\n {2}alertmanager-main-0: .*forbidden/,
        );
        assert.match(
          stderr,
          /\nIf access is forbidden, ask for get and create on pods\/proxy or on pods\/portforward /,
        );
      });

      test('interrupted while it waits: resolves the alert on all replicas', async () => {
        const interruption = new AbortController();
        const { code, stdout } = await run(['--label', 'to=night', '--timeout', '1h'], {
          interrupted: interruption.signal,
          onStderr: (text) => text.startsWith('waiting') && interrupt(interruption),
        });
        assert.deepEqual(
          [code, stdout],
          [130, `interrupted: it is not known whether the receivers were notified\n${RESOLVED}`],
        );
      });

      test('several Alertmanagers in the namespace: asks for one', async (t) => {
        const { namespace } = stage.stage;
        const { code, stderr } = await runBehind(t, {
          before: ({ path }) =>
            path.includes(`/namespaces/${namespace}/alertmanagers`)
              ? {
                  status: 200,
                  body: {
                    ...{ kind: 'AlertmanagerList', apiVersion: 'monitoring.coreos.com/v1', metadata: {} },
                    items: ['main', 'other'].map((name) => ({ metadata: { name, namespace } })),
                  },
                }
              : undefined,
        });
        assert.deepEqual(
          [code, stderr],
          [
            1,
            'error: there are several Alertmanagers in namespace NS: main, other\nChoose one with --alertmanager: main, other.\n',
          ],
        );
        const named = await run(['--alertmanager', 'mian']);
        assert.deepEqual(
          [named.code, named.stderr],
          [
            1,
            'error: there is no Alertmanager mian in namespace NS\nChoose one with --alertmanager: main.\n',
          ],
        );
      });

      test('metrics of one replica that cannot be read: says that it is not known', async (t) => {
        const nothing = 'alertmanager_notifications_total{integration="webhook"} 0\n';
        const { code, stdout } = await runBehind(
          t,
          {
            before: ({ path }) => {
              if (!path.endsWith('/proxy/metrics')) return undefined;
              if (path.includes('alertmanager-main-0')) return { status: 404, body: {} };
              return (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(nothing);
            },
          },
          ['--timeout', '1s'],
        );
        assert.equal(code, 2);
        assert.match(
          stdout,
          /^pending: it is not known whether receiver "pager" was notified: alertmanager-main-0: it answered 404/,
        );
        assert.ok(stdout.endsWith(RESOLVED));
      });

      test('a replica that is not ready is left out, and said to be', async () => {
        const path = stage.stage.path('pods', 'alertmanager-main-1');
        const { status } = await stage.stage.get(path);
        const conditions = (ready: string) => [{ type: 'Ready', status: ready }];
        const set = (ready: string) =>
          stage.stage.patch(`${path}/status`, { status: { conditions: conditions(ready) } });
        assert.equal((await set('False')).status, 200, JSON.stringify(status));
        try {
          const { code, stdout, stderr } = await run(['--label', 'to=nobody']);
          assert.deepEqual([code, stdout.split('\n')[1]], [1, 'The alert is resolved at 1 of 1 replica.']);
          assert.match(stderr, /^Warning: alertmanager-main-1 is not asked: it is not ready$/m);
        } finally {
          await set('True');
        }
      });

      test('a token that expires in the middle: says what is left and when it ends', async (t) => {
        let isExpired = false;
        const { code, stdout } = await runBehind(
          t,
          {
            before: () => (isExpired ? refusal(401, 'Unauthorized', 'Unauthorized') : undefined),
            after: ({ method, path }) => {
              isExpired ||= method === 'POST' && path.endsWith('/alerts');
              return undefined;
            },
          },
          ['--timeout', '1s'],
          { leaves: true },
        );
        assert.equal(code, 2);
        assert.match(
          stdout,
          /^pending: it is not known whether receiver "pager" was notified: alertmanager-main-0: .*Unauthorized/,
        );
        assert.match(
          stdout,
          /\nThe alert is resolved at 0 of 2 replicas\.\nNot resolved at alertmanager-main-0: .*Unauthorized.*; there it ends by itself /,
        );
      });

      test('one of two replicas that dies before the alert is resolved: resolves it at the other', async () => {
        const dying = async (text: string): Promise<void> => {
          if (text.startsWith('waiting')) await stage.managers.kill(1);
        };
        const { code, stdout } = await run(['--label', 'to=night', '--timeout', '2s'], {
          onStderr: (text) => void dying(text),
        });
        assert.equal(code, 1);
        assert.match(
          stdout,
          /^muted: its route is muted by always\nThe alert is resolved at 1 of 2 replicas\.\nNot resolved at alertmanager-main-1: .*; there it ends by itself at TIME UTC\.\n$/,
        );
      });
    });
});
