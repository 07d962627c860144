import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { OPERATOR, startManagers } from '../../alerts/manager.ts';
import type { Managers, ManagerWeb } from '../../alerts/options.ts';
import { MANAGERS } from '../../support/alert-stage.ts';
import { folderWith } from '../../support/folder.ts';
import type { RelayOptions } from '../../support/relay.ts';
import { runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openResizing, type Resized, type Resizing, withoutNotes } from './resizing.ts';

const ANY = { number: 1, method: 'GET', headers: {}, body: '' };
const CONFIG = 'route: { receiver: "null" }\nreceivers: [{ name: "null" }]\n';

for (const kind of servers())
  describe(`kubectl monitoring scale alerts on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Resizing;
    const started: Managers[] = [];
    before(async () => {
      server = await kind.start();
      const names = ['joins', 'apart', 'mute', 'guarded'];
      stage = await openResizing(server, {
        components: names.map((name) => ({
          kind: 'Alertmanager',
          name,
          replicas: name === 'guarded' ? 2 : 1,
        })),
      });
    });
    after(async () => {
      for (const managers of started) await managers.stop();
      await stage?.stop();
      await server?.stop();
    });

    /** Starts Alertmanagers: a cluster of so many. */
    const cluster = async (replicas: 1 | 2, web?: ManagerWeb): Promise<readonly number[]> => {
      const [by = 'stand-in'] = MANAGERS[kind.name];
      const managers = await startManagers(by, { config: CONFIG, replicas, ...(web && { web }) });
      started.push(managers);
      return managers.ports;
    };

    /** Has the pods of an Alertmanager answer by what listens at these ports, as soon as one is asked: a new pod has a new address. */
    const answeredBy =
      (name: string, ports: readonly number[]): RelayOptions['before'] =>
      async ({ path }) => {
        if (!path.includes(`/pods/alertmanager-${name}-`)) return undefined;
        for (const [at, port] of ports.entries()) {
          const { status } = await stage.get(stage.path('pods', `alertmanager-${name}-${at}`));
          server.pods.set(`${status.podIP}:9093`, port);
        }
        return undefined;
      };

    const scale = (words: string[], options: Parameters<Resizing['scale']>[1] = {}): Promise<Resized> =>
      stage.scale(['alerts', ...words, '-y'], { wait: async () => {}, ...options });

    const silent: RelayOptions['before'] = async ({ path }) =>
      /\/pods\/[^/]+\/(proxy|portforward)/.test(path) ? 'reset' : undefined;

    test('waits until the replicas are one cluster, and says so', async () => {
      const ports = await cluster(2);
      const { code, stdout, stderr } = await scale(['2', 'joins'], { before: answeredBy('joins', ports) });
      assert.equal(
        withoutNotes(stderr).replaceAll(/^(the cluster of|alertmanager-).*\n/gm, ''),
        `  Context    test
  Server     https://127.0.0.1:PORT
  Namespace  NS
  Alertmanager joins
  Replicas   1 -> 2
  Effect     1 pod starts, and both form one cluster; running pods restart, one after the other
1/4 Try the change: done
2/4 Set replicas to 2: done
3/4 Wait for the controllers to see the change: done
4/4 Wait until 2 replicas are ready: done
Verification: done (one cluster)
`,
      );
      assert.deepEqual(
        { code, stdout },
        {
          code: 0,
          stdout:
            'alertmanager.monitoring.coreos.com/joins scaled from 1 to 2 replicas; both replicas are ready, and they form one cluster\n',
        },
      );
    });

    test('looks at the cluster again if nothing is to be changed', async () => {
      const ports = await cluster(2);
      const { code, stdout, writes } = await scale(['2', 'joins', '-o', 'json'], {
        before: answeredBy('joins', ports),
      });
      const [{ verdict, cluster: state, message }] = JSON.parse(stdout).items;
      assert.deepEqual([code, writes, verdict, state], [0, [], 'unchanged', 'one']);
      assert.equal(message, 'unchanged: it has 2 replicas, all ready, and they form one cluster');
    });

    test('says that replicas are ready, but not in one cluster', async () => {
      const [one = 0] = await cluster(1);
      const [other = 0] = await cluster(1);
      const { code, stdout, stderr } = await scale(['2', 'apart'], {
        before: answeredBy('apart', [one, other]),
      });
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' }, stderr);
      assert.match(
        stderr,
        /\nVerification: failed \(alertmanager-apart-0 is in no cluster\)\nerror: scaled from 1 to 2 replicas; both replicas are ready, but they do not form one cluster: alertmanager-apart-0 is in no cluster\. Check that port 9094 /,
      );
    });

    test('says that it is not known where replicas cannot be asked', async () => {
      const { code, stdout, stderr } = await scale(['2', 'mute'], { before: silent });
      assert.equal(code, 0, stderr);
      assert.match(
        stdout,
        /^alertmanager\.monitoring\.coreos\.com\/mute scaled from 1 to 2 replicas; both replicas are ready; whether they form one cluster is not known: /,
      );
      assert.match(stderr, /\nVerification: done \(cluster not checked\)\n$/);
    });

    test('asks with the credentials of a file', async (t) => {
      const ports = await cluster(2, { user: OPERATOR });
      const { name, password } = OPERATOR;
      const text = `basic_auth: { username: ${name}, password: '${password}' }\n`;
      const cwd = await folderWith(t, { 'http.yaml': text });
      await answeredBy('guarded', ports)?.({ ...ANY, path: '/pods/alertmanager-guarded-0' });
      // A forwarded port, the only way with credentials, does not lead through a relay.
      const config = await stage.kubeconfig();
      const run = async (...flags: string[]): Promise<string> => {
        const argv = [
          'scale',
          'alerts',
          '2',
          'guarded',
          '-n',
          stage.namespace,
          '--kubeconfig',
          config,
          ...flags,
        ];
        return (await runCommand(program, argv, { cwd, wait: async () => {} })).stdout;
      };
      assert.match(await run(), /; whether they form one cluster is not known: /);
      assert.match(await run('--http-config', 'http.yaml'), /, and they form one cluster\n$/);
    });

    test('needs no cluster of one replica', async () => {
      const { code, stdout } = await scale(['1', 'mute'], { before: silent });
      assert.equal(code, 0);
      assert.ok(stdout.endsWith('scaled from 2 to 1 replica; the replica is ready\n'), stdout);
    });
  });
