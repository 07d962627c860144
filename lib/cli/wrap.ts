/**
 * `lead` and the words of `text` in lines of at most `columns`, those after the first set in below the text. A word
 * that is longer than that has a line of its own.
 */
export function wrapped(
  lead: string,
  text: string,
  { columns, indent = 0 }: { columns: number; indent?: number },
): string {
  const margin = ' '.repeat(indent);
  const hanging = margin + ' '.repeat(lead.length);
  const lines: string[] = [];
  let line = margin + lead;
  let isEmpty = true;
  for (const word of text.split(' ')) {
    if (!isEmpty && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = hanging;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line].join('\n');
}
