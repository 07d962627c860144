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
export function withoutEscapes(text: string): string | undefined {
  const parts = text.split(ESCAPED);
  // Every second part is the text of an action.
  const isRendered = parts.every((part, at) => at % 2 === 1 || !part.includes('{{'));
  return isRendered ? parts.join('') : undefined;
}

const ESCAPED = /\{\{\s*`([^`]*)`\s*\}\}/;
