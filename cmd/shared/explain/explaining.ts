import type { Handler, Output } from '../../../lib/cli/command.ts';
import { type DocumentFormat, isDocument, writeDocument } from '../../../lib/cli/output.ts';
import { type Screen, screenOf } from '../../../lib/cli/style.ts';
import { blocks, table } from '../../../lib/cli/table.ts';
import { fits, wrapped } from '../../../lib/cli/wrap.ts';
import type { Guard } from '../../../lib/procedure/guard.ts';
import { usageError } from '../../../lib/words/errors.ts';
import type { Plugin } from '../render.ts';

/** What there is to know of a guard. */
export interface Explained extends Pick<Guard<never, never>, 'name' | 'kind' | 'prevents'> {
  /** The commands that check it. */
  commands: string[];
  /** When it is checked. */
  checked: string;
  /** What a run does if it refuses. */
  effect: string;
  /** The commands that override it, as a user types them; absent if none does. */
  accept?: string[];
}

interface ExplainValues {
  output: DocumentFormat | 'name' | 'wide' | undefined;
  noHeaders: boolean;
}

/** `explain [guards] [NAME]`: the guards by command, as names or as data, or one of them in full. */
export const explaining =
  (explained: () => Explained[], { apiVersion }: Pick<Plugin, 'apiVersion'>): Handler<ExplainValues> =>
  async ({ args, values: { output, noHeaders } }, host, program) => {
    const { stdout } = host;
    const [name] = TOPICS.has(args[0] ?? '') ? args.slice(1) : args;
    const all = explained();
    const one = name === undefined ? undefined : guardNamed(all, name, program.name);
    const guards = one ? [one] : all;
    if (isDocument(output))
      await writeDocument(stdout, output, { apiVersion, kind: 'GuardList', items: guards.map(itemOf) });
    else if (output === 'name') stdout.write(guards.map((guard) => `${guard.name}\n`).join(''));
    else if (one) stdout.write(inFull(one, stdout));
    else stdout.write(byCommand(guards, { isWide: output === 'wide', noHeaders, screen: screenOf(host) }));
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

const itemOf = ({ name, kind, ...guard }: Explained): object => ({
  metadata: { name },
  type: kind,
  ...guard,
});

/** A table of the guards of each command, all with columns of one width. */
function byCommand(
  guards: Explained[],
  { isWide, noHeaders, screen }: { isWide: boolean; noHeaders: boolean; screen: Screen },
): string {
  const headers = ['NAME', 'TYPE', ...(isWide ? ['CHECKED'] : []), 'PREVENTS'];
  const cells = ({ name, kind, checked, prevents }: Explained): string[] => [
    name,
    kind,
    ...(isWide ? [checked] : []),
    prevents,
  ];
  const widths = headers.map((_, column) =>
    Math.max(...guards.map((guard) => cells(guard)[column]?.length ?? 0)),
  );
  const rowOf = (guard: Explained): string[] =>
    cells(guard).map((cell, column) =>
      column < widths.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell,
    );
  // Sentences wrap in a column of their own; a terminal may be too narrow for the columns before it.
  const before = table(
    headers.slice(0, -1),
    guards.map((guard) => cells(guard).slice(0, -1)),
  );
  const { columns = Number.POSITIVE_INFINITY } = screen;
  const isNarrow = !fits(before, columns);
  return [...Map.groupBy(guards, ({ commands }) => commands.join(', '))]
    .map(([commands, members]) => {
      const rows = isNarrow
        ? blocks(headers, members.map(cells), columns)
        : table(headers, members.map(rowOf), { noHeaders, wraps: true, screen });
      return noHeaders ? rows : `Checked by ${commands}:\n${rows}`;
    })
    .join(noHeaders ? '' : '\n');
}

function inFull(
  { name, kind, prevents, commands, checked, effect, accept }: Explained,
  { columns = Number.POSITIVE_INFINITY }: Output,
): string {
  const rows: [string, string][] = [
    ['Name', name],
    ['Type', kind],
    ['Prevents', prevents],
    ['Commands', commands.join(', ')],
    ['Checked', checked],
    ['Effect', effect],
    ['Override', accept ? '' : NOT_OVERRIDABLE[kind]],
  ];
  const lines = rows.map(([label, text]) => wrapped(`${label}:`.padEnd(11), text, { columns }).trimEnd());
  return `${[...lines, ...(accept ?? []).map((command) => `  ${command}`)].join('\n')}\n`;
}

const NOT_OVERRIDABLE = {
  refusal: 'not possible: follow the hint, then run the command again',
  overridable: '',
  warning: 'not needed: it stops nothing',
};
