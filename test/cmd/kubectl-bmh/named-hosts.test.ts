import assert from 'node:assert/strict';
import { test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { namedHosts } from '../../../cmd/kubectl-bmh/shared/named-hosts.ts';
import type { Handler } from '../../../lib/cli/command.ts';
import { runCommand } from '../../support/run-command.ts';

const REMOTE = ['--server', 'https://127.0.0.1:1'];

/** What a handler is called with. */
async function called(args: string[], namespace?: string): Promise<[string[], string | undefined]> {
  let seen: [string[], string | undefined] = [[], undefined];
  const handler: Handler<{ namespace: string | undefined }> = async (call) => {
    seen = [call.args, call.values.namespace];
    return 0;
  };
  await namedHosts(handler)({ args, values: { namespace } }, {} as never, {} as never);
  return seen;
}

const rows: [string[], string | undefined, string[], string | undefined][] = [
  [[], undefined, [], undefined],
  [['worker-0'], 'edge', ['worker-0'], 'edge'],
  [['metal3/worker-0'], undefined, ['worker-0'], 'metal3'],
  [['metal3/worker-0', 'metal3/worker-1'], 'metal3', ['worker-0', 'worker-1'], 'metal3'],
  [['bmh/worker-0'], undefined, ['bmh/worker-0'], undefined],
  [['baremetalhosts.metal3.io/worker-0'], undefined, ['baremetalhosts.metal3.io/worker-0'], undefined],
  [['a/b/c'], undefined, ['a/b/c'], undefined],
];
for (const [args, namespace, names, inside] of rows)
  test(`takes ${args.join(' ') || 'no host'} with namespace ${namespace}`, async () =>
    assert.deepEqual(await called(args, namespace), [names, inside]));

for (const args of [
  ['metal3/worker-0', 'edge/worker-1'],
  ['metal3/worker-0', 'worker-1'],
  ['metal3/worker-0', '-n', 'edge'],
])
  for (const command of ['repair', 'pause', 'resume', 'wait', 'verify', 'diagnose', 'list'])
    test(`${command} ${args.join(' ')} is refused before the cluster is asked`, async () => {
      const { code, stdout, stderr } = await runCommand(program, [command, ...args, ...REMOTE]);
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.match(stderr, /^error: (hosts of several namespaces|the namespace "metal3" of a host)/);
    });

test('every command that names hosts takes NAMESPACE/NAME', async () => {
  for (const { name, args, complete } of program.commands) {
    if (!complete?.includes('host')) continue;
    assert.match(args.join(), /HOST/, name);
    const { stderr } = await runCommand(program, [
      name,
      ...REMOTE,
      // What follows the word of a Job belongs to that command.
      ...(name === 'job' ? ['--image', 'x', 'repair'] : []),
      'metal3/worker-0',
      '-n',
      'edge',
      ...(name === 'payload' ? ['--output-directory', 'x'] : []),
    ]);
    assert.match(stderr, /^error: the namespace "metal3" of a host/, name);
  }
});
