import type { Call, Candidate, Command, Completion, Flag, Flags, Program } from '../command.ts';
import { takesMore } from '../parse.ts';
import { longOf } from '../tokens.ts';
import { callOf, type Line, readLine } from './line.ts';

/** What the shell does beside offering the candidates, in the numbers of kubectl's protocol, which are cobra's. */
export const directives = {
  /** Offers files, where there are no candidates. */
  files: 0,
  nothing: 4,
  /** Offers files; the candidates are their endings. */
  endings: 8,
  folders: 16,
} as const;

export interface Completions {
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
