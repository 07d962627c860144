import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openResizing, type Resizing } from './resizing.ts';

for (const kind of servers())
  describe(`the question which mode, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Resizing;
    before(async () => {
      server = await kind.start();
      stage = await openResizing(server, {
        components: [
          { name: 'two' },
          { name: 'one', replicas: 1 },
          { name: 'deletes', replicas: 1, retentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Retain' } },
        ],
      });
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    /** Runs on a terminal, and types one answer after each prompt; the end of the input is Ctrl-D. */
    function typing(words: string[], answers: string[], options: { interrupted?: AbortSignal } = {}) {
      const stdin = new PassThrough();
      const left = [...answers];
      return stage.resize(words, {
        ...options,
        stdin,
        interactive: true,
        onStderr: (text) => {
          if (!/\] $/.test(text)) return;
          const answer = left.shift();
          if (answer === undefined) stdin.end();
          else stdin.write(`${answer}\n`);
        },
      });
    }
    const withoutEcho = (stderr: string): string => stripVTControlCharacters(stderr).replaceAll('\r', '');

    test('shows what both ways cost this instance, and takes the one that is named', async () => {
      const { code, stderr, writes } = await typing(['100Gi', 'two'], ['online', 'n']);
      assert.equal(withoutEcho(stderr), BOTH);
      assert.deepEqual({ code, writes }, { code: 1, writes: [] });
    });

    for (const answer of ['', 'o', 'fast', 'y'])
      test(`"${answer}" is no answer: the run is declined, and nothing is changed`, async () => {
        const { code, stderr, writes } = await typing(['100Gi', 'one'], [answer]);
        assert.deepEqual({ code, writes }, { code: 1, writes: [] });
        assert.match(
          withoutEcho(stderr),
          /\nerror: the volumes of Prometheus NS\/one were not resized: nothing was changed\n$/,
        );
      });

    test('Ctrl-D at the question is an interruption: nothing is changed', async () => {
      const { code, stderr, writes } = await typing(['100Gi', 'one'], []);
      assert.deepEqual({ code, writes }, { code: 130, writes: [] });
      assert.match(stderr, /Interrupted: nothing was changed\.\n$/);
    });

    test('is not asked with --mode, nor where the same guard refuses both ways', async () => {
      const given = await typing(['100Gi', 'one', '--mode=offline'], ['n']);
      assert.doesNotMatch(given.stderr, /two ways/);
      assert.match(given.stderr, /Stop Prometheus one and grow its volumes to 100Gi\? \[y\/N\]/);
      const refused = await typing(['100Gi', 'deletes'], []);
      assert.deepEqual([refused.code, refused.writes], [1, []]);
      assert.doesNotMatch(refused.stderr, /two ways/);
      assert.match(refused.stderr, /^ {2}retention-policy: /m);
    });

    test('with -y, takes offline, the documented one, and says so in one line', async () => {
      const { code, stderr } = await stage.resize(['100Gi', 'one', '-y']);
      assert.equal(code, 0, stderr);
      const [first = '', ...others] = stderr.split('\n');
      assert.equal(
        first,
        'Warning: without --mode, the resize is offline, as documented, and stops every replica of one until its volumes have grown: --mode online keeps them running, if the storage driver can resize volumes in use (outage)',
      );
      assert.equal(others.filter((line) => line.startsWith('Warning')).length, 0);
    });

    test('an unfinished run keeps its mode, and the prompt says what is left and what will be stopped', async () => {
      const interruption = new AbortController();
      const cut = await stage.resize(['120Gi', 'one', '-y', '--mode=online'], {
        interrupted: interruption.signal,
        after: ({ method, path }, status) => {
          const grows = method === 'PATCH' && path.includes('persistentvolumeclaims/');
          if (grows && status === 200 && !path.includes('dryRun')) interruption.abort();
          return undefined;
        },
      });
      assert.equal(cut.code, 130, cut.stderr);
      const { stderr } = await typing(['120Gi', 'one'], ['n']);
      assert.doesNotMatch(stderr, /two ways|Warning/);
      assert.match(stderr, /^ {2}Mode {7}online$/m);
      assert.match(
        withoutEcho(stderr),
        /Finish the resize\? \d steps left; nothing will be stopped\. \[y\/N\]/,
      );
      const { code, stderr: done } = await stage.resize(['120Gi', 'one', '-y']);
      assert.equal(code, 0, done);
    });

    test('after a stop, the prompts of the resize and of the undo say that replicas will be started', async () => {
      const interruption = new AbortController();
      await stage.resize(['140Gi', 'one', '-y', '--mode=offline'], {
        interrupted: interruption.signal,
        after: ({ method, path }, status) => {
          if (
            method === 'PATCH' &&
            path.includes('/prometheuses/') &&
            status === 200 &&
            !path.includes('dryRun')
          )
            interruption.abort();
          return undefined;
        },
      });
      const { stderr } = await typing(['140Gi', 'one'], ['n']);
      assert.match(
        withoutEcho(stderr),
        /Finish the resize\? \d steps left; 1 replica will be started\. \[y\/N\]/,
      );
      const stdin = new PassThrough();
      const undo = await stage.undo(['one'], {
        stdin,
        interactive: true,
        onStderr: (text) => void (/\] $/.test(text) && stdin.write('y\n')),
      });
      assert.match(
        withoutEcho(undo.stderr),
        /Undo the unfinished resize of Prometheus one\? 1 replica will be started\. \[y\/N\]/,
      );
      assert.equal(undo.code, 0, undo.stderr);
    });

    test('a size without a unit is asked about, and never taken as bytes', async () => {
      const { code, stderr, writes } = await typing(['160', 'two', '--mode=online'], ['y', 'n']);
      assert.match(withoutEcho(stderr), /^Do you mean 160Gi\? \[y\/N\] /);
      assert.match(
        withoutEcho(stderr),
        /Grow the volumes of Prometheus two to 160Gi while it runs\? \[y\/N\]/,
      );
      assert.deepEqual({ code, writes }, { code: 1, writes: [] });
      const declined = await typing(['160', 'two'], ['n']);
      assert.deepEqual([declined.code, declined.writes], [1, []]);
      assert.match(declined.stderr, /error: size "160" has no unit\nFor 160 gibibytes, give 160Gi\.\n$/);
    });
  });

const BOTH = `There are two ways to grow the volumes of Prometheus two to 100Gi:
  offline    2 replicas stop until the storage has grown 2 volumes, usually for some minutes. Until then, nothing is collected.
             Works with every storage that can expand volumes.
  online     No replica stops. The operator is paused for a moment.
             The driver of StorageClass instant must resize volumes in use. If it cannot, the run ends after 10m (--timeout): undo it then.
Which one? [offline/online] online
  Context    test
  Server     https://127.0.0.1:PORT
  Namespace  NS
  Prometheus two
  Replicas   2
  Mode       online: the pods keep running; the operator is paused briefly
  Claims     prometheus-two-db-prometheus-two-0 50Gi -> 100Gi
             prometheus-two-db-prometheus-two-1 50Gi -> 100Gi
Grow the volumes of Prometheus two to 100Gi while it runs? [y/N] n
error: the volumes of Prometheus NS/two were not resized: nothing was changed
`;
