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

/** A file of YAML documents as it was parsed, with the places of its lines. */
interface Parsed {
  documents: Document.Parsed[];
  lineCounter: LineCounter;
}

/** Parses a file of YAML documents, of which JSON is one; throws a `YamlSyntaxError`. */
export function parseDocuments(text: string): Parsed {
  const lineCounter = new LineCounter();
  const fail = (at: number, message: string, cause?: Error): never => {
    const { line, col } = lineCounter.linePos(at);
    throw new YamlSyntaxError(`line ${line}, column ${col}: ${message}`, { cause });
  };
  // The parser compares each key of a map with all the others, and looks for an alias' anchor in all of the document.
  const options = { lineCounter, uniqueKeys: false, prettyErrors: false, logLevel: 'error' } as const;
  const documents = [...new Composer(options).compose(tokensOf(text, { lineCounter, fail }))];
  for (const document of documents) {
    const [error] = document.errors;
    if (error) fail(error.pos[0], error.message, error);
    const twin = linked(document);
    if (twin) fail(twin.range?.[0] ?? 0, 'Map keys must be unique');
  }
  return { documents, lineCounter };
}

/** What the parser composes documents of, up to where it would call itself too often. */
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

/** The node that an alias of a parsed document stands for; undefined where no anchor before it has its name. */
export const targetOf = (alias: Alias): Node | undefined => TARGETS.get(alias);

/** Finds what each alias stands for; gives the first key that its map has already, if any. */
function linked(document: Document.Parsed): Node | undefined {
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

/** A file that can't be read as YAML. The message says why, and where in it. */
export class YamlSyntaxError extends Error {}
