import {
  type Alias,
  Composer,
  type CST,
  type Document,
  isAlias,
  isScalar,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  visit,
} from 'yaml';
import { DEEPEST, TOO_DEEP } from './json.ts';

/** The parsed documents of a YAML file, and the offsets of its lines. */
interface Parsed {
  documents: Document.Parsed[];
  lineCounter: LineCounter;
}

/** Parses a YAML or JSON file. @throws {YamlSyntaxError} */
export function parseDocuments(text: string): Parsed {
  const lineCounter = new LineCounter();
  const fail = (at: number, message: string, cause?: Error): never => {
    const { line, col } = lineCounter.linePos(at);
    throw new YamlSyntaxError(`line ${line}, column ${col}: ${message}`, { cause });
  };
  // With `uniqueKeys`, the parser takes quadratic time. `link` checks the keys instead.
  const options = { lineCounter, uniqueKeys: false, prettyErrors: false, logLevel: 'error' } as const;
  const documents = [...new Composer(options).compose(tokensOf(text, { lineCounter, fail }))];
  for (const document of documents) {
    const [error] = document.errors;
    if (error) fail(error.pos[0], error.message, error);
    const twin = link(document);
    if (twin) fail(twin.range?.[0] ?? 0, 'Map keys must be unique');
  }
  return { documents, lineCounter };
}

/** The tokens of a text, up to where it is nested too deeply for the recursive composer. */
function* tokensOf(
  text: string,
  { lineCounter, fail }: { lineCounter: LineCounter; fail(at: number, message: string): never },
): Generator<CST.Token> {
  const parser = new Parser(lineCounter.addNewLine);
  lineCounter.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > 2 * DEEPEST) fail(parser.offset, `It is ${TOO_DEEP}`);
  }
  yield* parser.end();
}

const TARGETS = new WeakMap<Alias, Node>();

/** The node that an alias refers to; undefined if no anchor before it has its name. */
export const targetOf = (alias: Alias): Node | undefined => TARGETS.get(alias);

/** Resolves all aliases of a document, in one pass. Returns the first duplicate key, if any. */
function link(document: Document.Parsed): Node | undefined {
  const anchors = new Map<string, Node>();
  let twin: Node | undefined;
  visit(document, {
    Node: (_key, node) => {
      if (!isAlias(node)) {
        if (node.anchor) anchors.set(node.anchor, node);
        return;
      }
      const target = anchors.get(node.source);
      if (target) TARGETS.set(node, target);
    },
    Map: (_key, map) => {
      if (map.anchor) anchors.set(map.anchor, map);
      const keys = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (keys.has(key.value)) twin ??= key;
        keys.add(key.value);
      }
    },
  });
  return twin;
}

/** Invalid YAML. The message has the reason and the place. */
export class YamlSyntaxError extends Error {
  override readonly name = 'YamlSyntaxError';
}
