/**
 * npm run test:hostile [-- --mode TEXT] [--command TEXT]: servers that misbehave, each against commands of both plugins, as
 * real processes. Exits with 1 where a process hangs, says what is not so, leaks something or prints a trace.
 */
import { parseArgs } from 'node:util';
import { packedFile } from '../support/packed.ts';
import { commands } from './commands.ts';
import { modes } from './modes.ts';
import { countsText, play, WRONGS } from './suite.ts';

const { values } = parseArgs({
  options: { mode: { type: 'string', default: '' }, command: { type: 'string', default: '' } },
});
const counts = await play({
  modes: modes.filter(({ name }) => name.includes(values.mode)),
  commands: commands.filter(({ name }) => name.includes(values.command)),
  programs: {
    'kubectl-bmh': [packedFile('kubectl-bmh')],
    'kubectl-monitoring': [packedFile('kubectl-monitoring')],
  },
  failed: (text) => process.stderr.write(`${text}\n\n`),
});
process.stdout.write(`${countsText(counts)}\n`);
if (counts.runs === 0 || WRONGS.some((wrong) => counts[wrong] > 0)) process.exitCode = 1;
