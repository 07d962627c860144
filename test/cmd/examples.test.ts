import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'shell-quote';
import { program as bmh } from '../../cmd/kubectl-bmh/program.ts';
import { program as monitoring } from '../../cmd/kubectl-monitoring/program.ts';
import type { Program } from '../../lib/cli/command.ts';
import { runCommand } from '../support/run-command.ts';

for (const program of [bmh, monitoring])
  for (const { name, examples } of program.commands)
    for (const { command: line } of examples)
      test(`an example of ${program.name} ${name} parses: ${line}`, async () => {
        const calls = callsIn(line, program.name.split(' '));
        assert.ok(calls.length > 0, 'it calls the program');
        const called: string[] = [];
        for (const words of calls)
          assert.deepEqual(await runCommand(recording(program, called), words), {
            code: 0,
            stdout: '',
            stderr: '',
          });
        assert.ok(called.includes(name), `it calls ${name}, not only ${called}`);
      });

test('detects an example with an unknown flag', async () => {
  const [words = []] = callsIn('kubectl bmh repair worker-0 --bogus | cat', ['kubectl', 'bmh']);
  assert.equal((await runCommand(recording(bmh, []), words)).code, 1);
});

/** The program with its real parser, and handlers that only note that they were called. */
const recording = (program: Program, called: string[]): Program => ({
  ...program,
  commands: program.commands.map((command) => ({
    ...command,
    load: async () => async () => {
      called.push(command.name);
      return 0;
    },
  })),
});

/** The words of every call of a program in a line of shell, without its name, up to whatever ends a call there. */
function callsIn(line: string, name: string[]): string[][] {
  const calls: string[][] = [[]];
  let isTarget = false;
  for (const token of parse(line, (variable) => `$${variable}`)) {
    const word = typeof token === 'string' ? token : 'pattern' in token ? token.pattern : undefined;
    const operator = typeof token === 'object' && 'op' in token ? token.op : undefined;
    if (word !== undefined && !isTarget) calls.at(-1)?.push(word);
    isTarget = operator === '>' || operator === '>>';
    if (operator !== undefined && operator !== 'glob' && !isTarget) calls.push([]);
  }
  return calls
    .filter((words) => name.every((word, index) => words[index] === word))
    .map((words) => words.slice(name.length));
}
