import { jsonIn } from '../../input/json.ts';
import { fieldsOf, textOf } from '../../objects/fields.ts';
import { plainPath } from './target.ts';

/** One line of a sidecar's log. */
export interface LogLine {
  /** When the container runtime got it, in milliseconds since the epoch; undefined without a time. */
  at: number | undefined;
  isError: boolean;
  message: string;
}

/** What a sidecar did to a file, or failed to do: a path, or only a name where its log has no more. */
export interface FileEvent {
  what: 'written' | 'removed' | 'failed';
  path: string;
  line: LogLine;
}

/**
 * The lines of a log that was asked for with timestamps. The sidecar writes JSON (`{"time", "level", "msg"}`) or logfmt, and older
 * versions plain text after a time in brackets. The lines of a stack trace are left out.
 */
export const linesOf = (text: string): LogLine[] => text.split('\n').flatMap((line) => lineOf(line) ?? []);

function lineOf(text: string): LogLine | undefined {
  const [, time = '', rest = text] = /^(\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)) ?(.*)$/s.exec(text) ?? [];
  const said = saidIn(rest);
  if (!said) return undefined;
  const at = Date.parse(time);
  return { at: Number.isNaN(at) ? undefined : at, ...said };
}

function saidIn(text: string): Omit<LogLine, 'at'> | undefined {
  if (text.startsWith('{')) {
    const { level, msg, message = msg } = fieldsOf(jsonIn(text)) ?? {};
    return message === undefined
      ? undefined
      : { isError: ERRORS.test(textOf(level)), message: firstLine(textOf(message)) };
  }
  const [, level, quoted, bare] = LOGFMT.exec(text) ?? [];
  if (level !== undefined)
    return {
      isError: ERRORS.test(level),
      message: firstLine(quoted?.replaceAll('\\"', '"').replaceAll('\\n', '\n') ?? bare ?? ''),
    };
  const [, plain] = /^\[\d{4}-\d\d-\d\d [^\]]*\] (.+)$/.exec(text) ?? [];
  return plain === undefined ? undefined : { isError: PLAIN_ERROR.test(plain), message: firstLine(plain) };
}

/** Without what follows: the answer of the API server, whose reason is in the second line. Messages have no full stop. */
const firstLine = (text: string): string => text.trim().split('\n', 2).join(' ').replace(/\.$/, '');

const ERRORS = /^(error|critical|fatal)$/i;
const LOGFMT = /^time=\S+ level=(\w+) msg=(?:"((?:[^"\\]|\\.)*)"|(\S*))/;
const PLAIN_ERROR = /^Error\b|exception/i;

/** What the lines say of files, in their order. */
export const fileEvents = (lines: readonly LogLine[]): FileEvent[] =>
  lines.flatMap((line): FileEvent[] => {
    for (const [what, pattern] of EVENTS) {
      // What it could not write, it may quote.
      const path = what === 'written' && line.isError ? undefined : pattern.exec(line.message)?.groups;
      if (path)
        return [
          {
            what,
            path: plainPath(`${path.folder === undefined ? '' : `${path.folder}/`}${path.file}`),
            line,
          },
        ];
    }
    return [];
  });

const EVENTS: readonly [FileEvent['what'], RegExp][] = [
  ['written', /^Writing (?<file>.+) \((?:ascii|binary)\)$/],
  ['written', /^File in (?:configmap|secret) (?<file>\S+) (?:ADDED|MODIFIED)$/],
  ['removed', /^(?:Removing|Deleting) (?<file>.+\.[^/]+)$/],
  ['removed', /^File in (?:configmap|secret) (?<file>\S+) DELETED$/],
  ['failed', /^Error: insufficient privileges to create (?<folder>.+)\. Skipping (?<file>.+)$/],
  ['failed', /^Error when updating from '(?<file>.+)' into '(?<folder>.+)'/],
];

/** Whether a message names a file by its path, and no longer one that begins with it. */
export const isNaming = (message: string, path: string): boolean =>
  message.split(path).some((rest, at) => at > 0 && !/^[-\w]|^\.\w/.test(rest));

/** Whether an event is about a file: by its path, or by its name where the log has no more. */
export const isAbout = (event: FileEvent, { path, key }: { path: string; key: string }): boolean =>
  event.path.includes('/')
    ? event.path === path || event.path === path.slice(0, path.lastIndexOf('/') + 1) + key
    : event.path === key;
