import type { Explained } from '../../cmd/shared/explain/explaining.ts';
import type { Block, Chapter, Page, References, Term } from './page.ts';

/** Every guard, by the time at which it is asked and by what comes of it. */
export function guardsPage(guards: Explained[], { program, guards: reference, commands }: References): Page {
  const explain = commands.get('explain');
  return {
    ...reference,
    summary: `What refuses a change of ${program.title}, and what can be accepted`,
    chapters: [
      { heading: 'Description', blocks: [{ kind: 'text', text: DESCRIPTION }] },
      ...[...Map.groupBy(guards, ({ asked }) => asked)].map(asChapter),
    ],
    seeAlso: [program, ...(explain ? [explain] : [])],
  };
}

const DESCRIPTION =
  'A guard is asked at its time and says what is wrong and what to do. A refusal stands. A judgement can be accepted, by its name alone. A warning is only said.';

const asChapter = ([asked, guards]: [string, Explained[]]): Chapter => ({
  heading: `Asked ${asked}`,
  blocks: [...Map.groupBy(guards, ({ effect }) => effect)].flatMap(([effect, members]): Block[] => [
    { kind: 'text', text: effect },
    { kind: 'terms', headers: ['Guard', 'What it is'], terms: members.map(asTerm) },
  ]),
});

const asTerm = ({ name, kind, prevents, accept = [] }: Explained): Term => ({
  term: name,
  text: [
    `A ${kind}. It protects ${prevents}.`,
    ...(accept.length > 0
      ? [`It is accepted with ${accept.map((command) => `"${command}"`).join(' or ')}.`]
      : []),
  ].join(' '),
});
