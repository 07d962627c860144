import { oneLine } from '../../words/text.ts';
import type { Call, Candidate, Command, Completion, Flag, Flags, Host, Program } from '../command.ts';
import { connectionFlags } from '../flags.ts';
import { camel, takesMore } from '../parse.ts';
import { booleanOf, longOf, tokensOf } from '../tokens.ts';

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

/** What the shell does beside offering the candidates, in the numbers of kubectl's protocol, which are cobra's. */
export const directives = {
  /** Offers files, where there are no candidates. */
  files: 0,
  nothing: 4,
  /** Offers files; the candidates are their endings. */
  endings: 8,
  folders: 16,
} as const;

interface Completions {
  candidates: Candidate[];
  directive: (typeof directives)[keyof typeof directives];
  /** Names that are still to be asked for. */
  asked?: Asked;
}

export interface Asked {
  /** Of which kind, in the words of a declaration's `complete`. */
  kind: string;
  call: Call;
  /** The candidates among the names that there are. */
  among(names: Candidate[]): Candidate[];
}

/**
 * What a word can become: a command, a flag, a flag's value, or what the command takes in that place. That is nothing after
 * `--`, after a command that there is not, and where all words are given. Candidates are whole words, but for the value in
 * `--flag=value`, which comes without its flag: so cobra's shell scripts expect it.
 *
 * @param argv the words before it, without the program's name
 * @param current what is typed of it
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
  if (!line.command) return byKind('command', place);
  return ofWord(line.command, place);
}

/** A word of which there may be more is not offered twice. */
function ofWord(command: Command, place: Place): Completions {
  const { words } = place.line;
  const { complete = [] } = command;
  if (words.length < complete.length) return byKind(complete[words.length] ?? [], place);
  return takesMore(command) ? byKind(complete.at(-1) ?? [], { ...place, taken: words }) : NOTHING;
}

const NOTHING: Completions = { candidates: [], directive: directives.nothing };

interface Place {
  program: Program;
  line: Line;
  typed: string;
  /** What stands before it in the same word, and must be said again. */
  lead?: string;
  /** What need not be said again. */
  taken?: string[];
}

function ofFlag(name: string, place: Place): Completions {
  const { flags, given } = place.line;
  const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
  if (!flag) return NOTHING;
  const kind = flag.complete ?? flag.choices ?? (flag.type === 'boolean' ? ['true', 'false'] : []);
  if (flag.type !== 'list') return byKind(kind, place);
  const lead = /^.*,/s.exec(place.typed)?.[0] ?? '';
  const taken = [...(given.get(name) ?? []), lead].flatMap((value) => value.split(','));
  return byKind(kind, { ...place, typed: place.typed.slice(lead.length), lead, taken });
}

function byKind(kind: Completion, place: Place): Completions {
  const { program, line } = place;
  if (typeof kind !== 'string')
    return offered(
      kind.map((value) => ({ value })),
      place,
    );
  if (kind === 'file') return { candidates: [], directive: directives.files };
  if (kind === 'folder') return { candidates: [], directive: directives.folders };
  if (kind === 'yaml')
    return { candidates: [{ value: 'yaml' }, { value: 'yml' }], directive: directives.endings };
  if (kind === 'command')
    return offered(
      program.commands.map(({ name, summary }) => ({ value: name, description: summary })),
      place,
    );
  const asked = { kind, call: callOf(line), among: (names: Candidate[]) => matching(names, place) };
  return { ...NOTHING, asked };
}

/** The flags that can still be given: a list again and again, any other once, and those of the connection where there is one. */
function flagsOf({ command, flags, given }: Line): Candidate[] {
  const own: Flags = command && !command.connects ? command.flags : flags;
  return Object.entries({ ...own, help: HELP })
    .filter(([name, { type }]) => type === 'list' || !given.has(name))
    .flatMap(([name, { short, describe: description }]) => [
      { value: `--${name}`, description },
      ...(short ? [{ value: `-${short}`, description }] : []),
    ]);
}

const HELP: Flag = {
  type: 'boolean',
  short: 'h',
  describe: 'Show what it does, with examples and its options.',
};

const offered = (candidates: Candidate[], place: Place): Completions => ({
  ...NOTHING,
  candidates: matching(candidates, place),
});

const matching = (candidates: Candidate[], { typed, lead = '', taken = [] }: Place): Candidate[] =>
  candidates
    .filter(({ value }) => value.startsWith(typed) && !taken.includes(value))
    .map((candidate) => ({ ...candidate, value: lead + candidate.value }));

/** A command line that is still being written, as far as it can be understood. */
export interface Line {
  /** Undefined where none is named yet. */
  command: Command | undefined;
  /** Whether a command is named that there is not. */
  isLost: boolean;
  /** The flags that it takes. */
  flags: Flags;
  /** The values of each flag that is given, in their order; of a boolean, `true` or what was said. */
  given: Map<string, string[]>;
  words: string[];
  /** The flag whose value comes next. */
  open: string | undefined;
  /** Whether `--` has ended the flags. */
  isEnded: boolean;
}

/** Reads what is typed so far. Nothing is refused while it is still being written. */
function readLine(program: Program, argv: string[]): Line {
  const line: Line = {
    command: undefined,
    isLost: false,
    flags: connectionFlags,
    given: new Map(),
    words: [],
    open: undefined,
    isEnded: false,
  };
  for (const token of tokensOf(argv, line)) {
    if (token.kind === 'end') line.isEnded = true;
    else if (token.kind === 'arg') takeWord(line, program, token.value);
    else if (token.name !== undefined && token.value === undefined) line.open = token.name;
    else if (token.name !== undefined)
      line.given.set(token.name, [...(line.given.get(token.name) ?? []), token.value ?? '']);
  }
  return line;
}

/** What a handler would get for it, with each flag's default where it is not given. */
const callOf = ({ flags, given, words }: Line): Call => ({
  args: words,
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

function takeWord(line: Line, { commands }: Program, word: string): void {
  if (line.command) {
    line.words.push(word);
    return;
  }
  line.command = commands.find(({ name }) => name === word);
  line.isLost ||= line.command === undefined;
  line.flags = { ...connectionFlags, ...line.command?.flags };
}
