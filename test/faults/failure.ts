import type { Ended } from './scene.ts';
import type { Result } from './subject.ts';

/** Everything that is known of a case that went wrong, and how to play it alone. */
export const failureText = (server: string, { of, problems, done, runs, history }: Result): string =>
  [
    `FAILED on the ${server} server: ${of.name}`,
    ...problems.map((problem) => `  ${problem}`),
    ...done.map((what) => `  done: ${what}`),
    ...runs.map(runText),
    '  how it was meanwhile:',
    ...history.map((line) => `    ${line}`),
    `  again: npm run test:faults -- --server ${server} --only ${quoted(of.name)}`,
    '',
  ].join('\n');

const runText = ({ program, words, code, signal, stderr, stdout }: Ended): string =>
  [
    `  $ ${program.replace('-', ' ')} ${words.join(' ')}`,
    ...`${stderr}${stdout}`.trimEnd().split('\n'),
    `(${signal ?? `exit ${code}`})`,
  ].join('\n    ');

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
