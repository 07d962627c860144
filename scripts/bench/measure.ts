import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

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

/** One line of a bench's result: medians of whole processes, by the time from their start to their end or the memory they took. */
export interface Row {
  row: string;
  /** `ours` / `theirs`. */
  ratio: number;
  ours: number;
  theirs: number;
  unit: Unit;
  runs: number;
  /** How `theirs` was computed, if it was not measured directly. */
  note?: string;
}

/** Milliseconds, MB (1024 × 1024 bytes) of memory, minutes, or requests. */
export type Unit = 'ms' | 'MB' | 'min' | 'req';

/** Runs before those that count. */
export const WARM_UPS = 3;

/** Runs both sides of a contest in turns, each as often, the one going first that went second before. */
export async function measure(
  { row, ours, theirs }: Contest,
  runs: number,
  { gauge = timed, unit = 'ms' }: { gauge?(run: Run): Promise<number>; unit?: Unit } = {},
): Promise<Row> {
  const found: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  for (let turn = -WARM_UPS; turn < runs; turn += 1) {
    const order = turn % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const);
    for (const side of order) {
      const value = await gauge(side === 'ours' ? ours : theirs);
      if (turn >= 0) found[side].push(value);
    }
  }
  return rowOf(row, found, unit);
}

/** One line of a result from what was measured of each side, a number a run. */
export function rowOf(row: string, found: { ours: number[]; theirs: number[] }, unit: Unit = 'ms'): Row {
  const [our, their] = [median(found.ours), median(found.theirs)];
  return {
    row,
    ratio: rounded(our / their),
    ours: rounded(our),
    theirs: rounded(their),
    unit,
    runs: found.ours.length,
  };
}

/** Runs once and gives the milliseconds from the start of the process until it has ended and all its output is here. */
export const timed = async (run: Run): Promise<number> => (await ran(run)).time;

/** Runs once and gives the most memory that the process had of its own at a time, in MB. */
export async function weighed(run: Run): Promise<number> {
  const { memory } = await ran(run, true);
  if (memory === undefined)
    throw new Error('Memory is read from /proc/PID/status, which this system has not.');
  return memory;
}

/** How often the memory of a process is looked at, in milliseconds. The kernel keeps its peak: only one at the very end is missed. */
const LOOK = 5;

async function ran(run: Run, weighing = false): Promise<{ time: number; memory: number | undefined }> {
  await run.prepare?.();
  const { command, args, env, check } = run;
  const output = { stdout: '', stderr: '' };
  const started = process.hrtime.bigint();
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output.stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output.stderr += chunk;
  });
  let memory: number | undefined;
  const looking = weighing && setInterval(() => (memory = peakOf(child.pid) ?? memory), LOOK);
  const [code] = await once(child, 'close').finally(() => looking && clearInterval(looking));
  const time = Number(process.hrtime.bigint() - started) / 1e6;
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output.stderr}`);
  await check?.(output.stdout);
  return { time, memory };
}

/** The peak of what a process had in memory so far, in MB; undefined where that can't be read. */
function peakOf(pid: number | undefined): number | undefined {
  try {
    const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
  } catch {
    return undefined;
  }
}

/** A check that a table has so many lines, its headers among them. */
export const hasLines = (count: number) => (stdout: string) => {
  const lines = stdout.trimEnd().split('\n').length;
  if (lines !== count) throw new Error(`${lines} lines instead of ${count}:\n${stdout.slice(0, 2_000)}`);
};

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = low] = sorted.slice(middle - 1 + (sorted.length % 2), middle + 1);
  return (low + high) / 2;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
