import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../root.ts';
import { say } from './ground.ts';
import { type Contest, measure, type Row, type Run, rowOf, weighed } from './measure.ts';

const OURS = join(root, 'dist', 'kubectl-monitoring');

/** What memory is measured against, in MB. */
const MOST_MEMORY = 150;

/** Rules in each file. */
const RULES = 50;

export const RULE_ROWS = ['lint-cpu', 'lint-one', 'lint-growth', 'lint-memory'];

/**
 * `rules lint` beside `promtool check rules` on the same plain rule files, by the processor time of the whole process. Every rule is
 * distinct. Of `lint-growth`, theirs is ours on a tenth of the files.
 */
export async function rules(runs: number, only?: string): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-rules-'));
  const isWanted = (row: string): boolean => only === undefined || only === row;
  try {
    say(firstLine(execFileSync('promtool', ['--version'], { encoding: 'utf8' })));
    const many = await written(folder, 'many', 200);
    const few = await written(folder, 'few', 20);
    const [one = ''] = few;
    const lint = (files: string[]): Run => ({
      command: OURS,
      args: ['rules', 'lint', ...files],
      env: process.env,
    });
    const check = (files: string[]): Run => ({
      command: 'promtool',
      args: ['check', 'rules', ...files],
      env: process.env,
    });
    const contests: Contest[] = [
      { row: 'lint-cpu', ours: lint(many), theirs: check(many) },
      { row: 'lint-one', ours: lint([one]), theirs: check([one]) },
      { row: 'lint-growth', ours: lint(many), theirs: lint(few) },
    ];
    const rows: Row[] = [];
    for (const contest of contests)
      if (isWanted(contest.row)) rows.push(await measure(contest, runs, { gauge: processorTime }));
    if (isWanted('lint-memory')) {
      const found = { ours: [await weighed(lint(many))], theirs: [MOST_MEMORY] };
      rows.push({ ...rowOf('lint-memory', found, 'MB'), note: 'theirs: the limit' });
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const firstLine = (text: string): string => text.slice(0, text.indexOf('\n'));

/** Milliseconds of processor time that a process and its children took. */
async function processorTime({ command, args, env }: Run): Promise<number> {
  const script = 'TIMEFORMAT="%3U %3S"; time "$@" >/dev/null 2>&1';
  const child = spawn('bash', ['-c', script, 'bash', command, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${args[0]} ended with ${code}`);
  return text
    .trim()
    .split(' ')
    .reduce((sum, seconds) => sum + 1000 * Number(seconds), 0);
}

/** Writes that many rule files into the folder, and gives their paths. */
async function written(folder: string, name: string, count: number): Promise<string[]> {
  const files = Array.from({ length: count }, (_, index) => join(folder, `${name}-${index}.yaml`));
  await Promise.all(files.map((file, index) => writeFile(file, fileOf(index))));
  return files;
}

const fileOf = (file: number): string =>
  `groups:\n  - name: app-${file}.rules\n    rules:\n${Array.from({ length: RULES }, (_, rule) => ruleOf(file * RULES + rule)).join('')}`;

const ruleOf = (at: number): string => `      - alert: Errors${at}
        expr: |
          sum by (job, namespace) (rate(http_requests_total{job="app-${at}", code=~"5.."}[5m]))
            / sum by (job, namespace) (rate(http_requests_total{job="app-${at}"}[5m])) > 0.${(at % 90) + 10}
          and on (job, namespace) up{job="app-${at}"} == 1
        for: ${(at % 30) + 1}m
        labels:
          severity: warning
        annotations:
          message: App ${at} in {{ $labels.namespace }} answers more requests with errors than it should.
`;
