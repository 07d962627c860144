import { setTimeout as delay } from 'node:timers/promises';
import { type IPty, spawn } from '@lydell/node-pty';
import { type PackedName, packedFile } from '../../support/packed.ts';
import { PATIENCE } from '../../support/patience.ts';
import { createScreen, type Screen } from './screen.ts';

export interface TerminalOptions {
  /** The whole environment; `TERM` is `xterm-256color` and the locale UTF-8 unless it says otherwise. */
  env: Record<string, string>;
  columns?: number;
}

/** A packed program on an interactive terminal. */
export interface Terminal {
  pid: number;
  screen: Screen;
  /** Everything that was written to the terminal, with its control sequences. */
  output(): string;
  type(text: string): void;
  /** Closes the terminal, as closing its window does. */
  close(): void;
  /**
   * Resolves when the screen shows it (lines have no spaces at their ends). Rejects where the program ends without, or
   * after `PATIENCE`, and then closes the terminal.
   */
  until(shown: RegExp): Promise<void>;
  /**
   * Resolves with the exit code when the program has ended and all it wrote is on the screen: as in a shell, that is
   * 128 and the signal's number where a signal ended it.
   */
  ended: Promise<number>;
  /** What the screen shows now. */
  said(): string;
}

/** What a repair asks, and how the screen then ends. */
export const QUESTION = 'Repair this host? [y/N]';
export const ASKED = /Repair this host\? \[y\/N\]$/;

const SIGNALLED = 128;

export const CTRL_C = '\u0003';
export const ENTER = '\r';

/** Starts a packed program on a terminal. */
export function openTerminal(
  name: PackedName,
  args: readonly string[],
  { env, columns = 120 }: TerminalOptions,
): Terminal {
  const pty = spawn(packedFile(name), [...args], {
    env: { TERM: 'xterm-256color', LC_ALL: 'C.UTF-8', ...env },
    cols: columns,
    rows: 60,
  }) as IPty & { destroy(): void };
  const screen = createScreen(columns);
  let output = '';
  let changed = Promise.withResolvers<void>();
  pty.onData((text) => {
    output += text;
    screen.write(text);
    changed.resolve();
    changed = Promise.withResolvers();
  });
  const ended = new Promise<number>((resolve) =>
    pty.onExit(({ exitCode, signal }) => resolve(signal ? SIGNALLED + signal : exitCode)),
  );
  return {
    pid: pty.pid,
    screen,
    output: () => output,
    type: (text) => pty.write(text),
    close() {
      // The system sends SIGHUP when it closes a terminal; the package would send another one, to a process that ends.
      pty.kill = () => {};
      pty.destroy();
    },
    async until(shown) {
      const given = new AbortController();
      const enough = delay(PATIENCE, 'not shown in time', { signal: given.signal }).catch(() => '');
      try {
        while (!shown.test(screen.lines().join('\n'))) {
          const why = await Promise.race([
            changed.promise,
            ended.then((code) => `ended with ${code}`),
            enough,
          ]);
          if (!why || shown.test(screen.lines().join('\n'))) continue;
          pty.destroy();
          throw new Error(`${shown}: ${why}:\n${screen.lines().join('\n')}`);
        }
      } finally {
        given.abort();
      }
    },
    ended,
    said: () => screen.lines().join('\n'),
  };
}
