import xterm from '@xterm/headless';
import { type Run, runsOf } from './runs.ts';

export interface Size {
  columns: number;
  rows: number;
}

/** What a terminal shows. */
export interface Picture {
  /** Every line since the beginning, those that have scrolled away too. */
  lines: Run[][];
  /** The index of the first visible line. */
  top: number;
  /** Where the cursor is, unless a program has hidden it. */
  cursor?: { line: number; column: number };
}

/** A terminal without a window. */
export interface Screen {
  /** Resolves when the text has had its effect. */
  write(text: string): Promise<void>;
  picture(): Picture;
  /** The lines down to the cursor's as text, without the spaces at their ends. */
  text(): string;
  /** Whether a program is in the middle of a change that is to be seen as one (synchronised output). */
  isChanging(): boolean;
}

/** How many lines that have scrolled away are kept. */
const SCROLLBACK = 10_000;

/** The private mode in which the cursor is shown (DECTCEM). */
const CURSOR = 25;

export function createScreen({ columns, rows }: Size): Screen {
  const terminal = new xterm.Terminal({
    cols: columns,
    rows,
    scrollback: SCROLLBACK,
    allowProposedApi: true,
  });
  const buffer = terminal.buffer.normal;
  let hasCursor = true;
  for (const final of ['h', 'l'])
    terminal.parser.registerCsiHandler({ prefix: '?', final }, (modes) => {
      if (modes.includes(CURSOR)) hasCursor = final === 'h';
      // Looked at, not taken: the terminal acts on it.
      return false;
    });
  const lines = () =>
    Array.from({ length: buffer.length }, (_, index) => buffer.getLine(index)).filter((line) => !!line);
  const cursorLine = () => buffer.baseY + buffer.cursorY;
  return {
    write: (text) => new Promise((resolve) => terminal.write(text, resolve)),
    picture: () => ({
      lines: lines().map(runsOf),
      top: buffer.baseY,
      ...(hasCursor && { cursor: { line: cursorLine(), column: buffer.cursorX } }),
    }),
    text: () =>
      lines()
        .slice(0, cursorLine() + 1)
        .map((line) => line.translateToString().trimEnd())
        .join('\n'),
    isChanging: () => terminal.modes.synchronizedOutputMode,
  };
}
