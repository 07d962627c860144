import type { Screen } from '../../../lib/cli/style.ts';
import { wrapped } from '../../../lib/cli/wrap.ts';
import { oneLine } from '../../../lib/words/text.ts';

/** Wraps text behind a lead; further lines are indented by `hanging`, by default below the beginning of the text. */
export function fold(
  lead: string,
  text: string,
  { columns }: Pick<Screen, 'columns'>,
  hanging = lead.length,
): string {
  const plain = oneLine(text);
  if (columns === undefined) return lead + plain;
  return hanging === lead.length
    ? wrapped(lead, plain, { columns })
    : wrapped('', lead + plain, { columns: columns - hanging }).replaceAll('\n', `\n${' '.repeat(hanging)}`);
}
