/**
 * A text as the template of a chart that renders to that text: Helm prints the templates in it, which are meant for others, as they
 * are. A raw text of Helm's has no backtick and, to stay readable, one line: what has more gets only its braces escaped.
 */
export const asChartTemplate = (text: string): string =>
  text.replaceAll(/\{\{[^`\n]*?\}\}|\{\{/g, (template) => `{{\`${template}\`}}`);
