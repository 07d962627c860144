import type { Host } from '../../lib/cli/command.ts';
import { readInput } from '../../lib/input/given-file.ts';

/** All of stdin. An interruption ends it, unlike a read of a terminal or a pipe. */
export async function readStdin({ stdin, interrupted, leaveAtEnd }: Host): Promise<Buffer> {
  interrupted.throwIfAborted();
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = (): void => {
    leaveAtEnd();
    reject(interrupted.reason);
  };
  interrupted.addEventListener('abort', stop);
  try {
    return await Promise.race([readInput(stdin), stopped]);
  } finally {
    interrupted.removeEventListener('abort', stop);
  }
}
