import assert from 'node:assert/strict';
import { test } from 'node:test';
import { program as bmh } from '../../../cmd/kubectl-bmh/program.ts';
import { program as monitoring } from '../../../cmd/kubectl-monitoring/program.ts';
import { runCommand } from '../../support/run-command.ts';
import { OVERVIEW, OVERVIEW_AT_20, OVERVIEW_AT_40, PAINT, PAINT_AT_20 } from './support/sample-help.ts';
import { sample } from './support/sample-program.ts';

const exact: [argv: string[], columns: number, expected: string][] = [
  [['--help'], 80, OVERVIEW],
  [['--help'], 40, OVERVIEW_AT_40],
  [['--help'], 20, OVERVIEW_AT_20],
  [['paint', '--help'], 80, PAINT],
  [['paint', '--help'], 20, PAINT_AT_20],
];
for (const [argv, columns, stdout] of exact)
  test(`${argv.join(' ')} in ${columns} columns`, async () =>
    assert.deepEqual(await runCommand(sample, argv, { columns }), { code: 0, stdout, stderr: '' }));

test('uses 80 columns if the width is unknown', async () => {
  for (const columns of [undefined, 0])
    assert.equal(
      (await runCommand(sample, ['paint', '-h'], { ...(columns === 0 && { columns }) })).stdout,
      PAINT,
    );
});

for (const columns of [20, 40, 60, 80, 160])
  test(`in ${columns} columns, only commands to copy and single words are wider`, async () => {
    for (const plugin of [bmh, monitoring])
      for (const argv of [[], ['options'], ...plugin.commands.map(({ name }) => ['help', name])]) {
        const { code, stdout } = await runCommand(plugin, argv, { columns });
        assert.equal(code, 0);
        const calls = plugin.commands.flatMap(({ examples }) =>
          examples.map(({ command }) => `  ${command}`),
        );
        for (const line of stdout.split('\n'))
          assert.ok(line.length <= columns || calls.includes(line) || isOne(line), line);
      }
  });

/** A word that cannot be broken: a flag with its default, or the first word of a comment. */
const isOne = (line: string): boolean => /^ *(# )?\S+$|^ {4}-\w, --[\w-]+=\S*:$/.test(line);
