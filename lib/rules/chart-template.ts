import { type Splice, spliced } from '../input/splice.ts';
import { placesIn } from '../lint/places.ts';
import type { Check } from './check.ts';
import type { RuleFinding } from './findings.ts';
import type { Fixed } from './fix.ts';
import { actionsIn, withoutTexts } from './templates.ts';

/** The check of raw chart templates. They are not YAML yet, so nothing else of them can be checked. */
export const UNESCAPED: Omit<Check, 'check'> = {
  name: 'unescaped-template',
  severity: 'critical',
  prevents: 'a chart that does not render, because Helm reads a template that is meant for Prometheus',
  fix: 'escape it for Helm: {{`{{ $labels.pod }}`}}',
};

/** The templates for Prometheus in a raw chart template that Helm would read as its own. */
export function lintChartTemplate(text: string): RuleFinding[] {
  const placeOf = placesIn(text);
  const { name, severity, fix } = UNESCAPED;
  return unescapedIn(text).map(({ index, variable }) => {
    const message = `Helm does not know $${variable}`;
    return { check: name, severity, message, fix, ...placeOf(index) };
  });
}

/**
 * Escapes the templates for Prometheus that are whole by themselves. A block ({{ if $value }} ... {{ end }}) and a variable that is
 * set are left: their other parts have to be escaped with them.
 */
export function fixChartTemplate(text: string): Fixed {
  const splices = unescapedIn(text).flatMap(({ index: start }): Splice[] => {
    ACTION.lastIndex = start;
    const [action] = ACTION.exec(text) ?? [];
    const isWhole = action !== undefined && !PARTIAL.test(action) && (action.split('"').length - 1) % 2 === 0;
    return isWhole ? [{ start, end: start + action.length, written: `{{\`${action}\`}}` }] : [];
  });
  return { text: spliced(text, splices), fixed: splices.length };
}

/**
 * The text of a YAML file as a chart template that Helm renders to that text. A text of Helm has no backticks in it, so where a template
 * has some, or is not closed, only its braces are escaped.
 */
export const asChartTemplate = (yaml: string): string =>
  yaml.replaceAll(TEMPLATE, (template) => `{{\`${template}\`}}`);

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

/** An action without braces and backticks in it. */
const ACTION = /\{\{[^{}`\n]*\}\}/y;

/** The begin of a block, or an assignment. */
const PARTIAL = /^\{\{-?\s*(?:if|else|with|range|define|block|template|end)\b|\$\w+\s*:?=/;

function unescapedIn(text: string): { index: number; variable: string | undefined }[] {
  // What is in the texts of an action is printed as it is: {{`{{ $labels.pod }}`}}, {{ printf "{{ $value }}" }}.
  const actions = [...actionsIn(withoutComments(text))].map(({ at, action = '' }) => ({
    index: at,
    code: withoutTexts(action),
  }));
  const declared = new Set(
    actions.flatMap(({ code }) =>
      Array.from(code.matchAll(DECLARED), ([, one, other]) => [one, other]).flat(),
    ),
  );
  return actions.flatMap(({ index, code }) => {
    const [, variable] = PROMETHEUS.exec(code) ?? [];
    return variable === undefined || declared.has(variable) ? [] : [{ index, variable }];
  });
}

/** A variable that only Prometheus sets. */
const PROMETHEUS = /\$(labels|value|externalLabels|externalURL)\b/;

/** A variable, or two of a range, that the chart sets. */
const DECLARED = /\$(\w+)\s*(?:,\s*\$(\w+)\s*)?:?=/g;

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** The text with comments blanked. By search, because an expression takes quadratic time where comments are not closed. */
function withoutComments(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { index } of text.matchAll(/\{\{(?:- )?\/\*/g)) {
    if (index < from) continue;
    const end = text.indexOf('*/', index);
    if (end === -1) break;
    parts.push(text.slice(from, index), blank(text.slice(index, end + 2)));
    from = end + 2;
  }
  return parts.join('') + text.slice(from);
}
