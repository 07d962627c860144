import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { program as bmh } from '../../cmd/kubectl-bmh/program.ts';
import { program as monitoring } from '../../cmd/kubectl-monitoring/program.ts';
import type { Completion, Flag } from '../../lib/cli/command.ts';
import { connectionFlags } from '../../lib/cli/flags.ts';
import { listen } from '../support/listen.ts';
import { type Ran, runCommand } from '../support/run-command.ts';

const complete = (
  words: string[],
  env: Record<string, string | undefined> = {},
  late?: Promise<void>,
): Promise<Ran> => runCommand(bmh, ['__complete', ...words], { env, ...(late && { late }) });
const offers = (...values: string[]): Ran => ({
  code: 0,
  stdout: [...values, ':4', ''].join('\n'),
  stderr: '',
});

for (const program of [bmh, monitoring])
  test(`${program.name} can complete every kind of name that its declarations use`, async () => {
    const own = ['file', 'folder', 'yaml', 'command'];
    const declared: (Completion | undefined)[] = program.commands.flatMap(
      ({ flags, complete: words = [] }) => [
        ...words,
        ...Object.values<Flag>({ ...connectionFlags, ...flags }).map((flag) => flag.complete),
      ],
    );
    const kinds = new Set(declared.filter((kind) => typeof kind === 'string'));
    assert.deepEqual(
      [...kinds].filter((kind) => !own.includes(kind)).toSorted(),
      Object.keys(await program.names()).toSorted(),
    );
    for (const { name, args: words, complete: declaredWords = [] } of program.commands)
      assert.ok(declaredWords.length === words.length || words.length === 0, name);
  });

describe('completion from a kubeconfig', () => {
  let folder: string;
  let config: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bmh-completion-'));
    config = join(folder, 'config');
    const named = (...names: string[]) => names.map((name) => ({ name }));
    const entries = {
      contexts: named(
        'there',
        'here',
        'a\u001b[2Jb',
        'two\tcells',
        'arn:aws:eks:eu:1:cluster/x',
        'with blank',
      ),
      clusters: named('one', 'two'),
      users: named('jane', 'joe'),
    };
    await writeFile(config, JSON.stringify(entries));
  });
  after(() => rm(folder, { recursive: true }));

  test('offers contexts, clusters and users, except names with control characters', async () => {
    const env = { KUBECONFIG: config };
    const contexts = ['arn:aws:eks:eu:1:cluster/x', 'here', 'there', 'with blank'];
    assert.deepEqual(await complete(['list', '--context', ''], env), offers(...contexts));
    assert.deepEqual(await complete(['--context=he'], env), offers('here'));
    assert.deepEqual(await complete(['list', '--kubeconfig', config, '--cluster', '']), offers('one', 'two'));
    assert.deepEqual(await complete([`--kubeconfig=${config}`, '--user=jo']), offers('joe'));
  });

  test('offers and prints nothing if the kubeconfig is missing or broken', async () => {
    const broken = join(folder, 'broken');
    await writeFile(broken, '}{');
    for (const env of [
      { HOME: '/nowhere' },
      { KUBECONFIG: '/nowhere' },
      { KUBECONFIG: broken },
      { KUBECONFIG: '/' },
    ])
      assert.deepEqual(await complete(['list', '--context', ''], env), offers());
    assert.deepEqual(await complete(['repair', ''], { KUBECONFIG: broken }), offers());
    assert.deepEqual(await complete(['repair', '--kubeconfig', '/nowhere', '']), offers());
  });

  test('does not run a credential plugin that prompts', async () => {
    const asking = join(folder, 'asking');
    const exec = {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: '/bin/sh',
      args: ['-c', `touch ${folder}/asked`],
      interactiveMode: 'Always',
    };
    await writeFile(asking, JSON.stringify({ users: [{ name: 'a', user: { exec } }] }));
    const words = ['repair', '--kubeconfig', asking, '--user', 'a', '--server', 'http://127.0.0.1:1', ''];
    assert.deepEqual(await complete(words), offers());
    await assert.rejects(rm(join(folder, 'asked')), { code: 'ENOENT' });
  });
});

