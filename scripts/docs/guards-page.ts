import type { Explained } from '../../cmd/shared/explain/explaining.ts';
import type { Block, Chapter, Page, References, Term } from './page.ts';

/** Every guard, grouped by when it is checked and by its effect. */
export function guardsPage(guards: Explained[], { program, guards: reference, commands }: References): Page {
  const explain = commands.get('explain');
  return {
    ...reference,
    summary: `Checks that can refuse a change by ${program.title}, and which of them can be overridden`,
    chapters: [
      { heading: 'Description', blocks: [{ kind: 'text', text: DESCRIPTION }] },
      ...[...Map.groupBy(guards, ({ checked }) => checked)].map(asChapter),
    ],
    seeAlso: [program, ...(explain ? [explain] : [])],
  };
}

const DESCRIPTION =
  'A guard checks one condition and says what is wrong and what to do. A refusal cannot be overridden. An overridable check can be, by its name. A warning stops nothing.';

const asChapter = ([checked, guards]: [string, Explained[]]): Chapter => ({
  heading: `Checked ${checked}`,
  blocks: [...Map.groupBy(guards, ({ effect }) => effect)].flatMap(([effect, members]): Block[] => [
    { kind: 'text', text: effect },
    { kind: 'terms', headers: ['Guard', 'Meaning'], terms: members.map(asTerm) },
  ]),
});

const KINDS = { refusal: 'Refusal', overridable: 'Overridable', warning: 'Warning' };

const asTerm = ({ name, kind, prevents, accept = [] }: Explained): Term => ({
  term: name,
  text: [
    `${KINDS[kind]}. Prevents: ${prevents}.`,
    ...(accept.length > 0 ? [`Override with ${accept.map((command) => `"${command}"`).join(' or ')}.`] : []),
  ].join(' '),
});
