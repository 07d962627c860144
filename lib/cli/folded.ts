import type { Output } from './command.ts';
import { visibleWidth, wrapped } from './wrap.ts';

/**
 * Lines of prose as an output shows them: on a terminal, lines that are too long for it are wrapped between words, below their own
 * indentation or label. A command after a colon then gets a line of its own, and is never wrapped, so that it can be copied.
 */
export function folded(text: string, { columns }: Pick<Output, 'columns'>): string {
  if (!columns) return text;
  return text
    .split('\n')
    .map((line) => (visibleWidth(line) <= columns || COMMAND.test(line) ? line : foldedLine(line, columns)))
    .join('\n');
}

/** A line that is a command. */
const COMMAND = /^\s*(?:\d+\. |# )?kubectl /;

/** What precedes the text of a line: spaces, a number, or a label with a gap after it. */
const LEAD = /^\s*(?:\d+\. |\S+(?: \S+)? {2,})?/;

/** A command after a colon, up to the end of its clause. */
const INNER = /: (kubectl (?:'[^']*'|[^';,.]|[,.](?! |$))+)(?:[;,.] ?|$)/;

/** Words that belong together: an arrow, colored or not, and what it points at, a command and its name, a flag and what it accepts. */
const TOGETHER = /->\S{0,5} |kubectl (?:bmh|monitoring) (?=[a-z])|--accept (?=[a-z])/g;

/** No text for a terminal contains it. */
const GLUE = '\0';

function foldedLine(line: string, columns: number): string {
  const [lead = ''] = LEAD.exec(line) ?? [];
  const inner = INNER.exec(line);
  if (!inner) return prose(lead, line.slice(lead.length), columns);
  const margin = ' '.repeat(lead.length);
  const rest = line.slice(inner.index + inner[0].length);
  return [
    prose(lead, line.slice(lead.length, inner.index + 1), columns),
    `${margin}  ${inner[1]}`,
    ...(rest === '' ? [] : [foldedLine(margin + rest, columns)]),
  ].join('\n');
}

const prose = (lead: string, text: string, columns: number): string =>
  wrapped(
    lead,
    text.replaceAll(TOGETHER, (words) => words.replaceAll(' ', GLUE)),
    { columns },
  ).replaceAll(GLUE, ' ');
