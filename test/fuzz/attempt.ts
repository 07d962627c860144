import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { program as bmh } from '../../cmd/kubectl-bmh/program.ts';
import { program as monitoring } from '../../cmd/kubectl-monitoring/program.ts';
import type { Program } from '../../lib/cli/command.ts';
import { type RunOptions, runCommand } from '../support/run-command.ts';
import type { Trick } from './answers.ts';
import type { Ground } from './ground.ts';
import { defectsOf } from './judge.ts';

export const PROGRAMS = { bmh, monitoring } as const satisfies Record<string, Program>;

/** One call of a plugin, as data. In words, variables and files, `@folder` is the call's own and `@server` is the server. */
export interface Attempt {
  program: keyof typeof PROGRAMS;
  words: string[];
  /** Beside `KUBECONFIG`, which leads to the server unless it is given. */
  env?: Record<string, string>;
  /** Files of the folder. */
  files?: Record<string, string | Buffer>;
  /** What the server does instead of answering, by the number of the request. */
  tricks?: [number, Trick][];
  /** Whether it may change the cluster. */
  mayWrite?: boolean;
}

/** Makes an attempt and gives what is wrong with how it went. Never throws for what the product does. */
export async function defectsIn(
  attempt: Attempt,
  { front, root, kubeconfig, secrets }: Ground,
): Promise<string[]> {
  const folder = await mkdtemp(join(root, 'call-'));
  const played = front.begin(new Map(attempt.tricks));
  const placed = (text: string): string =>
    text.replaceAll('@folder', folder).replaceAll('@server', played.server).replaceAll('@front', front.url);
  try {
    await mkdir(join(folder, 'empty'));
    const files = { 'kubeconfig.json': JSON.stringify(kubeconfig), ...attempt.files };
    for (const [name, content] of Object.entries(files))
      await writeFile(
        join(folder, name),
        typeof content === 'string' ? placed(content) : placedIn(content, placed),
      );
    const words = attempt.words.map(placed);
    const env = Object.fromEntries(
      Object.entries({ KUBECONFIG: '@folder/kubeconfig.json', HOME: '@folder', ...attempt.env }).map(
        ([name, value]) => [name, placed(value)],
      ),
    );
    const watching = words.some((word) => WATCHES.test(word)) && looking();
    const ran = await runCommand(PROGRAMS[attempt.program], words, {
      env,
      cwd: folder,
      ...(watching && { late: Promise.resolve(), ...watching }),
    });
    const said = ran.stdout + ran.stderr;
    return [
      ...defectsOf(ran, { secrets, given: JSON.stringify(attempt) }),
      ...(isDocument(ran.stdout, words) ? [] : ['prints invalid JSON']),
      ...(Object.hasOwn(Object.prototype, 'polluted') ? ['lets what it reads into every object'] : []),
      ...(played.writes.length > 0 && (!attempt.mayWrite || said.includes('nothing was changed'))
        ? [`writes, though it was refused: ${played.writes.join(', ')}`]
        : []),
    ].map(
      (defect) =>
        `${defect}\n  words: ${JSON.stringify(words)}\n  ended with ${ran.code}\n  stdout: ${shown(ran.stdout)}\n  stderr: ${shown(ran.stderr)}`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Commands that run until they are interrupted: a number of milliseconds after their first output, or after their start. */
const WATCHES = /^(--watch(-only)?|-w)(=|$)/;
const WATCHED = 1_000;
const UNHEARD = 20_000;

function looking(): Pick<RunOptions, 'interrupted' | 'onStdout' | 'onStderr'> {
  const heard = new AbortController();
  let isHeard = false;
  const hear = (): void => {
    if (!isHeard) setTimeout(() => heard.abort(), WATCHED).unref();
    isHeard = true;
  };
  const interrupted = AbortSignal.any([heard.signal, AbortSignal.timeout(UNHEARD)]);
  return { interrupted, onStdout: hear, onStderr: hear };
}

const placedIn = (content: Buffer, placed: (text: string) => string): Buffer =>
  Buffer.from(placed(content.toString('latin1')), 'latin1');

function isDocument(stdout: string, words: string[]): boolean {
  if (stdout === '' || !words.includes('-ojson')) return true;
  try {
    JSON.parse(stdout);
    return true;
  } catch {
    return false;
  }
}

const shown = (text: string): string => JSON.stringify(text.slice(0, 600));
