import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPlayground } from '../../test/playground/server.ts';
import { brokenScenario } from '../../test/scenarios/broken.ts';
import { openStage } from '../../test/support/stage.ts';
import { root } from '../root.ts';
import type { Measured } from './estate-command.ts';
import { say } from './ground.ts';
import { type Row, type Unit, weighed } from './measure.ts';

const command = fileURLToPath(new URL('estate-command.ts', import.meta.url));

/** What each row is measured against: minutes that a fleet took before there were waves, and a limit of memory. */
const THEIRS = { small: 95, large: 950, memory: 200 } as const;

const [SMALL, LARGE] = [500, 5_000];

/** An operator that is faster retries thousands of hosts at once, and hides their errors all the time. */
const UNHURRIED = 0.1;

export const ESTATE_ROWS = ['estate-500', 'estate-requests', 'estate-5000-minutes', 'estate-memory'];

/**
 * The repair of an estate by one command with its default window, with the stand-in operator at work, once for each size. Minutes
 * are those of a clock that runs in real time while requests are in flight, and skips ahead while all hosts only wait.
 */
export async function estate(_runs: number, only?: string): Promise<Row[]> {
  const isWanted = (...rows: string[]): boolean => only === undefined || rows.includes(only);
  const rows: Row[] = [];
  if (isWanted('estate-500', 'estate-requests')) {
    const one = await repaired(1);
    const small = await repaired(SMALL);
    rows.push(rowOf('estate-500', small.minutes, THEIRS.small, 'min'), {
      ...rowOf('estate-requests', small.requests / SMALL, one.requests, 'req'),
      note: 'theirs: ours of one host',
    });
  }
  if (isWanted('estate-5000-minutes'))
    rows.push(rowOf('estate-5000-minutes', (await repaired(LARGE)).minutes, THEIRS.large, 'min'));
  if (isWanted('estate-memory')) {
    const note = 'the packed program, with a window of a second';
    rows.push({ ...rowOf('estate-memory', await onEstate(LARGE, weighing), THEIRS.memory, 'MB'), note });
  }
  return rows.filter(({ row }) => isWanted(row));
}

const rowOf = (row: string, ours: number, theirs: number, unit: Unit): Row => ({
  row,
  ratio: Math.round((ours / theirs) * 10_000) / 10_000,
  ours,
  theirs,
  unit,
  runs: 1,
});

const repaired = (count: number): Promise<Measured> => onEstate(count, run);

/** The memory of the packed program, in MB. The window is short, because its clock is this machine's. */
const weighing = (args: string[]): Promise<number> =>
  weighed({
    command: join(root, 'dist', 'kubectl-bmh'),
    args: [...args, '--stable-for=1s', '--timeout=30m'],
    env: process.env,
  });

/** Repairs that many hosts on a stage of their own. */
async function onEstate<T>(count: number, repair: (args: string[]) => Promise<T>): Promise<T> {
  say(`making ${count} hosts`);
  const server = await startPlayground();
  try {
    const stage = await openStage(server, brokenScenario(count), {
      ...(count === LARGE && { scale: UNHURRIED }),
    });
    try {
      const kubeconfig = await stage.kubeconfig(server.admin, stage.namespace('metal3'));
      const hosts = count === 1 ? ['host-00000'] : ['--all'];
      say(`repairing ${count} hosts`);
      const found = await repair(['repair', ...hosts, '-y', '--kubeconfig', kubeconfig]);
      if (stage.operator.wiped.length > 0) throw new Error(`wiped: ${stage.operator.wiped.join(', ')}`);
      return found;
    } finally {
      await stage.stop();
    }
  } finally {
    await server.stop();
  }
}

async function run(args: string[]): Promise<Measured> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', command, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`the repair ended with ${code}:\n${text.slice(-4_000)}`);
  return JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as Measured;
}