describe('completion from a server', () => {
  const asked = (t: TestContext, answer: RequestListener, ...words: string[]): Promise<Ran> =>
    givenUp(t, { answer }, ...words);
  /** Names are waited for until `late`. */
  const givenUp = async (
    t: TestContext,
    { answer, late }: { answer: RequestListener; late?: Promise<void> },
    ...words: string[]
  ): Promise<Ran> => {
    const { port, stop } = await listen(answer);
    t.after(stop);
    return complete([...words, '--server', `http://127.0.0.1:${port}`, ''], {}, late);
  };
  const page = (names: string[], next?: string): string =>
    JSON.stringify({
      metadata: { ...(next && { continue: next }) },
      items: names.map((name) => ({ metadata: { name } })),
    });

  test('offers only valid object names', async (t) => {
    const names = ['ok-0', '$(id)', 'a b', '\u001b[2J', '', '-x', 'Upper', 'a.b-1'];
    assert.deepEqual(
      await asked(t, (_request, response) => response.end(page(names)), 'repair'),
      offers('a.b-1', 'ok-0'),
    );
  });

  test('requests metadata only, page by page', async (t) => {
    const seen: string[] = [];
    const answer = ({ url = '', headers: { accept = '' } }: IncomingMessage, response: ServerResponse) => {
      seen.push(url);
      assert.match(accept, /as=PartialObjectMetadataList/);
      response.end(url.includes('continue=') ? page(['b']) : page(['c', 'a'], 'rest'));
    };
    assert.deepEqual(await asked(t, answer, 'repair', '-n', 'metal3'), offers('a', 'b', 'c'));
    const path = '/apis/metal3.io/v1alpha1/namespaces/metal3/baremetalhosts';
    assert.deepEqual(seen, [path, `${path}?continue=rest`]);
  });

  test('finds hosts in another API group', async (t) => {
    const groups = {
      items: [
        {
          metadata: { name: 'metal.example' },
          versions: [{ version: 'v1alpha1', resources: [{ resource: 'baremetalhosts' }] }],
        },
      ],
    };
    const answer = ({ url }: IncomingMessage, response: ServerResponse) => {
      if (url?.startsWith('/apis/metal3.io/')) response.writeHead(404).end('{}');
      else response.end(url === '/apis' ? JSON.stringify(groups) : page(['there-0']));
    };
    assert.deepEqual(await asked(t, answer, 'repair'), offers('there-0'));
  });

  test('gives up if the server never answers', async (t) => {
    const [asking, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const answer = (_request: IncomingMessage, response: ServerResponse) => {
      void once(response, 'close').then(() => closed.resolve());
      asking.resolve();
    };
    assert.deepEqual(await givenUp(t, { answer, late: asking.promise }, 'repair'), offers());
    await closed.promise;
  });

  test('offers what arrived before the server fell silent', async (t) => {
    const silent = Promise.withResolvers<void>();
    const answer = ({ url = '' }: IncomingMessage, response: ServerResponse) => {
      if (url.includes('continue=')) silent.resolve();
      else response.end(page(['a', 'b'], 'rest'));
    };
    assert.deepEqual(await givenUp(t, { answer, late: silent.promise }, 'repair'), offers('a', 'b'));
  });

  test('offers nothing for an unexpected answer', async (t) => {
    for (const text of [
      '<html>',
      '[]',
      'null',
      '7',
      '{"items":7}',
      '{"items":[{}]}',
      page([]).replace('{}', '[]'),
    ])
      assert.deepEqual(await asked(t, (_request, response) => response.end(text), 'repair'), offers(), text);
  });

  test('ignores names of another type', async (t) => {
    for (const name of [7, true, null, ['a'], { a: 1 }]) {
      const text = JSON.stringify({ metadata: {}, items: [{ metadata: { name } }] });
      for (const words of [['repair'], ['list', '-n']])
        assert.deepEqual(
          await asked(t, (_request, response) => response.end(text), ...words),
          offers(),
          text,
        );
    }
  });

  test('survives invalid API groups', async (t) => {
    for (const groups of [7, [7], [{ name: 7, versions: [{ version: 7 }] }], [{ name: 'a', versions: 'v1' }]])
      for (const key of ['groups', 'items']) {
        const text = JSON.stringify({ metadata: {}, [key]: groups });
        const answer = ({ url }: IncomingMessage, response: ServerResponse) =>
          url?.startsWith('/apis/metal3.io/') ? response.writeHead(404).end('{}') : response.end(text);
        assert.deepEqual(await asked(t, answer, 'repair'), offers(), text);
      }
  });
});
