import type { Style } from './runs.ts';
import type { Placed } from './segments.ts';
import { element, escaped } from './xml.ts';

/** A cell of the terminal, in units of the drawing. A character of a monospace font is 0.6 of the font's size wide. */
export const CELL = { width: 12, height: 25, fontSize: 20, baseline: 18 };

/** Draws runs, each style by a class. */
export interface Painter {
  /** The elements of a run: what is behind it, and its text, fitted to its cells whatever the font. */
  draw(placed: Placed): string;
  /** The rules of the classes that were used. */
  rules(): string;
}

export function createPainter(): Painter {
  const classes = new Map<string, string>();
  const classOf = (style: Style): string | undefined => {
    const rule = ruleOf(style);
    if (rule === '') return undefined;
    const name = classes.get(rule) ?? `s${classes.size}`;
    classes.set(rule, name);
    return name;
  };
  return {
    draw({ line, run: { column, width, text, style } }) {
      const [x, y, length] = [column * CELL.width, line * CELL.height, width * CELL.width];
      const behind = element('rect', { x, y, width: length, height: CELL.height, fill: style.background });
      const place = { x, y: y + CELL.baseline, textLength: length, class: classOf(style) };
      return (style.background ? behind : '') + (text ? element('text', place, escaped(text)) : '');
    },
    rules: () => [...classes].map(([rule, name]) => `.${name}{${rule}}`).join('\n'),
  };
}

/** What a style says of text, in CSS. */
function ruleOf({ colour, bold, dim, italic, underline, strikethrough }: Style): string {
  const lines = [underline && 'underline', strikethrough && 'line-through'].filter(
    (line) => line !== undefined,
  );
  return [
    colour && `fill:${colour}`,
    bold && 'font-weight:bold',
    dim && 'opacity:.6',
    italic && 'font-style:italic',
    lines.length > 0 && `text-decoration:${lines.join(' ')}`,
  ]
    .filter((declaration) => !!declaration)
    .join(';');
}
