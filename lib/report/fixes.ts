import type { Finding } from './findings.ts';
import { unique } from './lists.ts';
import type { Step } from './todo.ts';

/** What to do about findings. */
export interface Fix {
  findings: readonly Finding[];
  /** What to do, or what to do before the commands. */
  text: string;
  commands: readonly string[];
  /** What to know before: `never change spec.image.url alone: that wipes the host`. */
  caution: string;
  /** All of it in order, where the commands are in the middle of it: they are wrong without what is before. */
  steps: readonly Step[];
}

/**
 * What to do about findings, each fix once: of those that differ by the name of their object or its new address alone, one. Its
 * commands are for all of them.
 */
export function fixesOf(findings: readonly Finding[]): Fix[] {
  const hinted = findings.filter(({ hint }) => hint !== '');
  return [...Map.groupBy(hinted, formOf)].map(([form, those]) => {
    const own = unique(those.map(({ hint }) => wordsOf(hint)));
    const [before = '', after = ''] = ((own.length === 1 ? own[0] : undefined) ?? form).split('\n');
    return { findings: those, ...fixOf(before, merged(those), after) };
  });
}

/** What is before and behind the command of a hint. */
function wordsOf(hint: string): string {
  const [before, , after] = splitAtCommand(hint.replaceAll('\n', ' '));
  return [before, after].join('\n');
}

function fixOf(before: string, commands: readonly string[], after: string): Omit<Fix, 'findings'> {
  if (commands.length === 0) return { text: before, commands, caution: '', steps: [] };
  const text = before.replace(/(?:^|,? )(?:then )?run:? *$|[,:;] *$/, '');
  const left = after.replace(/^[;,.:)"\s]+/, '');
  if (!after.startsWith(', ')) return { text, commands, caution: left, steps: [] };
  const steps = [
    ...clausesIn(text).map((clause) => ({ text: clause, commands: [] })),
    { text: '', commands },
    { text: left, commands: [] },
  ];
  return { text: '', commands: [], caution: '', steps };
}

const clausesIn = (text: string): string[] => text.split(/, +/).filter((clause) => clause !== '');

/** What stands for the address of each place: the findings have them. */
const ADDRESS = 'its new address (in the findings below)';

/** The words of a hint, with what is its own replaced. */
function formOf({ hint, name, replacement }: Finding): string {
  const words = wordsOf(hint);
  const general = replacement === '' ? words : words.replaceAll(replacement, ADDRESS);
  return general
    .split(/(?<=[\s,;:/])|(?=[\s,;:/])/)
    .map((word) => (word === name ? 'NAME' : word))
    .join('');
}

/** The commands of hints. Repairs of several hosts that differ by their names alone are one. */
function merged(findings: readonly Finding[]): string[] {
  const all = findings.flatMap(({ hint, name }) => {
    const [, command] = splitAtCommand(hint.replaceAll('\n', ' '));
    return command === '' ? [] : [{ command, name, rest: restOf(command, name) }];
  });
  return [...Map.groupBy(all, ({ command, rest }) => rest ?? command)].map(([command, those]) =>
    those.every(({ rest }) => rest !== undefined)
      ? `${REPAIR} ${unique(those.map(({ name }) => name)).join(' ')} ${command}`
      : command,
  );
}

const REPAIR = 'kubectl bmh repair';

/** What a repair of this host has behind its name; undefined for another command. */
const restOf = (command: string, name: string): string | undefined =>
  /^[\w.-]+$/.test(name) && command.startsWith(`${REPAIR} ${name} -`)
    ? command.slice(`${REPAIR} ${name} `.length)
    : undefined;

/**
 * The first command in a sentence, with what is before it, and behind it. It ends where its clause does: with a word before
 * punctuation. One that was cut, or that has words of the sentence behind it, is skipped: where it ends is unknown.
 */
export function splitAtCommand(text: string): [before: string, command: string, after: string] {
  for (const { index } of text.matchAll(/\bkubectl(?= [a-z])/g)) {
    const command = commandAt(text.slice(index));
    if (command !== undefined) return [text.slice(0, index), command, text.slice(index + command.length)];
  }
  return [text, '', ''];
}

function commandAt(text: string): string | undefined {
  const words: string[] = [];
  for (const [, word = '', gap] of text.matchAll(/((?:'[^'\n]*'|[^\s'])+|')(\s*)/g)) {
    const plain = word.replace(/[,;:.)"]+$/, '');
    if (word.endsWith('...') || PROSE.has(plain)) return undefined;
    words.push(plain);
    if (plain !== word || gap !== ' ') break;
  }
  return words.length > 1 ? words.join(' ') : undefined;
}

/** Words of a sentence, which no command has. */
const PROSE = new Set([
  'again',
  'and',
  'before',
  'first',
  'once',
  'or',
  'then',
  'to',
  'until',
  'when',
  'with',
]);
