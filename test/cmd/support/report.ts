import { program as bmh } from '../../../cmd/kubectl-bmh/program.ts';
import { program as monitoring } from '../../../cmd/kubectl-monitoring/program.ts';
import { repaired } from '../../lib/report/results.ts';
import { type RunOptions, runCommand } from '../../support/run-command.ts';

const PROGRAMS = { bmh, monitoring };

/** The result of the repair of one host. */
export const RESULT = repaired();

/** The same as `-o json` writes it. */
export const JSON_TEXT = JSON.stringify(RESULT, null, 4);

/** What is said when its page was made from a file `run`. */
export const DONE = { code: 0, stdout: 'run.html: 1 host, repaired\n', stderr: '' };

/** Runs `report` in a folder. */
export const report = (
  cwd: string,
  words: string[],
  { by = 'bmh', ...options }: RunOptions & { by?: keyof typeof PROGRAMS } = {},
) => runCommand(PROGRAMS[by], ['report', ...words], { cwd, ...options });
