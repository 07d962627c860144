import { type Binaries, findBinaries } from './binaries.ts';
import { type ControllerPrograms, findControllerPrograms } from './controller-programs.ts';
import { endingSignals } from './signals.ts';

/**
 * The control plane's programs, for a program that is nothing without them: where they can't be had it says so on
 * stderr and exits with 2. A signal ends a build that is under way, and then this program with 130.
 */
export const findOrExit = (): Promise<Binaries> => orExit(findBinaries);

/** The same for the controllers that run beside the control plane. */
export const findControllersOrExit = (): Promise<ControllerPrograms> => orExit(findControllerPrograms);

async function orExit<T>(
  find: (options: { log(line: string): void; signal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const { signal, release } = endingSignals();
  try {
    return await find({ log: say, signal });
  } catch (error) {
    if (signal.aborted) process.exit(130);
    say(error instanceof Error ? error.message : String(error));
    process.exit(2);
  } finally {
    release();
  }
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);
