import { jsonIn, parseJson } from '../input/json.ts';
import { fieldsOf, textOf } from '../objects/fields.ts';
import { masked } from '../words/masked.ts';

/**
 * Why attempts to notify a receiver failed, from an Alertmanager's log in logfmt or JSON, oldest first, each reason once. Older
 * versions write addresses of receivers there, whose paths are secrets: they are left out.
 */
export function failuresIn(
  log: string,
  receivers: ReadonlySet<string>,
): { receiver: string; reason: string }[] {
  const failures = log.split('\n').flatMap((line) => {
    if (!FAILURE.test(line)) return [];
    const field = line.trimStart().startsWith('{') ? jsonField(line) : (name: string) => logField(line, name);
    const error = field('err') ?? '';
    const receiver = field('receiver');
    return (receiver === undefined ? groupErrors(error) : [{ receiver, reason: error }])
      .filter((failure) => receivers.has(failure.receiver))
      .map((failure) => ({ ...failure, reason: discreet(failure.reason) }))
      .filter(({ reason }) => reason !== '');
  });
  return [...new Map(failures.map((failure) => [JSON.stringify(failure), failure])).values()];
}

/** The second is the only one for what is not attempted again, such as a 404. */
const FAILURE = /Notify attempt failed|Notify for alerts failed/;

/** The errors of a group: `pager/webhook[0]: notify retry canceled …: unexpected status code 404; pager/email[0]: …`. */
const groupErrors = (error: string): { receiver: string; reason: string }[] =>
  error.split(/; (?=[^;]+\/[a-z0-9]+\[\d+\]: )/).flatMap((part) => {
    const [, receiver, reason] =
      /^(.*?)\/[a-z0-9]+\[\d+\]: (?:notify retry canceled [^:]*: )?(.*)$/s.exec(part) ?? [];
    return receiver === undefined || reason === undefined ? [] : [{ receiver, reason }];
  });

/** The value of `name=value` or `name="value"`. */
function logField(line: string, wanted: string): string | undefined {
  for (const [, name, quoted, plain] of line.matchAll(/(?:^|\s)(\w+)=(?:"((?:[^"\\]|\\.)*)"|(\S*))/g))
    if (name === wanted) return quoted === undefined ? plain : unescaped(quoted);
  return undefined;
}

function unescaped(text: string): string {
  try {
    return textOf(parseJson(`"${text}"`));
  } catch {
    return text;
  }
}

function jsonField(line: string): (name: string) => string | undefined {
  const fields = fieldsOf(jsonIn(line));
  return (name) => (fields?.[name] === undefined ? undefined : textOf(fields[name]));
}

/** On one line, its addresses without their paths, and without other secrets. */
const discreet = (reason: string): string =>
  masked(
    reason.replaceAll(
      /(\bhttps?:\/\/[^\s"'/?#\\]+)[^\s"'\\]*/g,
      (address, origin: string) => `${origin}/...${address.endsWith(':') ? ':' : ''}`,
    ),
  )
    .replaceAll(/\s+/g, ' ')
    .trim();
