import { setTimeout as delay } from 'node:timers/promises';
import { type IPty, spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { PATIENCE } from '../../support/patience.ts';

/** An interactive shell on a terminal. */
export interface Shell {
  type(text: string): void;
  /**
   * Resolves with what the screen shows as soon as it shows this (lines have no spaces at their ends); rejects after
   * `PATIENCE`, or when the shell ends.
   */
  until(shown: RegExp): Promise<string>;
  /** Ends it, and resolves when it has. */
  close(): Promise<void>;
}

const SIZE = { cols: 120, rows: 50 };

/** Starts a shell on a terminal that understands whatever the shell's own line editor sends. */
export function openShell(file: string, args: string[], env: Record<string, string>): Shell {
  const pty: IPty = spawn(file, args, { env: { TERM: 'xterm-256color', ...env }, ...SIZE });
  const terminal = new xterm.Terminal({ ...SIZE, allowProposedApi: true });
  // It answers what the shell asks of its terminal.
  terminal.onData((text) => pty.write(text));
  let changed = Promise.withResolvers<void>();
  pty.onData((text) =>
    terminal.write(text, () => {
      changed.resolve();
      changed = Promise.withResolvers();
    }),
  );
  let hasEnded = false;
  const ended = new Promise<void>((resolve) =>
    pty.onExit(() => {
      hasEnded = true;
      resolve();
    }),
  );
  const screen = (): string =>
    Array.from({ length: SIZE.rows }, (_, row) =>
      terminal.buffer.active.getLine(row)?.translateToString(true),
    )
      .join('\n')
      .trimEnd();
  return {
    type: (text) => pty.write(text),
    async until(shown) {
      const given = new AbortController();
      const late = delay(PATIENCE, 'not shown in time', { signal: given.signal }).catch(() => undefined);
      try {
        while (!shown.test(screen())) {
          const why = await Promise.race([changed.promise, late, ended.then(() => 'the shell has ended')]);
          if (why && !shown.test(screen())) throw new Error(`${shown}: ${why}:\n${screen()}`);
        }
        return screen();
      } finally {
        given.abort();
      }
    },
    async close() {
      if (!hasEnded) pty.kill('SIGKILL');
      await ended;
      terminal.dispose();
    },
  };
}
