import { fieldsOf } from '../objects/fields.ts';
import { verdictText } from '../words/verdict.ts';
import type { Item } from './item.ts';
import { type Fields, textIn } from './read.ts';
import { aboutText, type Todo } from './todo.ts';

/** What is left to do after a change: of the whole, and of its objects, those of one reason together. */
export function changeTodos(result: Fields, items: readonly Item[]): Todo[] {
  const open = items.filter(({ next, refusals, hint }) => next !== '' || refusals.length > 0 || hint !== '');
  const groups = Map.groupBy(open, ({ verdict, reason, refusals }) =>
    JSON.stringify([verdict, reason, refusals.map(({ name, hint }) => [name, hint])]),
  );
  return [...againTodos(result, items), ...[...groups.values()].map((those) => groupTodo(those))];
}

function groupTodo(those: readonly Item[]): Todo {
  const [first] = those;
  const { verdict = '', refusals = [] } = first ?? {};
  return {
    about: aboutText(
      verdictText(verdict),
      those.map(({ label }) => label),
    ),
    texts: [
      ...refusals.map(({ name, reason, hint }) => `${name && `${name}: `}${hint || reason}`),
      ...those.map(({ hint }) => hint),
      ...(refusals.length > 0 && those.some(({ next }) => next !== '') ? ['Once this is done, run:'] : []),
    ],
    commands: those.map(({ next }) => next),
  };
}

/** A run of many objects that did not get to all of them is resumed by the same command. */
function againTodos({ verdict, run, unread }: Fields, items: readonly Item[]): Todo[] {
  const command = textIn(fieldsOf(run)?.command);
  const left = items.filter((item) => item.verdict === 'not-started' || item.verdict === 'interrupted');
  const isCut =
    (left.length > 0 && items.length > 1 && verdict !== 'declined') ||
    Object.keys(fieldsOf(unread) ?? {}).length > 0;
  const isKilled = verdict === 'in-progress' && items.length === 0;
  return command !== '' && (isCut || isKilled)
    ? [
        {
          about: 'To continue with all that is left, run the same command again',
          texts: [],
          commands: [command],
        },
      ]
    : [];
}
