import ts from 'typescript';

/** One small change of a source file that a test should notice. */
export interface Mutant {
  /** From the project's root. */
  file: string;
  /** Of the text that is replaced. */
  start: number;
  end: number;
  /** The replacement. */
  text: string;
}

const OPERATORS: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
};

const METHODS: Record<string, string> = { some: 'every', every: 'some' };

/** Every mutant of a file: flipped comparisons and connectives, `some` for `every`, dropped negations, other booleans. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: Mutant[] = [];
  const replace = (node: ts.Node, text: string): void => {
    found.push({ file, start: node.getStart(tree), end: node.getEnd(), text });
  };
  const visit = (node: ts.Node): void => {
    // Types are gone when the program runs.
    if (ts.isTypeNode(node)) return;
    if (ts.isBinaryExpression(node)) {
      const other = OPERATORS[node.operatorToken.kind];
      if (other !== undefined) replace(node.operatorToken, other);
    } else if (ts.isPropertyAccessExpression(node) && ts.isCallExpression(node.parent)) {
      const other = METHODS[node.name.text];
      if (other !== undefined) replace(node.name, other);
    } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      replace(node, node.operand.getText(tree));
    else if (node.kind === ts.SyntaxKind.TrueKeyword) replace(node, 'false');
    else if (node.kind === ts.SyntaxKind.FalseKeyword) replace(node, 'true');
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

export const mutated = (source: string, { start, end, text }: Mutant): string =>
  source.slice(0, start) + text + source.slice(end);

/** `lib/volumes/modes.ts:51:7 === -> !==`. */
export function mutantText(source: string, { file, start, end, text }: Mutant): string {
  const before = source.slice(0, start).split('\n');
  const what = (code: string): string => code.replaceAll(/\s+/g, ' ').slice(0, 60);
  return `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1} ${what(source.slice(start, end))} -> ${what(text)}`;
}
