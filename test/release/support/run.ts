import { execFile } from 'node:child_process';

/** How a program went. */
export interface End {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs a program to its end, without stdin. `env` is its whole environment.
 *
 * @throws where it can't be started, or a signal ends it.
 */
export function run(
  program: string,
  args: readonly string[],
  options: { env: Record<string, string>; cwd?: string },
): Promise<End> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') reject(error);
      else resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
    child.stdin?.end();
  });
}

/** The same, where it has to succeed; gives its stdout. */
export async function succeed(...call: Parameters<typeof run>): Promise<string> {
  const { code, stdout, stderr } = await run(...call);
  if (code !== 0) throw new Error(`${call[0]} ${call[1].join(' ')}: exit code ${code}\n${stderr}${stdout}`);
  return stdout;
}
