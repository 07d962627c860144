import assert from 'node:assert/strict';
import { test } from 'node:test';
import { program as bmh } from '../../cmd/kubectl-bmh/program.ts';
import { program as monitoring } from '../../cmd/kubectl-monitoring/program.ts';
import { runCommand } from '../support/run-command.ts';

const printing = [bmh, monitoring].flatMap((program) =>
  program.commands
    .filter(({ flags }) => flags.output?.choices)
    .map((command) => [`${program.name} ${command.name}`, program, command] as const),
);

for (const [name, program, { name: command, args: words }] of printing)
  test(`${name} accepts a jsonpath template, and refuses a broken one before any request`, async () => {
    const ran = await runCommand(program, [
      command,
      '-o',
      'jsonpath={.items',
      ...['--server', 'https://127.0.0.1:1'],
      // What follows the word of a Job belongs to that command.
      ...words.map(() => (command === 'job' ? 'repair' : 'a')),
    ]);
    assert.deepEqual(ran, {
      code: 1,
      stdout: '',
      stderr: `error: invalid jsonpath "{.items": missing closing brace after "{.items"
Use a template such as '{range .items[*]}{.metadata.name}{"\\n"}{end}', in single quotes.
`,
    });
  });

test('evaluates a template over the JSON result, and prints nothing else', async () => {
  const written = async (...args: string[]) => (await runCommand(bmh, args)).stdout;
  assert.equal(
    await written('version', '--client', '-o', 'jsonpath={.clientVersion.gitVersion}'),
    bmh.version,
  );
  assert.equal(await written('explain', 'guards', '-o', 'jsonpath={.items[0].type}{"\\n"}'), 'refusal\n');
  assert.equal(
    await written('validate', '/no/such/file', '-o', 'jsonpath={.exitCode} {.items[*].verdict}'),
    '2 unknown',
  );
});
