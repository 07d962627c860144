import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { createScreen } from '../../packed/support/screen.ts';
import { brokenScenario } from '../../scenarios/broken.ts';
import { brokenHost, STANDARD, served } from '../../scenarios/hosts.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { call } from '../../support/http.ts';
import { type Interference, type Passed, startRelay } from '../../support/relay.ts';
import { refusal } from '../../support/relay-answers.ts';
import { plainText, runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openStage, type Stage } from '../../support/stage.ts';

const isWatch = ({ path }: Passed): boolean => path.includes('watch=true');

const EXPIRED: Interference = refusal(410, 'Expired', 'too old resource version');

/** A host of each of two clusters, and one of none. */
const ownedScenario = (): Scenario => ({
  nodes: ['management-0'],
  clusters: ['core', 'edge'].map((name) => ({ namespace: 'metal3', name, paused: false })),
  hosts: [
    brokenHost('worker-0', 0, { cluster: 'core' }),
    brokenHost('worker-1', 1, { cluster: 'edge' }),
    brokenHost('spare-0', 2),
  ],
  images: [served(STANDARD)],
  deadBmcs: [],
});

for (const kind of servers())
  describe(`kubectl bmh list --watch on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    let namespace: string;
    before(async () => {
      server = await kind.start();
      // No operator: each change is the test's.
      stage = await openStage(server, brokenScenario(5), { unattended: ['metal3'] });
      namespace = stage.namespace('metal3');
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    const pause = async (name: string, value: string | null): Promise<void> => {
      const annotations = { 'baremetalhost.metal3.io/paused': value };
      const { status, text } = await stage.patch(namespace, name, { metadata: { annotations } });
      assert.equal(status, 200, text);
    };

    const remove = async (name: string): Promise<void> => {
      await stage.patch(namespace, name, { metadata: { finalizers: null } });
      const path = `/apis/metal3.io/v1alpha1/namespaces/${namespace}/baremetalhosts/${name}`;
      assert.equal((await call(server.admin, { method: 'DELETE', path })).status, 200);
    };

    /** Runs `list WORD…` through a relay that does to the watches, one after the other, what is given. */
    async function watch(
      t: TestContext,
      words: string[],
      disturbances: ((() => Promise<Interference>) | undefined)[] = [],
    ) {
      let watches = 0;
      const opened = Promise.withResolvers<void>();
      const relay = await startRelay(server.admin, {
        before: (request) => void (isWatch(request) && opened.resolve()),
        after: (request) => (isWatch(request) ? disturbances[watches++]?.() : undefined),
      });
      t.after(relay.stop);
      const interruption = new AbortController();
      let written = '';
      let snapshot = (): void => {};
      const run = runCommand(
        program,
        ['list', '--kubeconfig', await stage.kubeconfig(relay.endpoint(server.admin), namespace), ...words],
        {
          interrupted: interruption.signal,
          onStdout(text) {
            written += text;
            snapshot();
          },
        },
      );
      return {
        /** Resolves once the command watches. */
        opened: opened.promise,
        /** Resolves once so many lines are written. */
        lines: (count: number): Promise<void> =>
          new Promise((resolve, reject) => {
            snapshot = () => void (written.split('\n').length > count && resolve());
            snapshot();
            run.then(({ stderr }) => reject(new Error(`It has ended: ${stderr}`)), reject);
          }),
        async end() {
          interruption.abort();
          const { code, stdout, stderr } = await run;
          return { code, stdout, stderr: plainText(stderr, { [namespace]: 'NS' }) };
        },
      };
    }

    test('prints every change once, across a lost connection and an expired resourceVersion', async (t) => {
      const { lines, end } = await watch(
        t,
        ['-w', '-l', 'infrastructure.cluster.x-k8s.io/failure-domain!=rack-4'],
        [
          async () => 'truncate',
          async () => {
            await pause('host-00002', 'second');
            await remove('host-00001');
            return EXPIRED;
          },
        ],
      );
      await lines(5);
      await pause('host-00000', 'first');
      await lines(8);
      await pause('host-00000', null);
      await lines(9);
      const { code, stdout, stderr } = await end();
      assert.equal(
        stdout,
        `TIME                   NAME         VERDICT    REASON                           ADDRESS                                                        AGE
2026-01-02T03:04:05Z   host-00000   degraded   provisioned registration error   http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2   0s
2026-01-02T03:04:05Z   host-00001   degraded   provisioned registration error   http://172.22.0.1:6180/images/acme-hpc-rocky9.qcow2            0s
2026-01-02T03:04:05Z   host-00002   degraded   provisioned registration error   http://172.22.0.1:6180/images/acme-gpu-ubuntu2204.qcow2        0s
2026-01-02T03:04:05Z   host-00004   degraded   provisioned registration error   http://172.22.0.1:6180/images/acme-hpc-rocky9.qcow2            0s
2026-01-02T03:04:05Z   host-00000   blocked    foreign-pause                    http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2   0s
2026-01-02T03:04:05Z   host-00002   blocked    foreign-pause                    http://172.22.0.1:6180/images/acme-gpu-ubuntu2204.qcow2        0s
2026-01-02T03:04:05Z   host-00001   unknown    deleted                          http://172.22.0.1:6180/images/acme-hpc-rocky9.qcow2            0s
2026-01-02T03:04:05Z   host-00000   degraded   provisioned registration error   http://172.22.0.1:6180/images/acme-standard-ubuntu2204.qcow2   0s
`,
      );
      assert.equal(
        stderr,
        'Warning: the watch was interrupted, reconnecting (error: the response from 127.0.0.1:PORT to GET /apis/metal3.io/v1alpha1/namespaces/NS/baremetalhosts ended early)\n',
      );
      assert.equal(code, 130);
    });

    test('a name watches that host alone', async (t) => {
      const { lines, end } = await watch(t, ['host-00003', '-w', '--no-headers']);
      await lines(1);
      await pause('host-00004', 'other');
      await pause('host-00003', 'this');
      await lines(2);
      await pause('host-00004', null);
      await pause('host-00003', null);
      await lines(3);
      const { code, stdout } = await end();
      assert.deepEqual(
        stdout.match(/^\S+ +\S+ +\S+/gm),
        ['degraded', 'blocked', 'degraded'].map(
          (verdict) => `2026-01-02T03:04:05Z   host-00003   ${verdict}`,
        ),
      );
      assert.equal(code, 130);
    });

    test('on a terminal, one screen is drawn again as hosts change, and its last state stays', async () => {
      const interruption = new AbortController();
      const screen = createScreen(80);
      let shown = Promise.withResolvers<void>();
      const run = runCommand(
        program,
        ['list', '--kubeconfig', await stage.kubeconfig(server.admin, namespace), '-w', '-l', 'a!=b'],
        {
          env: { TERM: 'xterm', LC_ALL: 'C', NO_COLOR: '1' },
          ...{ columns: 80, rows: 7, interrupted: interruption.signal },
          // A quarter of a second is as short as can be.
          wait: () => new Promise((resolve) => setImmediate(resolve)),
          onStdout(text) {
            screen.write(text.replaceAll('\n', '\r\n'));
            shown.resolve();
            shown = Promise.withResolvers();
          },
        },
      );
      const until = async (line: string): Promise<void> => {
        while (!screen.lines().includes(line)) await shown.promise;
      };
      await until('x 3 degraded  = 1 blocked');
      await pause('host-00004', 'other');
      await until('x 2 degraded  = 2 blocked');
      interruption.abort();
      const { code, stderr } = await run;
      assert.deepEqual(
        { code, stderr, screen: screen.lines() },
        {
          code: 130,
          stderr: '',
          screen: [
            'x 2 degraded  = 2 blocked',
            '  NAME         VERDICT      REASON',
            '172.22.0.1:6180 (2 degraded, 2 blocked)',
            '  host-00000   x degraded   provisioned registration error',
            '  host-00003   x degraded   provisioned registration error',
            '  ... 2 more blocked',
          ],
        },
      );
      await pause('host-00004', null);
    });

    test('by cluster, hosts are below the Cluster and with the Machine that own their Metal3Machine', async () => {
      const owned = await openStage(server, ownedScenario(), { unattended: ['metal3'] });
      const interruption = new AbortController();
      try {
        const screen = createScreen(80);
        let shown = Promise.withResolvers<void>();
        const kubeconfig = await owned.kubeconfig(server.admin, owned.namespace('metal3'));
        const run = runCommand(program, ['list', '--kubeconfig', kubeconfig, '-w', '--group-by', 'cluster'], {
          env: { TERM: 'xterm', LC_ALL: 'C', NO_COLOR: '1' },
          ...{ columns: 80, rows: 12, interrupted: interruption.signal },
          wait: () => new Promise((resolve) => setImmediate(resolve)),
          onStdout(text) {
            screen.write(text.replaceAll('\n', '\r\n'));
            shown.resolve();
            shown = Promise.withResolvers();
          },
        });
        const title = (cluster: string) => `Cluster ${owned.namespace('metal3')}/${cluster} (1 degraded)`;
        const expected = [
          title('core'),
          '  worker-0   worker-0   x degraded   provisioned registration error',
          title('edge'),
          '  worker-1   worker-1   x degraded   provisioned registration error',
          'No Cluster (1 degraded)',
          '  <none>     spare-0    x degraded   provisioned registration error',
        ];
        // Hosts are shown before their Machines are read.
        while (!expected.every((line) => screen.lines().includes(line))) await shown.promise;
        interruption.abort();
        const { code, stderr } = await run;
        assert.deepEqual({ code, stderr }, { code: 130, stderr: '' });
        const lines = screen.lines();
        const below = (line: string) => lines[lines.indexOf(line) + 1];
        assert.deepEqual(
          [0, 2, 4].map((at) => below(expected[at] ?? '')),
          [1, 3, 5].map((at) => expected[at]),
        );
      } finally {
        interruption.abort();
        await owned.stop();
      }
    });

    test('--watch-only skips existing hosts, and prints each change separately in every format', async (t) => {
      const template = 'jsonpath={.metadata.name}={.paused}{"\\n"}';
      const forms = await Promise.all(
        ['json', 'yaml', 'name', template].map((form) => watch(t, ['--watch-only', '-o', form])),
      );
      await Promise.all(forms.map(({ opened }) => opened));
      const [json, yaml, name, filled] = forms;
      assert.ok(json && yaml && name && filled);
      for (const [value, documents] of [
        ['one', 1],
        ['two', 2],
      ] as const) {
        await pause('host-00003', value);
        await Promise.all([
          json.lines(20 * documents),
          yaml.lines(17 * documents - 1),
          name.lines(documents),
          filled.lines(documents),
        ]);
      }
      const ends = await Promise.all(forms.map(({ end }) => end()));
      assert.deepEqual(
        ends.map(({ code, stderr }) => [code, stderr]),
        ends.map(() => [130, '']),
      );
      const [ofJson = '', ofYaml = '', ofName, ofTemplate] = ends.map(({ stdout }) => stdout);
      assert.deepEqual(
        ofJson.split(/(?<=^\}\n)/m).map((text) => JSON.parse(text).paused),
        ['one', 'two'],
      );
      assert.deepEqual(
        ofYaml.split('---\n').map((text) => /^ {2}name: host-00003\n(?:.*\n)*paused: (.*)$/m.exec(text)?.[1]),
        ['one', 'two'],
      );
      assert.equal(ofName, 'baremetalhost.metal3.io/host-00003\n'.repeat(2));
      assert.equal(ofTemplate, 'host-00003=one\nhost-00003=two\n');
    });
  });
