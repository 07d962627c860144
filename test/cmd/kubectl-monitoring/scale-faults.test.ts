import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { expect } from '../../scenarios/requests.ts';
import type { Passed, Play } from '../../support/relay.ts';
import { refusal } from '../../support/relay-answers.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { distinct, openResizing, type Resizing } from './resizing.ts';

/** Whether it is the write itself, not one that is tried. */
const isWrite = ({ method, path }: Passed): boolean => method === 'PATCH' && !path.includes('dryRun');
const isTry = ({ method, path }: Passed): boolean => method === 'PATCH' && path.includes('dryRun');
/** Whether the write took effect: it is refused, and sent again, where the operator wrote the status meanwhile. */
const isWritten = (request: Passed, status?: number): boolean => isWrite(request) && status === 200;

/** An answer with StatefulSets, whose retention policy deletes the claims of replicas that go. */
const deletesClaims: Play = async (outgoing, answer) => {
  let text = '';
  for await (const chunk of answer?.setEncoding('utf8') ?? []) text += chunk;
  const { items, ...list } = JSON.parse(text);
  const persistentVolumeClaimRetentionPolicy = { whenDeleted: 'Retain', whenScaled: 'Delete' };
  const changed = items.map(({ spec, ...set }: { spec: object }) => ({
    ...set,
    spec: { ...spec, persistentVolumeClaimRetentionPolicy },
  }));
  outgoing.writeHead(200, { 'content-type': 'application/json' });
  outgoing.end(JSON.stringify({ ...list, items: changed }));
};

