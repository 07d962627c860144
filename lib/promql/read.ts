import { ExpressionError } from './expression-error.ts';
import { parseExpression } from './parse.ts';
import type { Result } from './result.ts';

/** What is wrong with an expression, and at which offset; or what is known of its result. */
export type Expression = { fault: { message: string; at: number } } | { result: Result };

/** Reads the expression of a rule as Prometheus does. */
export function readExpression(text: string): Expression {
  try {
    const { type, result } = parseExpression(text);
    if (type === 'instant vector' || type === 'scalar') return { result };
    return {
      fault: { message: `the expression gives a ${type}; a rule needs an instant vector or a scalar`, at: 0 },
    };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { fault: { message: error.message, at: error.place.from } };
  }
}
