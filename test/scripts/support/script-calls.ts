import ts from 'typescript';

/** A call in a script: the last name of what is called, the first argument as it is written, and its text if it is one. */
export interface ScriptCall {
  /** The whole of what is called, `import_node_fs.default.readFileSync`. */
  callee: string;
  name: string;
  argument: string;
  literal: string | undefined;
}

/** Every call and every `new` of a script. A call of what has no name, such as a function in place, has an empty one. */
export function callsIn(file: string, text: string): ScriptCall[] {
  const calls: ScriptCall[] = [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, false, ts.ScriptKind.JS);
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const [first] = node.arguments ?? [];
      calls.push({
        callee: node.expression.getText(source),
        name: nameOf(node.expression),
        argument: first?.getText(source) ?? '',
        literal: first && ts.isStringLiteralLike(first) ? first.text : undefined,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return calls;
}

function nameOf(called: ts.Expression): string {
  if (called.kind === ts.SyntaxKind.ImportKeyword) return 'import';
  if (ts.isIdentifier(called)) return called.text;
  if (ts.isPropertyAccessExpression(called)) return called.name.text;
  if (ts.isParenthesizedExpression(called)) return nameOf(called.expression);
  // `(0, imported.name)()` is how a bundler calls without a receiver.
  if (ts.isBinaryExpression(called)) return nameOf(called.right);
  return '';
}
