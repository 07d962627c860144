/**
 * Texts that a regular expression of the usual form matches: alternatives of literals (`warning|critical`, `(a|b)`), in which `.*` and
 * `.+` may stand for any text. None of those that have other operators.
 */
export function literalsOf(expression: string): string[] {
  const [, group] = /^\^?\((?:\?:)?([^()]*)\)\$?$/.exec(expression) ?? [];
  const [, plain = expression] = /^\^?(.*?)\$?$/s.exec(expression) ?? [];
  return (group ?? plain).split('|').flatMap((alternative) => literalOf(alternative) ?? []);
}

function literalOf(alternative: string): string | undefined {
  const filled = alternative.replaceAll('.*', '').replaceAll('.+', 'test');
  const unescaped = filled.replaceAll(ESCAPE, '$1');
  return OPERATOR.test(filled.replaceAll(ESCAPE, '')) ? undefined : unescaped;
}

/** An escape of a sign, which means the sign itself. */
const ESCAPE = /\\([^a-zA-Z0-9])/g;

const OPERATOR = /[\\.*+?()[\]{}^$]/;
