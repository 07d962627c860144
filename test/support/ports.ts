import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { request } from 'node:http';
import { createServer, type Server } from 'node:net';
import { promisify } from 'node:util';

/** Where a port is looked for that is to stay free, 10000 to 30000: below those that systems hand out by themselves. */
const [LOWEST, SLICES, SLICE] = [10_000, 200, 100];

/** Where in its slice this process looked last. */
let last = randomInt(SLICE);

/**
 * A port of 127.0.0.1 without a listener, which no other process will take by chance: processes side by side have each their own, and
 * what was given away and is not listened on yet is not given away again until all others were.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    last = (last + 1) % SLICE;
    const port = LOWEST + (process.pid % SLICES) * SLICE + last;
    const server = await listenOn(port).catch(() => undefined);
    if (!server) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/**
 * Listens on a port of 127.0.0.1; on any free one for 0.
 *
 * @throws with the code `EADDRINUSE` if another process does.
 */
export function listenOn(port: number): Promise<Server> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(server));
  });
}

export interface Knock {
  path?: string;
  headers?: Record<string, string>;
  /** The address to knock at; 127.0.0.1 when absent. */
  host?: string;
}

/** What an HTTP request at a port of this machine is answered with: a status, or the code of what went wrong. */
export const knock = (
  port: number,
  { host = '127.0.0.1', path = '/', headers = {} }: Knock = {},
): Promise<number | string> =>
  new Promise((resolve) => {
    const asking = request({ host, port, path, headers, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    asking.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? String(error)));
    asking.end();
  });

/** Whether this process may act as another user of the machine. */
export const maySwitchUsers = process.getuid?.() === 0;

/** A user that every Unix has, and that owns nothing. */
const NOBODY = 65534;

/** What a GET at this address is answered with when another user of this machine sends it: the status. */
export async function knockAsAnotherUser(url: string): Promise<number> {
  // It changes the user when it runs: another user might not be able to read the program that it is.
  const program = `
    process.setgroups([]);
    process.setgid(${NOBODY});
    process.setuid(${NOBODY});
    const { status } = await fetch(${JSON.stringify(url)});
    console.log(process.getuid(), status);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  const [user, status] = stdout.trim().split(' ').map(Number);
  if (user !== NOBODY || status === undefined) throw new Error(`not another user: ${stdout}`);
  return status;
}
