import { oneLine } from '../../words/text.ts';
import type { Call, Candidate, Command, Completion, Flag, Flags, Host, Program } from '../command.ts';
import { commandNamed, isNamed, nextWords } from '../command-names.ts';
import { connectionFlags } from '../flags.ts';
import { camel, takesMore } from '../parse.ts';
import { booleanOf, longOf, tokensOf } from '../tokens.ts';

/** How long to wait for names, in milliseconds. With the shell, kubectl and our start-up, a user waits one second after Tab. */
const PATIENCE = 700;

/**
 * `__complete WORD… CURRENT`: what the last word can become, in kubectl's protocol: one candidate per line, a tab and its
 * description, and on the last line a directive for the shell. It always exits with 0 and never prints an error.
 */
export async function complete(program: Program, argv: string[], host: Host): Promise<number> {
  host.leaveAtEnd();
  const { candidates, directive, pending } = completionsFor(program, argv.slice(0, -1), argv.at(-1) ?? '');
  const named = pending ? pending.among(await namesFor(program, pending, host)) : [];
  const lines = [...candidates, ...named].flatMap(lineOf);
  host.stdout.write([...lines, `:${directive}`, ''].join('\n'));
  return 0;
}

/** The names that arrive in time, in alphabetical order. */
async function namesFor(
  program: Program,
  { kind, call }: PendingNames,
  { env, clock, interrupted }: Host,
): Promise<Candidate[]> {
  const enough = new AbortController();
  const signal = AbortSignal.any([enough.signal, interrupted]);
  const found: Candidate[] = [];
  const collect = async (): Promise<void> => {
    const names = await program.names();
    for await (const name of names[kind]?.(call, { env, signal }) ?? []) found.push(name);
  };
  await Promise.race([collect(), clock.after(PATIENCE, signal)]).catch(() => {});
  enough.abort();
  return found.toSorted((one, other) => (one.value < other.value ? -1 : 1));
}

/** A name with control characters cannot be typed, and could control the terminal. */
const lineOf = ({ value, description }: Candidate): string[] => {
  if (value === '' || oneLine(value) !== value) return [];
  return [description ? `${value}\t${oneLine(description)}` : value];
};

/** What else the shell does, as numbers of kubectl's protocol, which is cobra's. */
export const directives = {
  /** Offers files if there are no candidates. */
  files: 0,
  nothing: 4,
  /** Offers files with the candidates as extensions. */
  endings: 8,
  folders: 16,
} as const;

interface Completions {
  candidates: Candidate[];
  directive: (typeof directives)[keyof typeof directives];
  /** Names to be fetched. */
  pending?: PendingNames;
}

interface PendingNames {
  /** A key of `Program.names`. */
  kind: string;
  call: Call;
  /** The candidates among all names. */
  among(names: Candidate[]): Candidate[];
}

/**
 * What a word can become: a command, a flag, the value of a flag or a positional argument. Nothing after `--`, after an unknown
 * command and if all arguments are given. Candidates are whole words, except that the value in `--flag=value` comes without
 * its flag, as cobra's shell scripts expect.
 *
 * @param argv the words before it, without the program's name
 * @param current the typed part of it
 */
export function completionsFor(program: Program, argv: string[], current: string): Completions {
  const line = readLine(program, argv);
  if (line.open !== undefined) return ofFlag(line.open, { program, line, typed: current });
  if (line.isLost || line.isEnded) return NOTHING;
  const [, long, letter = '', typed = ''] = /^(?:--([^=]+)|-([^-=]))=(.*)$/s.exec(current) ?? [];
  const flag = long ?? longOf(line.flags, letter);
  if (flag !== undefined) return ofFlag(flag, { program, line, typed });
  const place = { program, line, typed: current };
  if (current.startsWith('-')) return offered(flagsOf(line), place);
  const below = line.args.length === 0 ? nextWords(program, line.name) : [];
  return line.command && below.length === 0 ? ofArg(line.command, place) : offered(below, place);
}

/** A repeatable argument is not offered twice. */
function ofArg(command: Command, place: Place): Completions {
  const { inner } = place.line;
  if (inner && inner !== command)
    return ofArg(inner, { ...place, line: { ...place.line, args: place.line.args.slice(1) } });
  const { args } = place.line;
  const { complete = [] } = command;
  if (args.length < complete.length) return ofKind(complete[args.length] ?? [], place);
  return takesMore(command) ? ofKind(complete.at(-1) ?? [], { ...place, taken: args }) : NOTHING;
}

const NOTHING: Completions = { candidates: [], directive: directives.nothing };

interface Place {
  program: Program;
  line: Line;
  typed: string;
  /** The part of the same word before it, which candidates repeat. */
  lead?: string;
  /** Values not to offer. */
  taken?: string[];
}

