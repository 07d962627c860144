import { styleText } from 'node:util';
import type { Host, Output } from './command.ts';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';
export type Paint = (style: Style, text: string) => string;

/** How text is coloured on an output: not at all where nobody looks, the terminal can't, or `NO_COLOR` asks for none. */
export function paintFor(
  output: Output,
  { env }: Pick<Host, 'env'>,
  when: 'auto' | 'always' | 'never',
): Paint {
  const able = output.isTTY === true && env.TERM !== 'dumb' && !env.NO_COLOR;
  return when === 'always' || (when === 'auto' && able)
    ? (style, text) => styleText(style, text, { validateStream: false })
    : (_style, text) => text;
}

/** What is drawn on: a terminal, or a pipe or file, which has no width. */
export interface Screen {
  columns: number | undefined;
  unicode: boolean;
  paint: Paint;
}

/** A pipe: text as it is. */
export const PLAIN: Screen = { columns: undefined, unicode: false, paint: (_style, text) => text };

/** What stdout is. */
export const screenOf = ({ stdout, env }: Pick<Host, 'stdout' | 'env'>, paint = PLAIN.paint): Screen => ({
  columns: stdout.columns,
  unicode: drawsUnicode({ env }) && env.TERM !== 'dumb',
  paint,
});

/** Terminals of Windows that draw more than the code page of the console has. */
const MODERN = ['WT_SESSION', 'TERM_PROGRAM', 'ConEmuTask', 'TERMINAL_EMULATOR', 'TERM'];

/**
 * Whether the terminal draws characters beyond ASCII: by the locale, of which the first that is set counts, as everywhere in
 * POSIX. Without any, it is the C locale, but on a Mac, whose terminals are UTF-8. The kernel's console has a font of 256.
 */
export function drawsUnicode(
  { env }: Pick<Host, 'env'>,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (platform === 'win32') return MODERN.some((name) => env[name]);
  if (env.TERM === 'linux') return false;
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  return locale === undefined || locale === '' ? platform === 'darwin' : /utf-?8/i.test(locale);
}

/** What is drawn of charts and bars: beyond ASCII where a terminal has it (`drawsUnicode`), and what stands for it elsewhere. */
export interface Glyphs {
  /** Parts of a character that can be filled, from none to all of it. */
  levels: readonly string[];
  /** The axis of a chart: its top, its side, its corner and its bottom. */
  axis: { top: string; side: string; corner: string; bottom: string };
  /** What is filled of a bar, and what is not. */
  bar: { full: string; empty: string };
  plusMinus: string;
}

const UNICODE: Glyphs = {
  levels: [...' ▁▂▃▄▅▆▇█'],
  axis: { top: '┤', side: '│', corner: '└', bottom: '─' },
  bar: { full: '█', empty: '░' },
  plusMinus: '±',
};

const ASCII: Glyphs = {
  levels: [...' .:#'],
  axis: { top: '+', side: '|', corner: '+', bottom: '-' },
  bar: { full: '#', empty: '.' },
  plusMinus: '+-',
};

export const glyphsFor = (unicode: boolean): Glyphs => (unicode ? UNICODE : ASCII);
