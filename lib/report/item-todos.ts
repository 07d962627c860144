import { countText } from '../words/text.ts';
import { verdictText } from '../words/verdict.ts';
import { clusterFlags, commandOf, isDryRun, withoutDryRun } from './command.ts';
import type { Item } from './item.ts';
import { unique } from './lists.ts';
import { type Fields, textIn } from './read.ts';
import { aboutText, sentence, type Todo } from './todo.ts';
import { isStillBroken } from './verdicts.ts';

/** What is left to do about the objects of a change, those of one reason together. */
export function changeTodos(result: Fields, items: readonly Item[]): Todo[] {
  const command = commandOf(result);
  const open = items.filter(
    ({ next, refusals, hint, verdict }) =>
      next !== '' || refusals.length > 0 || hint !== '' || isStillBroken(verdict),
  );
  const groups = Map.groupBy(open, ({ verdict, reason, refusals }) =>
    JSON.stringify([verdict, reason, refusals.map(({ name, hint }) => [name, hint])]),
  );
  return [
    ...[...groups.values()].map((those) => groupTodo(those, result)),
    ...undoneTodos(result, items),
    ...warningTodos(items),
    ...(isDryRun(result) && command !== '' && items.some(({ verdict }) => verdict === 'dry-run')
      ? [{ about: 'To make these changes', texts: [], commands: [withoutDryRun(command)] }]
      : []),
  ];
}

function groupTodo(those: readonly Item[], result: Fields): Todo {
  const [first] = those;
  const { verdict = '', refusals = [] } = first ?? {};
  const commands = those.map((item) => nextOf(item, result)).filter((next) => next !== '');
  return {
    about: sentence(
      aboutText(
        verdictText(verdict),
        those.map(({ label }) => label),
      ),
    ),
    texts: [
      ...refusals.map(({ name, reason, hint }) => `${name && `${name}: `}${hint || reason}`),
      ...those.map(({ hint }) => hint),
      ...causesOf(those),
      ...(refusals.length > 0 && commands.length > 0 ? ['Once this is done, run:'] : []),
    ],
    commands,
  };
}

/** What is run next; of a host that is still broken, what finds out why. */
function nextOf({ next, verdict, name, namespace, ...item }: Item, result: Fields): string {
  if (next !== '' || !isStillBroken(verdict) || !isOfHosts(result) || !isWord(name)) return next;
  const where = isWord(namespace) ? ` -n ${namespace}` : '';
  return `kubectl bmh diagnose ${name}${where}${flagsFor(item, result)}`;
}

/** The flags of the cluster of an object. */
function flagsFor({ context }: { context: string }, result: Fields): string {
  const command = commandOf(result);
  return / --contexts[= ]/.test(command) && isWord(context) ? ` --context ${context}` : clusterFlags(command);
}

const isOfHosts = ({ kind }: Fields): boolean => kind === 'RepairList' || kind === 'UndoList';

/** Whether a name needs no quotes in a command. */
const isWord = (name: string): boolean => /^[\w@:][\w@:./-]*$/.test(name);

/** Other possible causes of what is still broken, each once. */
function causesOf(those: readonly Item[]): string[] {
  const causes = unique(those.flatMap(({ next, causes: own }) => (next === '' ? own : [])).map(formOf));
  return causes.length > 0 ? [`Possible causes: ${causes.join('; ')}`] : [];
}

/** A text without what only one object has: the last part of its addresses. */
const formOf = (text: string): string => text.replace(/(\w+:\/\/[^\s,;]*\/)[^\s,;/]+/g, '$1*');

/** Warnings that say what to do, those of one name together; none of a run that is to be continued. */
function warningTodos(items: readonly Item[]): Todo[] {
  const whole = items.filter(({ next, refusals }) => next === '' || refusals.length > 0);
  const all = whole.flatMap(({ label, warnings }) =>
    warnings.filter(({ hint }) => hint !== '').map((warning) => ({ label, ...warning })),
  );
  return [...Map.groupBy(all, ({ name }) => name)].map(([name, those]) => ({
    about: aboutText(
      `Warning${name && ` ${name}`}`,
      those.map(({ label }) => label),
    ),
    texts: [
      ...sharedTexts(those.map(({ reason }) => reason)),
      ...sharedTexts(those.map(({ hint }) => hint)),
    ].map(sentence),
    commands: [],
  }));
}

/** Texts of several objects, each once: the few that there are, or their forms. */
const sharedTexts = (texts: readonly string[]): string[] =>
  unique(texts).length > FEW_TEXTS ? unique(texts.map(formOf)) : unique(texts);

const FEW_TEXTS = 3;

/** An undo makes what the change had repaired as it was: broken. And volumes that grow do not stop. */
function undoneTodos(result: Fields, items: readonly Item[]): Todo[] {
  const undone = items.filter(({ verdict }) => verdict === 'undone');
  if (isOfHosts(result)) return undone.length > 0 ? [repairTodo(result, undone)] : [];
  return undone.flatMap((item) => {
    const growing = item.claims.filter(({ state }) => /resizing/i.test(textIn(state)));
    const where = isWord(item.namespace) ? ` -n ${item.namespace}` : '';
    return growing.length === 0
      ? []
      : [
          {
            about: `${countText(growing.length, 'volume')} of ${item.label} ${growing.length === 1 ? 'is' : 'are'} still being resized, which an undo does not stop`,
            texts: growing.map(({ name, state }) => `${textIn(name)}: ${textIn(state)}`),
            commands: [`kubectl monitoring status${where}${flagsFor(item, result)}`],
          },
        ];
  });
}

function repairTodo(result: Fields, items: readonly Item[]): Todo {
  const groups = Map.groupBy(
    items.filter(({ name }) => isWord(name)),
    (item) => `${isWord(item.namespace) ? ` -n ${item.namespace}` : ''}${flagsFor(item, result)}`,
  );
  const one = items.length === 1;
  return {
    about: aboutText(
      one
        ? 'The host has its old address again, and its error'
        : 'The hosts have their old addresses again, and their errors',
      items.map(({ label }) => label),
    ),
    texts: ['To repair again (--image-url sets another image):'],
    commands: [...groups].map(
      ([flags, those]) => `kubectl bmh repair ${those.map(({ name }) => name).join(' ')}${flags}`,
    ),
  };
}
