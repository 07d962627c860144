/**
 * A text as a chart template that Helm renders to that text. A text of Helm has no backticks in it, so where a template
 * has some, or is not closed, only its braces are escaped.
 */
export const asChartTemplate = (text: string): string =>
  text.replaceAll(TEMPLATE, (template) => `{{\`${template}\`}}`);

/** A template for Prometheus or Grafana, or else the braces that open one. */
const TEMPLATE = /\{\{(?:(?!\{\{|\}\})[^`\n])*\}\}|\{\{/g;

/**
 * A chart template as Helm renders it, if all its actions are texts, such as an escaped template for Prometheus; undefined if Helm has to
 * render it.
 */
export const withoutEscapes = (text: string): string | undefined => unescaped(text)?.text;

/** A text that Helm renders, and the offset in its template of each of its characters. */
interface Rendered {
  text: string;
  offset(at: number): number;
}

/** The same, with the offset in the template of each character. */
export function unescaped(text: string): Rendered | undefined {
  const pieces: { from: number; start: number }[] = [];
  let [rendered, end] = ['', 0];
  const add = (piece: string, start: number): void => {
    pieces.push({ from: rendered.length, start });
    rendered += piece;
  };
  for (const { 0: action, 1: lead = '', 2: inner = '', index } of text.matchAll(ESCAPED)) {
    if (text.slice(end, index).includes('{{')) return undefined;
    add(text.slice(end, index), end);
    add(inner, index + lead.length);
    end = index + action.length;
  }
  if (text.slice(end).includes('{{')) return undefined;
  add(text.slice(end), end);
  const offset = (at: number): number => {
    const { from, start } = pieces.findLast((piece) => piece.from <= at) ?? { from: 0, start: 0 };
    return start + at - from;
  };
  return { text: rendered, offset };
}

const ESCAPED = /(\{\{\s*`)([^`]*)`\s*\}\}/g;
