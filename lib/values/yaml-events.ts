import { type Event, parseEvents, YAMLException } from 'js-yaml';
import { DEEPEST } from '../input/json.ts';
import { YamlSyntaxError } from '../input/yaml-documents.ts';

/** The events of a text, and the text that their offsets and values are in. */
export interface YamlEvents {
  events: Event[];
  source: string;
}

/**
 * Reads a text as Go does, which lets brackets and quoted texts continue in any column. Where the parser here wants them deeper than
 * their key, the line is joined with the one before, and no other character moves.
 *
 * @throws {YamlSyntaxError}
 */
export function eventsOf(text: string): YamlEvents {
  let source = text;
  let first: unknown;
  for (let left = MOST_JOINS; ; left -= 1)
    try {
      return { events: parseEvents(source, { maxDepth: DEEPEST }), source };
    } catch (error) {
      first ??= error;
      const isShallow = error instanceof YAMLException && error.reason === 'deficient indentation';
      const joined = isShallow && left > 0 ? joinedBefore(source, error.mark?.position ?? 0) : undefined;
      if (joined === undefined) throw asSyntaxError(first);
      source = joined;
    }
}

/** Each join parses the text again. */
const MOST_JOINS = 100;

/** An error of the parser with its place; any other error as it is. */
export function asSyntaxError(error: unknown): unknown {
  if (!(error instanceof YAMLException)) return error;
  const { line = 0, column = 0 } = error.mark ?? {};
  return new YamlSyntaxError(`line ${line + 1}, column ${column + 1}: ${reasonOf(error)}`);
}

/** Without the text that it quotes, which may be a secret. */
const reasonOf = ({ reason }: YAMLException): string =>
  reason.replace(/^(unidentified alias|unknown \w+ tag|undeclared tag handle).*/s, '$1');

/** The text with spaces in the place of the line break before an offset, and of a comment before that. */
function joinedBefore(text: string, at: number): string | undefined {
  const start = text.lastIndexOf('\n', at - 1);
  if (start === -1) return undefined;
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const [comment = ''] = /(?:^|[ \t])#.*$/.exec(line) ?? [];
  // In quotes, `#` is no comment, and an empty line is a line break.
  if (line.trim() === '' || (comment !== '' && /["']/.test(line))) return undefined;
  const from = start - (/\r$/.test(line) && comment === '' ? 1 : 0) - comment.length;
  return text.slice(0, from) + ' '.repeat(start + 1 - from) + text.slice(start + 1);
}
