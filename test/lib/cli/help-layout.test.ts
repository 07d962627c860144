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
  test(`in ${columns} columns, only words and parts of commands that cannot be broken are wider, and commands can be copied`, async () => {
    for (const plugin of [bmh, monitoring])
      for (const argv of [[], ['options'], ...plugin.commands.map(({ name }) => ['help', name])]) {
        const { code, stdout } = await runCommand(plugin, argv, { columns });
        assert.equal(code, 0);
        const { examples = [] } = plugin.commands.find(({ name }) => name === argv[1]) ?? {};
        const parts = examples.flatMap(({ command }) => command.split(/(?<= (?:\||&&)) | (?=--?[a-z])/));
        const isPart = (line: string): boolean => parts.includes(line.replace(/^ +/, '').replace(/ \\$/, ''));
        const isName = (line: string): boolean => plugin.commands.some(({ name }) => name === line.trim());
        for (const line of stdout.split('\n'))
          assert.ok(line.length <= columns || isPart(line) || isOne(line) || isName(line), line);
        const copied = stdout.replaceAll(/ \\\n +/g, ' ').replaceAll(/(?<=\||&&)\n +/g, ' ');
        for (const { command } of examples) assert.ok(copied.includes(`\n  ${command}\n`), command);
      }
  });

/** A word that cannot be broken: a flag with its default, or the first word of a comment. */
const isOne = (line: string): boolean => /^ *(# )?\S+$|^ {4}-\w, --[\w-]+=\S*:$/.test(line);