for (const kind of servers())
  describe(`kubectl monitoring scale that is disturbed, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Resizing;
    before(async () => {
      server = await kind.start();
      const names = ['interrupted', 'conflict', 'denied', 'lost', 'overwritten', 'held'];
      const components = names.map((name) => ({ name, replicas: 1 }));
      stage = await openResizing(server, { components: [...components, { name: 'late', replicas: 2 }] });
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    const up = (name: string, ...words: string[]): string[] => ['metrics', '2', name, '-y', ...words];
    const replicas = async (name: string) => (await stage.held(name)).replicas;
    const commandFor = (name: string): string =>
      `kubectl monitoring scale metrics 2 ${name} -n NS --kubeconfig KUBECONFIG`;
    /** The same command, which finds the number set and waits for the rest. */
    const resumed = async (name: string): Promise<void> => {
      const { code, stdout, stderr, writes } = await stage.scale(up(name));
      assert.equal(code, 0, stderr);
      assert.deepEqual(writes, []);
      assert.match(stdout, /(scaled to 2 replicas; both replicas are|it has 2 replicas, all) ready\n$/);
    };

    test('interrupted after the write, the same command resumes without asking or writing again', async () => {
      const interruption = new AbortController();
      const { code, stdout, stderr, writes } = await stage.scale(up('interrupted'), {
        interrupted: interruption.signal,
        after: (request, status) => {
          if (isWritten(request, status)) interruption.abort();
          return undefined;
        },
      });
      assert.deepEqual(
        { code, stdout, count: distinct(writes).length },
        { code: 130, stdout: '', count: 1 },
        stderr,
      );
      assert.match(
        stderr,
        /\nInterrupted: Prometheus NS\/interrupted is set to 2 replicas, and \d (is|are) ready; to continue: /,
      );
      assert.ok(stderr.endsWith(`${commandFor('interrupted')}\n`), stderr);
      // Without -y: nothing is left that has to be confirmed.
      const then = await stage.scale(['metrics', '2', 'interrupted']);
      assert.deepEqual([then.code, then.writes], [0, []], then.stderr);
    });

    test('a retention policy that changes after the plan was confirmed refuses the write', async () => {
      let isTried = false;
      const { code, stderr, writes } = await stage.scale(['metrics', '1', 'late', '-y'], {
        // In the answer alone: an operator puts its StatefulSets right at once.
        after: (request) => {
          isTried ||= isTry(request);
          return isTried && request.path.includes('/statefulsets') ? deletesClaims : undefined;
        },
      });
      assert.deepEqual([code, writes], [1, []], stderr);
      assert.match(stderr, /live-scaled-retention-policy/);
      assert.equal(await replicas('late'), 2);
    });

    test('interrupted before the write, nothing is changed', async () => {
      const interruption = new AbortController();
      const { code, stderr, writes } = await stage.scale(up('held'), {
        interrupted: interruption.signal,
        after: (request) => {
          if (isTry(request)) interruption.abort();
          return undefined;
        },
      });
      assert.deepEqual([code, writes], [130, []], stderr);
      assert.match(
        stderr,
        /\nInterrupted: Prometheus NS\/held is set to 1 replica, and 1 is ready; to continue: /,
      );
      assert.equal(await replicas('held'), 1);
    });

    test('decides again if another writer was faster', async () => {
      let isDone = false;
      const { code, stdout, stderr, writes } = await stage.scale(up('conflict'), {
        before: async (request) => {
          if (!isWrite(request) || isDone) return undefined;
          isDone = true;
          const path = `${stage.path('prometheuses', 'conflict')}?fieldManager=kubectl-patch`;
          await expect(server.admin, { method: 'PATCH', path, body: { spec: { retention: '10d' } } }, 200);
          return undefined;
        },
      });
      assert.equal(code, 0, stderr);
      assert.ok(stdout.endsWith('scaled from 1 to 2 replicas; both replicas are ready\n'));
      assert.ok(writes.length > 1);
      assert.equal(distinct(writes).length, 1);
      const { spec } = await stage.get(stage.path('prometheuses', 'conflict'));
      assert.deepEqual([spec.replicas, spec.retention], [2, '10d']);
    });

    test('a refusal of the server comes before anything is changed', async () => {
      const message = 'admission webhook "replicas.test" denied the request: no more';
      const { code, stdout, stderr, writes } = await stage.scale(up('denied'), {
        before: (request) => (isTry(request) ? refusal(403, 'Forbidden', message) : undefined),
      });
      assert.deepEqual({ code, stdout, writes }, { code: 1, stdout: '', writes: [] });
      assert.ok(
        stderr.endsWith(`1/4 Try the change: failed (Error from server (Forbidden): ${message})
Error from server (Forbidden): ${message}
This is not a missing permission: an admission webhook rejected the request. Do what it says, or ask its owner.
Prometheus NS/denied is set to 1 replica, and 1 is ready
`),
        stderr,
      );
      assert.equal(await replicas('denied'), 1);
    });

    test('a lost answer is not a lost change: the cluster decides, and the same command resumes', async () => {
      const { code, stdout, stderr } = await stage.scale(up('lost'), {
        after: (request) => (isWrite(request) ? 'reset' : undefined),
      });
      // The replicas may be ready before the last look.
      if (code === 0) assert.ok(stdout.endsWith('scaled from 1 to 2 replicas; both replicas are ready\n'));
      else {
        assert.match(
          stderr,
          /\nPrometheus NS\/lost is set to 2 replicas, and \d (is|are) ready; to continue: /,
        );
        assert.ok(stderr.endsWith(`${commandFor('lost')}\n`), stderr);
      }
      await resumed('lost');
    });

    test('names the writer that sets another number during the run, and does not fight with it', async () => {
      let isDone = false;
      const { code, stdout, stderr, writes } = await stage.scale(up('overwritten'), {
        after: async (request, status) => {
          if (!isWritten(request, status) || isDone) return undefined;
          isDone = true;
          const path = `${stage.path('prometheuses', 'overwritten')}?fieldManager=autoscaler`;
          await expect(server.admin, { method: 'PATCH', path, body: { spec: { replicas: 1 } } }, 200);
          return undefined;
        },
      });
      assert.deepEqual({ code, stdout, count: distinct(writes).length }, { code: 1, stdout: '', count: 1 });
      assert.match(
        stderr,
        /\n {2}number-overwritten: field manager "autoscaler" set replicas to 1 after this run had set 2\n/,
      );
      assert.equal(await replicas('overwritten'), 1);
    });

    test('a pause by another user ends the wait', async () => {
      const { code, stderr } = await stage.scale(up('held'), {
        after: async (request, status) => {
          if (isWritten(request, status))
            await stage.patch(stage.path('prometheuses', 'held'), { spec: { paused: true } });
          return undefined;
        },
      });
      assert.equal(code, 1, stderr);
      assert.match(stderr, /\n {2}ignored-by-operator: the Prometheus is paused /);
      await stage.patch(stage.path('prometheuses', 'held'), { spec: { paused: null } });
      await resumed('held');
    });

    test('refuses to start without the right to write, and says which one is missing', async () => {
      const { code, stdout, stderr, writes } = await stage.scale(up('denied'), { as: server.weak });
      assert.deepEqual({ code, stdout, writes }, { code: 1, stdout: '', writes: [] });
      assert.match(stderr, /^error: not allowed: list prometheuses, patch prometheuses, list statefulsets/);
      assert.match(stderr, /resources: \["prometheuses"\]/);
    });
  });
