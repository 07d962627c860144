import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { writeKubeconfig } from '../support/kubeconfig.ts';
import type { Endpoint } from '../support/server.ts';

/** How a run of kubectl ended, and what it printed. */
export interface Printed {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** kubectl as one user of one server, in one namespace. */
export interface Kubectl {
  /** Runs it with words that are separated by spaces, and then with these arguments as they are. */
  (words: string, ...more: string[]): Promise<Printed>;
  namespace: string;
  /** The same with an object, or a list of them, as JSON on stdin. */
  given(input: unknown): Kubectl;
  /** Runs it until it has printed a line that fits, then ends it; gives all lines so far. */
  until(fits: (line: string) => boolean, words: string): Promise<string[]>;
}

/** One thing that kubectl can do with a server. */
export interface KubectlCase {
  name: string;
  run(kubectl: Kubectl, as: { weak: Kubectl }): Promise<void>;
}

/** kubectl with a kubeconfig and a cache of its own in `folder`, which the caller removes. */
export async function kubectlAs(endpoint: Endpoint, namespace: string, folder: string): Promise<Kubectl> {
  const kubeconfig = join(folder, `${namespace}-${endpoint.token}`);
  await writeKubeconfig(kubeconfig, endpoint, { namespace });
  const start = (args: string[]) =>
    spawn('kubectl', ['--cache-dir', join(folder, 'cache'), ...args], {
      env: { PATH: process.env.PATH, HOME: folder, KUBECONFIG: kubeconfig },
    });

  async function print(args: string[], input?: string): Promise<Printed> {
    const child = start(args);
    const printed = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text) => {
      printed.stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      printed.stderr += text;
    });
    child.stdin.end(input);
    const [code] = await once(child, 'close');
    return { code, ...printed };
  }

  async function until(fits: (line: string) => boolean, words: string): Promise<string[]> {
    const child = start(words.split(' '));
    const closed = once(child, 'close');
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      if (fits(line)) break;
    }
    child.kill();
    await closed;
    return lines;
  }

  const reading = (input?: string): Kubectl =>
    Object.assign((words: string, ...more: string[]) => print([...words.split(' '), ...more], input), {
      namespace,
      given: (object: unknown) => reading(JSON.stringify(object)),
      until,
    });
  return reading();
}

/** A new folder for kubectl's files, and how it is removed. */
export async function kubectlFolder(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'kubectl-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Asserts that kubectl printed exactly these lines and nothing else, blanks and ages apart. */
export function prints(printed: Printed, lines: string[]): void {
  assert.deepEqual(printed.stderr, '');
  assert.deepEqual(masked(printed.stdout), lines);
  assert.equal(printed.code, 0);
}

/** Asserts that kubectl failed with exactly this message. */
export function fails(printed: Printed, message: string | RegExp): void {
  if (typeof message === 'string') assert.equal(printed.stderr, `${message}\n`);
  else assert.match(printed.stderr, message);
  assert.deepEqual([printed.code, printed.stdout], [1, '']);
}

/** Lines with single blanks, and `AGE` where the time since something happened stands. */
export const masked = (text: string): string[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) =>
      line
        .replaceAll(/ +/g, ' ')
        .replaceAll(/(?<![\w.-])(\d+s|\d+m\d*s?)(?!\w)/g, 'AGE')
        .trimEnd(),
    );

/** A host, as kubectl is given one. */
export const host = (name: string, { labels, ...spec }: Record<string, unknown> = {}) => ({
  apiVersion: 'metal3.io/v1alpha1',
  kind: 'BareMetalHost',
  metadata: { name, ...(labels !== undefined && { labels }) },
  spec: { online: true, ...spec },
});

/** How kubectl names the host `a`. */
export const HOST_A = 'baremetalhost.metal3.io/a';

/** Makes the host `a`. */
export const makeA = async (kubectl: Kubectl): Promise<void> =>
  prints(await kubectl.given(host('a'))('create -f -'), [`${HOST_A} created`]);

/** What a JSONPath finds in the host `a`. */
export const field = async (kubectl: Kubectl, path: string): Promise<string> =>
  (await kubectl(`get bmh a -o jsonpath={${path}}`)).stdout;
