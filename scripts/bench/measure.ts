import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Two commands that do the same, to be measured side by side. */
export interface Contest {
  row: string;
  ours: Run;
  theirs: Run;
}

export interface Run {
  command: string;
  /** Asked for after `prepare`. */
  readonly args: string[];
  env: NodeJS.ProcessEnv;
  /** Brings about what a run starts from; not measured. */
  prepare?(): Promise<void>;
  /** Throws where a run has not done what it is for; not measured. */
  check?(stdout: string): Promise<void> | void;
}

/** One line of a bench's result: medians of whole processes, from their start to their end. */
export interface Row {
  row: string;
  /** `ours` / `theirs`. */
  ratio: number;
  ours: number;
  theirs: number;
  unit: 'ms';
  runs: number;
}

/** Runs before those that count. */
export const WARM_UPS = 3;

/** Runs both sides of a contest in turns, each as often, the one going first that went second before. */
export async function measure({ row, ours, theirs }: Contest, runs: number): Promise<Row> {
  const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  for (let turn = -WARM_UPS; turn < runs; turn += 1) {
    const order = turn % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const);
    for (const side of order) {
      const time = await timed(side === 'ours' ? ours : theirs);
      if (turn >= 0) times[side].push(time);
    }
  }
  return rowOf(row, times);
}

/** One line of a result from the milliseconds that each side took, a number a run. */
export function rowOf(row: string, times: { ours: number[]; theirs: number[] }): Row {
  const [our, their] = [median(times.ours), median(times.theirs)];
  return {
    row,
    ratio: rounded(our / their),
    ours: rounded(our),
    theirs: rounded(their),
    unit: 'ms',
    runs: times.ours.length,
  };
}

/** Runs once and gives the milliseconds from the start of the process until it has ended and all its output is here. */
export async function timed(run: Run): Promise<number> {
  await run.prepare?.();
  const { command, args, env, check } = run;
  const output = { stdout: '', stderr: '' };
  const begun = process.hrtime.bigint();
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output.stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output.stderr += chunk;
  });
  const [code] = await once(child, 'close');
  const time = Number(process.hrtime.bigint() - begun) / 1e6;
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output.stderr}`);
  await check?.(output.stdout);
  return time;
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = low] = sorted.slice(middle - 1 + (sorted.length % 2), middle + 1);
  return (low + high) / 2;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
