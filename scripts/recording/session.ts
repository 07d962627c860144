import { setTimeout as delay } from 'node:timers/promises';
import { spawn } from '@lydell/node-pty';
import type { Chunk } from './frames.ts';
import { createScreen, type Size } from './screen.ts';

/** A shell on a terminal with a simulated user, whose time is recorded but not spent. */
export interface Session {
  /** Types at a steady pace, key by key, each when the one before is shown. */
  type(text: string): Promise<void>;
  /** Does nothing for so many milliseconds, but look. */
  look(time: number): void;
  /**
   * Resolves when the terminal shows it, its lines without spaces at their ends.
   *
   * @throws with all that it shows, when the shell ends without or `PATIENCE` is over.
   */
  until(shown: RegExp): Promise<void>;
  /** Everything that was written to the terminal. */
  chunks(): readonly Chunk[];
  /** Closes the terminal; resolves when the shell is gone. */
  stop(): Promise<void>;
}

/** Between two keys, in milliseconds. */
const KEY = 55;

/** How long something may take to be shown, in milliseconds: a host has to stay healthy for 90 s. */
const PATIENCE = 180_000;

export function openSession(size: Size, env: Record<string, string>): Session {
  const pty = spawn('sh', ['-i'], { env, cwd: env.HOME ?? '/', cols: size.columns, rows: size.rows });
  const screen = createScreen(size);
  const chunks: Chunk[] = [];
  let last = performance.now();
  let told = 0;
  let changed = Promise.withResolvers<void>();
  pty.onData((text) => {
    const now = performance.now();
    chunks.push(
      told > 0 ? { after: told, by: 'person', text } : { after: Math.round(now - last), by: 'program', text },
    );
    last = now;
    told = 0;
    void screen.write(text).then(() => {
      changed.resolve();
      changed = Promise.withResolvers();
    });
  });
  const ended = new Promise<void>((resolve) => pty.onExit(() => resolve()));

  async function until(isShown: () => boolean, what: string): Promise<void> {
    const given = new AbortController();
    const late = delay(PATIENCE, true, { signal: given.signal }).catch(() => true);
    const over = ended.then(() => true);
    try {
      while (!isShown()) {
        const isOver = await Promise.race([changed.promise, late, over]);
        if (isOver && !isShown())
          throw new Error(`The terminal does not show ${what}, but:\n${screen.text()}`);
      }
    } finally {
      given.abort();
    }
  }

  return {
    async type(text) {
      for (const key of text) {
        const before = chunks.length;
        told += KEY;
        pty.write(key);
        await until(() => chunks.length > before, `what was typed, ${JSON.stringify(text)}`);
      }
    },
    look(time) {
      told += time;
    },
    until: (shown) => until(() => shown.test(screen.text()), String(shown)),
    chunks: () => chunks,
    async stop() {
      pty.kill();
      await ended;
    },
  };
}
