import type { IBufferCell, IBufferLine } from '@xterm/headless';
import { PALETTE, rgbOf, TERMINAL } from './palette.ts';

/** Text that is drawn in one go: cells of one style, side by side. Between two runs there is nothing to draw. */
export interface Run {
  column: number;
  /** In cells; that of a wide character, which is a run by itself, is 2. */
  width: number;
  text: string;
  style: Style;
}

/** Colours are `#rrggbb`, and those of the terminal when absent. */
export interface Style {
  colour?: string;
  background?: string;
  bold?: true;
  dim?: true;
  italic?: true;
  underline?: true;
  strikethrough?: true;
}

/**
 * What there is to draw in a line of the terminal. Words of one style with a single space between them are one run; what
 * is further apart starts a new run, so that columns line up in a font of any width.
 */
export function runsOf(line: IBufferLine): Run[] {
  const runs: Run[] = [];
  let last: Run | undefined;
  for (let column = 0; column < line.length; column += 1) {
    const cell = line.getCell(column);
    const width = cell?.getWidth() ?? 0;
    // The right half of a wide character has no width.
    if (!cell || width === 0) continue;
    const text = cell.isInvisible() ? ' ' : cell.getChars() || ' ';
    const style = styleOf(cell);
    if (text === ' ' && !isSeen(style)) continue;
    const gap = last ? column - last.column - last.width : 0;
    if (last && width === 1 && gap <= (isSeen(style) ? 0 : 1) && isSame(last.style, style)) {
      last.text += ' '.repeat(gap) + text;
      last.width += gap + 1;
    } else {
      const run = { column, width, text, style };
      runs.push(run);
      last = width === 1 ? run : undefined;
    }
  }
  return runs;
}

/** Whether a space of this style can be seen. */
const isSeen = ({ background, underline, strikethrough }: Style): boolean =>
  background !== undefined || underline === true || strikethrough === true;

const isSame = (one: Style, other: Style): boolean => JSON.stringify(one) === JSON.stringify(other);

function styleOf(cell: IBufferCell): Style {
  const written = colourOf(cell.isFgDefault(), cell.isFgPalette(), cell.getFgColor());
  const behind = colourOf(cell.isBgDefault(), cell.isBgPalette(), cell.getBgColor());
  const [colour, background] = cell.isInverse()
    ? [behind ?? TERMINAL.background, written ?? TERMINAL.text]
    : [written, behind];
  return {
    ...(colour && { colour }),
    ...(background && { background }),
    ...(cell.isBold() && { bold: true }),
    ...(cell.isDim() && { dim: true }),
    ...(cell.isItalic() && { italic: true }),
    ...(cell.isUnderline() && { underline: true }),
    ...(cell.isStrikethrough() && { strikethrough: true }),
  };
}

function colourOf(isDefault: boolean, isIndex: boolean, value: number): string | undefined {
  if (isDefault) return undefined;
  return isIndex ? PALETTE[value] : rgbOf(value);
}
