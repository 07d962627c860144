import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parse as shellWords } from 'shell-quote';
import { printedIn } from '../../support/printed-commands.ts';
import type { Ran } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openResizing, type Resized, type Resizing } from './resizing.ts';

/** A run that prints a next command, that command, and what comes of it. */
interface Situation {
  title: string;
  name: string;
  /** The run that prints it. */
  asked(stage: Resizing): Promise<Ran>;
  /** The command that it prints last, without the flags of the connection. */
  next: string;
  verdict: 'resized' | 'undone';
}

/** Runs a command that is interrupted when it sends a request like this. */
function interruptedAt(run: Resizing['resize'], words: string[], at: RegExp): Promise<Resized> {
  const interruption = new AbortController();
  return run(words, {
    interrupted: interruption.signal,
    after: ({ method, path }, status) => {
      if (status === 200 && at.test(`${method} ${path}`) && !path.includes('dryRun')) interruption.abort();
      return undefined;
    },
  });
}

const STOP = /^PATCH .*\/prometheuses\//;
const MARK = /^PATCH .*\/configmaps\//;

const situations: Situation[] = [
  {
    title: 'a resize is interrupted',
    name: 'cut',
    asked: ({ resize }) => interruptedAt(resize, ['100Gi', 'cut', '-y'], STOP),
    next: 'kubectl monitoring resize-pvc 100Gi cut',
    verdict: 'resized',
  },
  {
    title: 'a resize without downtime is interrupted',
    name: 'online',
    asked: ({ resize }) => interruptedAt(resize, ['100Gi', 'online', '-y', '--mode=online'], STOP),
    next: 'kubectl monitoring resize-pvc 100Gi online --mode online',
    verdict: 'resized',
  },
  {
    title: 'a resize asks for another size than an unfinished one',
    name: 'other',
    async asked({ resize }) {
      await interruptedAt(resize, ['100Gi', 'other', '-y'], STOP);
      return resize(['200Gi', 'other', '-y']);
    },
    next: 'kubectl monitoring resize-pvc 100Gi other',
    verdict: 'resized',
  },
  {
    title: 'a resize is refused while an undo is unfinished',
    name: 'undoing',
    async asked({ resize, undo }) {
      await interruptedAt(resize, ['100Gi', 'undoing', '-y'], STOP);
      await interruptedAt(undo, ['undoing', '-y'], MARK);
      return resize(['100Gi', 'undoing', '-y']);
    },
    next: 'kubectl monitoring undo prometheus/undoing',
    verdict: 'undone',
  },
];

for (const kind of servers())
  describe(`next commands of kubectl monitoring on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Resizing;
    before(async () => {
      server = await kind.start();
      stage = await openResizing(server, {
        components: [
          ...situations.map(({ name }) => ({ name, replicas: 1 })),
          { name: 'calm', replicas: 1 },
          { name: 'meddled', replicas: 1 },
          {
            name: 'retained',
            replicas: 1,
            retentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Delete' } as const,
          },
        ],
      });
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    const follow = (command: string, ...added: string[]): Promise<Resized> => {
      const [, , verb, ...words] = shellWords(command).map(String);
      const run = verb === 'undo' ? stage.undo : stage.resize;
      return run([...words, ...added, '-y', '-o', 'json']);
    };

    for (const { title, name, asked, next, verdict } of situations)
      test(`${title}: ${next} works`, async () => {
        const held = await stage.held(name);
        const claims = Object.keys(await stage.claimsOf(name));
        const { stdout, stderr } = await asked(stage);
        const printed = printedIn(stdout + stderr).at(-1)?.text ?? '';
        assert.equal(printed.replace(' -n NS --kubeconfig KUBECONFIG', ''), next, stderr);
        const followed = await follow(next);
        assert.equal(followed.code, 0, followed.stderr);
        assert.equal(JSON.parse(followed.stdout).verdict, verdict);
        assert.deepEqual(await stage.held(name), held);
        assert.deepEqual(Object.keys(await stage.claimsOf(name)), claims);
        assert.deepEqual(await stage.records(name), []);
      });

    test('the flag that a refusal for the retention policy names works, and the policy is as before', async () => {
      const held = await stage.held('retained');
      const words = ['100Gi', 'retained', '-y'];
      const { code, stderr, writes } = await stage.resize(words);
      assert.deepEqual({ code, writes }, { code: 1, writes: [] });
      const [flag = ''] = stderr.match(/(?<=run this again with )--[a-z-]+/) ?? [];
      const resized = await stage.resize([...words, flag]);
      assert.equal(resized.code, 0, resized.stderr);
      assert.deepEqual(await stage.held('retained'), held);
    });

    test('an undo and a resize that are refused for a policy set during the run: the printed commands work', async () => {
      const held = await stage.held('meddled');
      const words = ['100Gi', 'meddled', '-y', '--mode=online'];
      await interruptedAt(stage.resize, words, STOP);
      const set = stage.path('statefulsets', 'prometheus-meddled');
      const deleting = { whenDeleted: 'Delete', whenScaled: 'Retain' };
      await stage.patch(set, { spec: { persistentVolumeClaimRetentionPolicy: deleting } });
      const resize = await stage.resize(words);
      const undo = await stage.undo(['meddled', '-y']);
      for (const { code, stderr } of [resize, undo]) {
        assert.equal(code, 1);
        assert.doesNotMatch(stderr, /--retain-volumes/);
      }
      const [first = '', last = ''] = printedIn(undo.stderr).map(({ text }) =>
        text.replace(' -n NS --kubeconfig KUBECONFIG', ''),
      );
      const [, ...patch] = shellWords(first).map(String);
      assert.deepEqual(patch.slice(0, 3), ['patch', 'statefulset', 'prometheus-meddled']);
      await stage.patch(set, JSON.parse(patch.at(-1) ?? ''));
      await stage.waitFor(
        stage.path('persistentvolumeclaims', 'prometheus-meddled-db-prometheus-meddled-0'),
        ({ metadata }) => (metadata.ownerReferences ?? []).length === 0,
      );
      assert.equal(last, 'kubectl monitoring undo prometheus/meddled');
      const undone = await follow(last);
      assert.equal(undone.code, 0, undone.stderr);
      assert.equal(JSON.parse(undone.stdout).verdict, 'undone');
      assert.deepEqual(await stage.held('meddled'), held);
      assert.deepEqual(await stage.records('meddled'), []);
    });

    test('an undo without an unfinished resize prints no command and changes nothing', async () => {
      const { code, stdout, stderr, writes } = await stage.undo(['calm', '-y']);
      assert.deepEqual({ code, writes }, { code: 0, writes: [] }, stderr);
      assert.deepEqual(printedIn(stdout + stderr), []);
    });
  });
