import type { Check } from './check.ts';
import { placesIn, type RuleFinding } from './lint.ts';

/** The check of raw chart templates. They are not YAML yet, so nothing else of them can be checked. */
const UNESCAPED: Omit<Check, 'check'> = {
  name: 'unescaped-template',
  severity: 'critical',
  prevents: 'a chart that does not render, because Helm reads a template that is meant for Prometheus',
  fix: 'escape it for Helm: {{`{{ $labels.pod }}`}}',
};

/** The templates for Prometheus in a raw chart template that Helm would read as its own. */
export function lintChartTemplate(text: string): RuleFinding[] {
  const seen = withoutComments(text).replace(ESCAPED, blank);
  const placeOf = placesIn(text);
  const { name, severity, fix } = UNESCAPED;
  const declared = new Set(Array.from(seen.matchAll(DECLARED), ([, one, other]) => [one, other]).flat());
  return [...seen.matchAll(PROMETHEUS)]
    .filter(([, variable]) => !declared.has(variable))
    .map(({ index, 1: variable }) => {
      const message = `Helm does not know $${variable}`;
      return { check: name, severity, message, fix, ...placeOf(index) };
    });
}

/** Texts that Helm prints as they are: {{`…`}} and {{ "…" }}. */
const ESCAPED = /\{\{-?\s*`[^`]*`\s*-?\}\}|\{\{-?\s*"(?:[^"\\\n]|\\.)*"\s*-?\}\}/g;

/** An action with a variable that only Prometheus sets. */
const PROMETHEUS = /\{\{-?[^{}\n]*?\$(labels|value|externalLabels|externalURL)\b/g;

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
