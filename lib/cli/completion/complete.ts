import { oneLine } from '../../words/text.ts';
import type { Candidate, Host, Program } from '../command.ts';
import { type Asked, completionsFor } from './completions.ts';

/**
 * How long names are waited for, in milliseconds: a person who has pressed Tab waits for a second, and the shell, kubectl and
 * the start of this program have theirs of it.
 */
const PATIENCE = 700;

/**
 * `__complete WORD… CURRENT`: what the last of these words can become, in the form of kubectl's protocol: one candidate a
 * line, behind a tab what it is, and on the last line what the shell is to do beside. Whatever goes wrong, it ends with 0 and
 * says nothing but what there is.
 */
export async function complete(program: Program, argv: string[], host: Host): Promise<number> {
  host.leaveAtEnd();
  const { candidates, directive, asked } = completionsFor(program, argv.slice(0, -1), argv.at(-1) ?? '');
  const named = asked ? asked.among(await namesFor(program, asked, host)) : [];
  const lines = [...candidates, ...named].flatMap(lineOf);
  host.stdout.write([...lines, `:${directive}`, ''].join('\n'));
  return 0;
}

/** The names that come in time, in their alphabetical order. */
async function namesFor(
  program: Program,
  { kind, call }: Asked,
  { env, clock, interrupted }: Host,
): Promise<Candidate[]> {
  const enough = new AbortController();
  const signal = AbortSignal.any([enough.signal, interrupted]);
  const found: Candidate[] = [];
  const ask = async (): Promise<void> => {
    const names = await program.names();
    for await (const name of names[kind]?.(call, { env, signal }) ?? []) found.push(name);
  };
  const late = clock.after(PATIENCE, signal);
  await Promise.race([ask(), late]).catch(() => {});
  enough.abort();
  return found.toSorted((one, other) => (one.value < other.value ? -1 : 1));
}

/** A name that holds control characters can't be typed, and could steer the terminal. */
const lineOf = ({ value, description }: Candidate): string[] => {
  if (value === '' || oneLine(value) !== value) return [];
  return [description ? `${value}\t${oneLine(description)}` : value];
};
