import { clearScreenDown, cursorTo, moveCursor } from 'node:readline';
import { createLogUpdate } from 'log-update';
import type { Host, Output } from './command.ts';
import { visibleWidth } from './wrap.ts';

/** Lines that are updated in place on a terminal; what else is written there meanwhile goes above them. */
export interface LiveDisplay {
  /** What is shown has changed: it is drawn soon. */
  changed(): void;
  /** Draws the last state, which stays. */
  end(): void;
}

/** The size of a terminal that does not tell its own. */
const SIZE = { columns: 80, rows: 24 };

/** How often it is drawn at most, and at least, in milliseconds: the time that passes is shown too. */
const PERIOD = 250;
const TICK = 1_000;

/**
 * Draws lines on a terminal, from the first change on: again where something has changed, each second, and in a new size. It
 * never hides the cursor, so that nothing has to show it again.
 *
 * @param output where it is drawn, one of the outputs of this machine.
 * @param linesFor the lines for so many columns and rows; the line below them is the cursor's.
 */
export function liveDisplay(
  output: Output,
  { clock, stdout, stderr }: Pick<Host, 'clock' | 'stdout' | 'stderr'>,
  linesFor: (size: { columns: number; rows: number }) => string[],
): LiveDisplay {
  const terminal = output as NodeJS.WriteStream;
  const write = terminal.write.bind(terminal) as (text: string) => boolean;
  const stream = {
    isTTY: true,
    write,
    get columns() {
      return terminal.columns;
    },
    get rows() {
      return terminal.rows;
    },
  } as NodeJS.WriteStream;
  const update = createLogUpdate(stream, { showCursor: true });
  const over = new AbortController();
  let shown: string[] = [];
  let isDue = false;
  let isDrawn = false;
  let isResized = false;

  const draw = (): void => {
    const { columns = SIZE.columns, rows = SIZE.rows } = stream;
    if (isResized) erase(columns);
    isResized = false;
    isDue = false;
    isDrawn = true;
    shown = linesFor({ columns, rows: Math.max(rows - 1, 1) });
    update(shown.join('\n'));
  };
  /** A narrower terminal has wrapped the lines: they take more rows than were written. */
  const erase = (columns: number): void => {
    const rows = shown.reduce((sum, line) => sum + Math.max(1, Math.ceil(visibleWidth(line) / columns)), 0);
    cursorTo(stream, 0);
    moveCursor(stream, 0, -rows);
    clearScreenDown(stream);
    update.done();
  };
  const resized = (): void => {
    isResized = isDrawn;
    isDue = isDrawn;
  };
  /** After Ctrl-Z and fg, the shell's lines are in between: it is drawn below them. */
  const resumed = (): void => {
    update.done();
    shown = [];
    isDue = isDrawn;
  };
  terminal.on?.('resize', resized);
  process.on('SIGCONT', resumed);
  const restored = [...new Set([stdout, stderr])]
    .filter(({ isTTY }) => isTTY)
    .map((one) =>
      divert(one, (text, pass) => {
        update.clear();
        pass(text);
        if (isDrawn) update(shown.join('\n'));
      }),
    );

  const keepDrawing = async (): Promise<void> => {
    let quiet = 0;
    for (;;) {
      await clock.after(PERIOD, over.signal);
      if (over.signal.aborted) return;
      quiet += PERIOD;
      if (!isDue && quiet < TICK) continue;
      draw();
      quiet = 0;
    }
  };
  return {
    changed() {
      isDue = true;
      if (isDrawn) return;
      draw();
      // It ends when it is aborted.
      keepDrawing().catch(() => {});
    },
    end() {
      over.abort();
      terminal.off?.('resize', resized);
      process.off('SIGCONT', resumed);
      if (isDrawn) draw();
      update.done();
      for (const restore of restored) restore();
    },
  };
}

/** Has `instead` called for each text that is written to an output. Returns what ends that. */
function divert(output: Output, instead: (text: string, pass: Output['write']) => void): () => void {
  const before = output.write;
  const pass: Output['write'] = (text) => before.call(output, text);
  output.write = (text) => {
    instead(text, pass);
    return true;
  };
  return () => {
    output.write = before;
  };
}
