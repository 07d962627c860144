import type { Explained } from '../../cmd/shared/explain/explaining.ts';
import type { Command, Flags, Program } from '../../lib/cli/command.ts';
import { connectionFlags } from '../../lib/cli/flags.ts';
import { flagHead, flagText, paragraphsOf, sorted, usageOf } from '../../lib/cli/help.ts';
import { guardsPage } from './guards-page.ts';
import type { Block, Chapter, Manual, Page, PageReference, References } from './page.ts';
import { environment, exitStatus } from './process-chapters.ts';

/**
 * The manual of a program: a page about it, one about each of its commands, and one about its guards.
 *
 * @param summary what the program is for, in one line without a full stop.
 */
export function manualOf(program: Program, summary: string, guards: Explained[]): Manual {
  const executable = program.name.replaceAll(' ', '-');
  const references = referencesOf(program, executable);
  return {
    program: executable,
    version: program.version,
    pages: [
      programPage(program, summary, references),
      ...program.commands.map((command) => commandPage(program, command, references)),
      guardsPage(guards, references),
    ],
  };
}

function referencesOf({ name: title, commands }: Program, executable: string): References {
  const under = (name: string, section: 1 | 7): PageReference => ({
    title: `${title} ${name}`,
    name: `${executable}-${name.replaceAll(' ', '-')}`,
    section,
    file: fileOf(name),
  });
  return {
    program: { title, name: executable, section: 1, file: 'README.md' },
    guards: { ...under('guards', 7), title: `Guards of ${title}` },
    commands: new Map(commands.map(({ name }) => [name, under(name, 1)])),
  };
}

const fileOf = (command: string): string => `${command.replaceAll(' ', '-')}.md`;

function programPage(
  program: Program,
  summary: string,
  { program: reference, guards, commands }: References,
): Page {
  const groups = [...Map.groupBy(program.commands, ({ group }) => group)].map(
    ([heading, members]): Chapter => ({
      heading,
      blocks: [
        {
          kind: 'terms',
          headers: ['Command', 'Description'],
          terms: members.map(({ name, summary: about }) => ({ term: name, text: about, file: fileOf(name) })),
        },
      ],
    }),
  );
  return {
    ...reference,
    summary,
    usage: `${program.name} [command] [flags]`,
    chapters: [description(program), ...groups, exitStatus, environment],
    seeAlso: [guards, ...commands.values()],
  };
}

function commandPage(program: Program, command: Command, references: References): Page {
  const { name, summary, examples, flags, connects } = command;
  const { commands, guards } = references;
  const own = commands.get(name);
  const options = commands.get('options');
  if (!own) throw new Error(`${program.name} ${name} has no page.`);
  const asksGuards = 'accept' in flags || name === 'explain';
  const blocks: Block[] = [
    ...flagTerms(flags),
    ...(connects ? [text(`The global options of kubectl apply as well: see ${options?.title}.`)] : []),
    ...(name === 'options' ? flagTerms(connectionFlags) : []),
  ];
  return {
    ...own,
    summary,
    usage: usageOf(program, command),
    chapters: [
      description(command),
      ...(examples.length > 0 ? [{ heading: 'Examples', blocks: [exampleCode(command)] }] : []),
      ...(blocks.length > 0 ? [{ heading: 'Options', blocks }] : []),
    ],
    seeAlso: [references.program, ...(connects && options ? [options] : []), ...(asksGuards ? [guards] : [])],
  };
}

const description = ({ description: words }: { description: string }): Chapter => ({
  heading: 'Description',
  blocks: paragraphsOf(words).map(text),
});

const exampleCode = ({ examples }: Command): Block => ({
  kind: 'code',
  text: examples.map(({ comment, command }) => `# ${comment}\n${command}`).join('\n\n'),
});

function flagTerms(flags: Flags): Block[] {
  const terms = sorted(flags).map(([name, flag]) => ({
    term: flagHead(name, flag),
    text: flagText(flag),
  }));
  return terms.length > 0 ? [{ kind: 'terms', headers: ['Option', 'Meaning'], terms }] : [];
}

const text = (words: string): Block => ({ kind: 'text', text: words });
