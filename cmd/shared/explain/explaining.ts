import type { Handler, Output } from '../../../lib/cli/command.ts';
import { type DocumentFormat, isDocument, writeDocument } from '../../../lib/cli/output.ts';
import { type Screen, screenOf } from '../../../lib/cli/style.ts';
import { table } from '../../../lib/cli/table.ts';
import { wrapped } from '../../../lib/cli/wrap.ts';
import type { Guard } from '../../../lib/procedure/guard.ts';
import { usageError } from '../../../lib/words/errors.ts';

/** What there is to know of a guard. */
export interface Explained extends Pick<Guard<never, never>, 'name' | 'kind' | 'prevents'> {
  /** When it is asked. */
  asked: string;
  /** What a run does while it holds. */
  effect: string;
  /** The commands that take it on, as a user types them; absent where none does. */
  accept?: string[];
}

interface ExplainValues {
  output: DocumentFormat | 'name' | 'wide' | undefined;
  noHeaders: boolean;
}

/** `explain guards [NAME]`: the guards as a table, as names or as data, or one of them in full. */
export const explaining =
  (explained: () => Explained[]): Handler<ExplainValues> =>
  async ({ args: [topic = '', name], values: { output, noHeaders } }, host, program) => {
    const { stdout } = host;
    if (!TOPICS.has(topic))
      throw usageError(`there is nothing to explain about "${topic}"`, 'It takes: guards.');
    const guards = explained();
    const one = name === undefined ? undefined : guardNamed(guards, name, program.name);
    if (isDocument(output)) await writeDocument(stdout, output, one ?? { items: guards });
    else if (output === 'name')
      stdout.write((one ? [one] : guards).map((guard) => `${guard.name}\n`).join(''));
    else if (one) stdout.write(inFull(one, stdout));
    else stdout.write(asTable(guards, { isWide: output === 'wide', noHeaders, screen: screenOf(host) }));
    return 0;
  };

const TOPICS = new Set(['guards', 'guard']);

function guardNamed(guards: Explained[], name: string, program: string): Explained {
  const found = guards.find((guard) => guard.name === name);
  if (found) return found;
  throw usageError(`there is no guard "${name}"`, `'${program} explain guards' lists them.`, {
    word: name,
    among: guards.map((guard) => guard.name),
  });
}

function asTable(
  guards: Explained[],
  { isWide, noHeaders, screen }: { isWide: boolean; noHeaders: boolean; screen: Screen },
): string {
  const headers = ['NAME', 'KIND', ...(isWide ? ['ASKED'] : []), 'PREVENTS'];
  const rows = guards.map(({ name, kind, asked, prevents }) => [
    name,
    kind,
    ...(isWide ? [asked] : []),
    prevents,
  ]);
  return table(headers, rows, { noHeaders, wraps: true, screen });
}

function inFull(
  { name, kind, prevents, asked, effect, accept }: Explained,
  { columns = Number.POSITIVE_INFINITY }: Output,
): string {
  const rows: [string, string][] = [
    ['NAME', name],
    ['KIND', kind],
    ['PREVENTS', prevents],
    ['ASKED', asked],
    ['EFFECT', effect],
    ['ACCEPT', accept ? '' : NOT_ACCEPTED[kind]],
  ];
  const lines = rows.map(([label, text]) => wrapped(`${label}:`.padEnd(11), text, { columns }).trimEnd());
  return `${[...lines, ...(accept ?? []).map((command) => `  ${command}`)].join('\n')}\n`;
}

const NOT_ACCEPTED = {
  refusal: 'it can not be accepted: mend what it says, then run the command again',
  overridable: '',
  warning: 'it stops nothing',
};
