import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openResizing, type Resizing, withoutNotes } from './resizing.ts';

for (const flag of [
  '--mode=online',
  '--accept=gitops',
  '--replicas=2',
  '--values=values.yaml',
  '--component=alerts',
])
  test(`undo refuses ${flag}: the record says all that an undo needs`, async () => {
    const { code, stderr } = await runCommand(program, ['undo', 'k8s', flag]);
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`^error: unknown flag: ${flag.replace(/=.*/, '')}\n`));
  });

for (const kind of servers())
  describe(`kubectl monitoring undo on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Resizing;
    before(async () => {
      server = await kind.start();
      stage = await openResizing(server, {
        components: [
          { name: 'one', replicas: 1 },
          { name: 'two', replicas: 1 },
          { name: 'one', kind: 'Alertmanager', replicas: 1 },
        ],
      });
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    /** Leaves an unfinished run: it is interrupted once the instance is stopped, or its claim has grown. */
    async function interrupt(words: string[]): Promise<void> {
      const interruption = new AbortController();
      const { code, stderr } = await stage.resize([...words, '-y'], {
        interrupted: interruption.signal,
        after: ({ method, path }, status) => {
          const stops = method === 'PATCH' && /\/(prometheuses|alertmanagers)\//.test(path);
          if (stops && status === 200 && !path.includes('dryRun')) interruption.abort();
          return undefined;
        },
      });
      assert.equal(code, 130, stderr);
    }

    test('without a name and without an unfinished run, says that there is nothing to undo', async () => {
      assert.deepEqual(await stage.undo([]), {
        code: 0,
        stdout: '',
        stderr: 'unchanged: there is no unfinished resize to undo in namespace "NS"\n',
        writes: [],
      });
      const { code, stdout } = await stage.undo(['-o', 'json']);
      assert.equal(code, 0);
      const { run, ...result } = JSON.parse(stdout);
      assert.match(run.command, /^kubectl monitoring undo -o json /);
      assert.deepEqual(result, {
        apiVersion: 'monitoring.kubectl/v1',
        kind: 'ResizeList',
        verdict: 'unchanged',
        exitCode: 0,
        message: 'unchanged: there is no unfinished resize to undo in namespace "NS"',
        items: [],
      });
    });

    test('with a name and without an unfinished run, says so of that instance, of whatever kind', async () => {
      for (const [word, resource] of [
        ['two', 'prometheus.monitoring.coreos.com/two'],
        ['alertmanager/one', 'alertmanager.monitoring.coreos.com/one'],
      ] as const)
        assert.deepEqual(await stage.undo([word]), {
          code: 0,
          stdout: `${resource} unchanged: there is no unfinished resize to undo\n`,
          stderr: '',
          writes: [],
        });
      const missing = await stage.undo(['none']);
      assert.equal(missing.code, 1);
      assert.match(
        missing.stderr,
        /^Error from server \(NotFound\): prometheuses\.monitoring\.coreos\.com "none" not found\n/,
      );
    });

    test('names the namespace of an instance that is in another one, with the exit code of NotFound', async () => {
      for (const run of [
        stage.resize(['100Gi', 'two', '-n', 'default', '-y']),
        stage.undo(['two', '-n', 'default']),
      ])
        assert.deepEqual(await run, {
          code: 1,
          stdout: '',
          stderr: `Error from server (NotFound): prometheuses.monitoring.coreos.com "two" not found
Prometheus "two" is in namespace "NS": use -n NS.
`,
          writes: [],
        });
    });

    test('refuses a PrometheusAgent, which is never resized', async () => {
      assert.deepEqual(await stage.undo(['prometheusagent/two']), {
        code: 1,
        stdout: '',
        stderr:
          'error: resize-pvc does not resize the volumes of a PrometheusAgent\nThere is nothing to undo.\n',
        writes: [],
      });
    });

    test('without a name, undoes the only unfinished run, with no size', async () => {
      const held = await stage.held('one');
      await interrupt(['100Gi', 'one']);
      const { code, stdout, stderr } = await stage.undo(['-y']);
      assert.equal(
        stdout,
        'prometheus.monitoring.coreos.com/one undone: replicas, pause and retention policy are as before\n',
      );
      assert.equal(code, 0, withoutNotes(stderr));
      assert.deepEqual(await stage.held('one'), held);
      assert.deepEqual(await stage.records(), []);
    });

    test('with several unfinished runs, asks for one of them by a command that works', async () => {
      await interrupt(['100Gi', 'one']);
      await interrupt(['100Gi', 'one', '--component', 'alerts']);
      for (const words of [[], ['one']]) {
        const { code, stdout, stderr, writes } = await stage.undo([...words, '-y']);
        assert.deepEqual({ code, stdout, writes }, { code: 1, stdout: '', writes: [] });
        assert.equal(
          stderr,
          `error: namespace "NS" has more than one unfinished resize
Name one of them: ${words.length === 0 ? 'kubectl monitoring undo alertmanager/one -n NS --kubeconfig KUBECONFIG; kubectl monitoring undo prometheus/one -n NS --kubeconfig KUBECONFIG' : 'kubectl monitoring undo prometheus/one -n NS --kubeconfig KUBECONFIG; kubectl monitoring undo alertmanager/one -n NS --kubeconfig KUBECONFIG'}
`,
        );
      }
      for (const word of ['alertmanager/one', 'one']) assert.equal((await stage.undo([word, '-y'])).code, 0);
      assert.deepEqual(await stage.records(), []);
    });
  });