function ofFlag(name: string, place: Place): Completions {
  const { flags, given } = place.line;
  const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
  if (!flag) return NOTHING;
  const kind = flag.complete ?? flag.choices ?? (flag.type === 'boolean' ? ['true', 'false'] : []);
  if (flag.type !== 'list') return ofKind(kind, place);
  const lead = /^.*,/s.exec(place.typed)?.[0] ?? '';
  const taken = [...(given.get(name) ?? []), lead].flatMap((value) => value.split(','));
  return ofKind(kind, { ...place, typed: place.typed.slice(lead.length), lead, taken });
}

function ofKind(kind: Completion, place: Place): Completions {
  if (typeof kind !== 'string') return offered(kind.map(asCandidate), place);
  if (kind === 'file') return { candidates: [], directive: directives.files };
  if (kind === 'folder') return { candidates: [], directive: directives.folders };
  if (kind === 'yaml') return { candidates: ['yaml', 'yml'].map(asCandidate), directive: directives.endings };
  if (kind === 'command')
    return offered(nextWords(place.program, place.taken?.join(' ') || undefined), { ...place, taken: [] });
  return {
    ...NOTHING,
    pending: { kind, call: callOf(place.line), among: (names) => matching(names, place) },
  };
}

/** The flags that can still be given, the connection's only if the command connects. Only a list can be repeated. */
function flagsOf({ command, flags, given }: Line): Candidate[] {
  const own: Flags = command && !command.connects ? command.flags : flags;
  return Object.entries({ ...own, help: HELP })
    .filter(([name, { type }]) => type === 'list' || !given.has(name))
    .flatMap(([name, { short, describe: description }]) => [
      { value: `--${name}`, description },
      ...(short ? [{ value: `-${short}`, description }] : []),
    ]);
}

const HELP: Flag = { type: 'boolean', short: 'h', describe: 'Show help.' };

const asCandidate = (value: string): Candidate => ({ value });

const offered = (candidates: Candidate[], place: Place): Completions => ({
  ...NOTHING,
  candidates: matching(candidates, place),
});

const matching = (candidates: Candidate[], { typed, lead = '', taken = [] }: Place): Candidate[] =>
  candidates
    .filter(({ value }) => value.startsWith(typed) && !taken.includes(value))
    .map((candidate) => ({ ...candidate, value: lead + candidate.value }));

/** An unfinished command line. */
interface Line {
  /** Undefined before the command is named, or if it is unknown. */
  command: Command | undefined;
  /** The words so far that name a command, or begin the name of one. */
  name: string | undefined;
  /** The command that its first argument names, of `Command.inner`. */
  inner: Command | undefined;
  /** Whether an unknown command is named. */
  isLost: boolean;
  /** The flags that it takes. */
  flags: Flags;
  /** The values of each given flag, in order. */
  given: Map<string, string[]>;
  args: string[];
  /** The flag whose value comes next. */
  open: string | undefined;
  /** Whether `--` has ended the flags. */
  isEnded: boolean;
}

/** Reads an unfinished line. Nothing in it is an error. */
function readLine(program: Program, argv: string[]): Line {
  const line: Line = {
    command: undefined,
    name: undefined,
    inner: undefined,
    isLost: false,
    flags: connectionFlags,
    given: new Map(),
    args: [],
    open: undefined,
    isEnded: false,
  };
  for (const token of tokensOf(argv, line)) {
    if (token.kind === 'end') line.isEnded = true;
    else if (token.kind === 'flag') readFlag(line, token);
    else {
      const name = line.name === undefined ? token.value : `${line.name} ${token.value}`;
      if (line.args.length === 0 && isNamed(program, name)) {
        line.name = name;
        line.command = commandNamed(program, name);
        line.flags = { ...connectionFlags, ...line.command?.flags };
      } else if (line.command) readArg(line, token.value);
      else line.isLost = true;
    }
  }
  return line;
}

/** An inner command brings its flags; those that both have stay the outer one's. */
function readArg(line: Line, value: string): void {
  const { command, args } = line;
  if (args.length === 0) line.inner = command?.inner?.find(({ name }) => name === value);
  line.flags = { ...connectionFlags, ...line.inner?.flags, ...command?.flags };
  args.push(value);
}

function readFlag(
  line: Line,
  { name, value }: { name: string | undefined; value: string | undefined },
): void {
  if (name === undefined) return;
  if (value === undefined) line.open = name;
  else line.given.set(name, [...(line.given.get(name) ?? []), value]);
}

/** The call that a handler would get for the line, with defaults. */
const callOf = ({ flags, given, args }: Line): Call => ({
  args,
  values: Object.fromEntries(
    Object.entries(flags).map(([name, { type, default: absent }]) => {
      const values = given.get(name) ?? [];
      const last = values.at(-1);
      if (type === 'list') return [camel(name), values.flatMap((value) => value.split(','))];
      if (type === 'boolean')
        return [camel(name), last === undefined ? absent === true : booleanOf(last) === true];
      return [camel(name), type === 'number' && last !== undefined ? Number(last) : (last ?? absent)];
    }),
  ),
});
