import { badRequest } from '../http/status.ts';

export type LabelRequirement = (labels: Record<string, string>) => boolean;

const operators = ['in', 'notin', '=', '==', '!=', 'gt', 'lt'];

/**
 * The requirements of a label selector: `a=b,c!=d,e in (f,g),h notin (i),j,!k,l>1`.
 * Throws a 400 that says which word stands where another belongs.
 */
export function labelRequirements(selector: string): LabelRequirement[] {
  const words = createReader(selector);
  const requirements: LabelRequirement[] = [];
  while (words.peek() !== '') {
    requirements.push(requirement(words));
    const separator = words.next();
    if (separator === '') break;
    if (separator !== ',') throw unexpected(separator, "',' or 'end of string'");
    const following = words.peek();
    if (!isIdentifier(following) && following !== '!') throw unexpected(following, "identifier after ','");
  }
  return requirements;
}

function requirement(words: Reader): LabelRequirement {
  const negated = words.peek() === '!';
  if (negated) words.next();
  const key = identifier(words);
  if (negated) return (labels) => !(key in labels);
  if (words.peek() === '' || words.peek() === ',') return (labels) => key in labels;
  const operator = words.next();
  switch (operator) {
    case 'in':
    case 'notin': {
      const values = valueList(words);
      const isIn = (value: string | undefined) => value !== undefined && values.includes(value);
      return (labels) => isIn(labels[key]) === (operator === 'in');
    }
    case '=':
    case '==': {
      const value = exactValue(words);
      return (labels) => labels[key] === value;
    }
    case '!=': {
      const value = exactValue(words);
      return (labels) => labels[key] !== value;
    }
    case '>':
    case '<': {
      const bound = Number(exactValue(words));
      const holds = (value: number) => (operator === '>' ? value > bound : value < bound);
      return (labels) => labels[key] !== undefined && holds(Number(labels[key]));
    }
    default:
      throw unexpected(operator, operators.join(', '));
  }
}

function valueList(words: Reader): string[] {
  const open = words.next();
  if (open !== '(') throw badRequest(`unable to parse requirement: found '${open}' expected: '('`);
  const values: string[] = [];
  while (words.peek() !== ')') {
    values.push(words.peek() === ',' ? '' : identifier(words));
    if (words.peek() === ',') words.next();
    else if (words.peek() !== ')') throw unexpected(words.peek(), "',' or ')'");
  }
  words.next();
  return values.length === 0 ? [''] : values;
}

function exactValue(words: Reader): string {
  return words.peek() === '' || words.peek() === ',' ? '' : identifier(words);
}

function identifier(words: Reader): string {
  const word = words.next();
  if (isIdentifier(word)) return word;
  throw unexpected(word, 'identifier');
}

interface Reader {
  /** The next word, which stays; `''` at the end. */
  peek(): string;
  next(): string;
}

function createReader(selector: string): Reader {
  const words = selector.match(/==|!=|[=!<>(),]|[^\s=!<>(),]+/g) ?? [];
  let position = 0;
  return {
    peek: () => words[position] ?? '',
    next() {
      position += 1;
      return words[position - 1] ?? '';
    },
  };
}

const isIdentifier = (word: string): boolean => /^[^=!<>(),]+$/.test(word);

const unexpected = (found: string, expected: string) =>
  badRequest(`unable to parse requirement: found '${found}', expected: ${expected}`);
