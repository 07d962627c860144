import { styleText } from 'node:util';
import { verdictText } from '../words/verdict.ts';
import type { Host, Output } from './command.ts';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';
export type Paint = (style: Style, text: string) => string;

/** Colors text for an output. `auto` means no color unless it is a capable terminal and `NO_COLOR` is not set. */
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

/** Where output goes: a terminal, or a pipe or file, which has no width. */
export interface Screen {
  columns: number | undefined;
  unicode: boolean;
  paint: Paint;
}

/** A pipe or file: plain text. */
export const PLAIN: Screen = { columns: undefined, unicode: false, paint: (_style, text) => text };

export const screenOf = ({ stdout, env }: Pick<Host, 'stdout' | 'env'>, paint = PLAIN.paint): Screen => ({
  columns: stdout.columns,
  unicode: drawsUnicode({ env }) && env.TERM !== 'dumb',
  paint,
});

/** Set by Windows terminals that draw more than the console's code page. */
const MODERN = ['WT_SESSION', 'TERM_PROGRAM', 'ConEmuTask', 'TERMINAL_EMULATOR', 'TERM'];

/**
 * Whether the terminal draws characters beyond ASCII, by the POSIX locale. Without one it is the C locale, except on macOS,
 * whose terminals are UTF-8. The Linux console has a font of 256 characters.
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

const UNICODE = {
  /** From empty to full. */
  levels: [...' ▁▂▃▄▅▆▇█'],
  axis: { top: '┤', side: '│', corner: '└', bottom: '─', tick: '┴' },
  projected: { area: '▒', range: '░' },
  line: '▔',
  bar: { full: '█', empty: '░' },
  plusMinus: '±',
  waves: { next: '◼', done: '✔', failed: '✖' },
  tree: { child: '├─ ', last: '└─ ', down: '│  ', blank: '   ' },
};

/** The characters of charts, bars, waves and trees. */
type Glyphs = typeof UNICODE;

const ASCII: Glyphs = {
  levels: [...' .:#'],
  axis: { top: '+', side: '|', corner: '+', bottom: '-', tick: '+' },
  projected: { area: 'o', range: '?' },
  line: '-',
  bar: { full: '#', empty: '.' },
  plusMinus: '+-',
  waves: { next: '.', done: '+', failed: 'x' },
  tree: { child: '|- ', last: '`- ', down: '|  ', blank: '   ' },
};

export const glyphsFor = (unicode: boolean): Glyphs => (unicode ? UNICODE : ASCII);

/** Ends a text that is cut. */
export const cutMark = (unicode: boolean): string => (unicode ? '…' : '...');

/** A verdict, or the level of a finding, as a cell: its word, with its symbol and color on a terminal. */
export function verdictCell(verdict: string, { columns, unicode }: Screen): { style: Style; text: string } {
  const { style, glyph, ascii } = LOOKS[verdict] ?? GOOD;
  const word = verdictText(verdict);
  return { style, text: columns === undefined ? word : `${unicode ? glyph : ascii} ${word}` };
}

interface Look {
  style: Style;
  glyph: string;
  ascii: string;
}

const GOOD: Look = { style: 'green', glyph: '✔', ascii: '+' };
const BAD: Look = { style: 'red', glyph: '✖', ascii: 'x' };
const HELD: Look = { style: 'yellow', glyph: '⏸', ascii: '=' };

const NOTE: Look = { style: 'dim', glyph: '·', ascii: '-' };

/** Those of every other verdict are good. */
const LOOKS: Record<string, Look> = {
  interrupted: BAD,
  failed: BAD,
  'timed-out': BAD,
  degraded: BAD,
  findings: BAD,
  blocked: HELD,
  paused: HELD,
  declined: HELD,
  'at-risk': { style: 'red', glyph: '⚠', ascii: '!' },
  unknown: { style: 'yellow', glyph: '?', ascii: '?' },
  'in-progress': { style: 'cyan', glyph: '↻', ascii: '~' },
  error: BAD,
  warning: { style: 'yellow', glyph: '⚠', ascii: '!' },
  note: NOTE,
  'not-reached': NOTE,
  'not-checked': NOTE,
};
