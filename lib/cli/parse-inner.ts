import { usageError } from '../words/errors.ts';
import type { Call, Command, Program } from './command.ts';
import { connectionFlags } from './flags.ts';
import { asLong, parse, seeHelp } from './parse.ts';
import { tokensOf } from './tokens.ts';

/**
 * Parses the call of a command whose first argument, at `position`, names another one. What precedes that word is this command's
 * alone. What follows is read as the other command would read it, without the flags that both have: those are this command's.
 *
 * @throws {CommandError} of kind usage, with kubectl's wording.
 */
export async function parseInner(
  { name: program }: Pick<Program, 'name'>,
  command: Command,
  { argv, position }: { argv: string[]; position: number },
): Promise<Call> {
  const { inner: commands = [], name } = command;
  const names = commands.map((one) => one.name);
  const word = argv[position];
  const inner = commands.find((one) => one.name === word);
  if (!inner && word !== undefined)
    throw usageError(
      `"${word}" cannot be given to ${program} ${name}`,
      `Valid values: ${names.join(', ')}.`,
      {
        word,
        among: names,
      },
    );
  const own = argv.slice(0, position);
  const others: string[] = [];
  const given: string[] = [];
  const flags = { ...connectionFlags, ...inner?.flags, ...command.flags };
  for (const token of tokensOf(argv.slice(position + 1), { flags })) {
    const flag = token.kind === 'flag' ? token.name : undefined;
    if (flag !== undefined && Object.hasOwn(command.flags, flag)) own.push(asLong(token));
    else others.push(asLong(token));
    if (flag !== undefined && !given.includes(flag)) given.push(flag);
  }
  // Without the word, this names what is missing.
  const { values } = await parse(
    own,
    { args: inner ? [] : command.args },
    { ...connectionFlags, ...command.flags },
    seeHelp(`${program} ${name}`),
  );
  if (!inner) return { args: [], values };
  const call = await parse(
    others,
    inner,
    { ...connectionFlags, ...inner.flags },
    seeHelp(`${program} ${inner.name}`),
  );
  return {
    args: [],
    values,
    inner: { ...call, command: inner, given: given.filter((flag) => !Object.hasOwn(command.flags, flag)) },
  };
}
