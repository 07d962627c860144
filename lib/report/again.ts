import { fieldsOf } from '../objects/fields.ts';
import { commandOf } from './command.ts';
import { isBare, type Kind } from './kinds.ts';
import { type Fields, objectsIn, textIn } from './read.ts';
import type { Todo } from './todo.ts';
import { toneOf, verdictIn } from './verdicts.ts';

/** How a run is started again that left nothing to report, or that did not get to all of its objects. */
export function againTodos(result: Fields, { isChange }: Pick<Kind, 'isChange'>): Todo[] {
  const hint = textIn(result.hint);
  const commands = isWrong(result) ? [] : [commandOf(result)];
  if (hint !== '') return [{ about: 'Before you run it again', texts: [hint], commands }];
  const about = (isChange ? changeText(result) : undefined) ?? bareText(result);
  return about === undefined ? [] : [{ about, texts: [], commands }];
}

/** Whether the command itself was wrong: a flag that it needs, or the name of an object. */
const isWrong = (result: Fields): boolean =>
  isBare(result) && (result.verdict === 'blocked' || textIn(result.message).includes('(NotFound)'));

/** Of a run that left nothing to report. */
function bareText(result: Fields): string | undefined {
  if (!isBare(result) || !TO_REPEAT.has(textIn(result.verdict))) return undefined;
  return /nothing was changed/i.test(textIn(result.message)) ? UNCHANGED : 'To run it again';
}

/** Verdicts of runs that came to nothing. */
const TO_REPEAT = new Set(['in-progress', 'interrupted', 'failed', 'timed-out']);

const UNCHANGED = 'Nothing was changed. To start again';

/** Of a change, which is resumed by the same command. */
function changeText({ verdict, items, unread }: Fields): string | undefined {
  const verdicts = objectsIn(items).map(verdictIn);
  if (verdict === 'declined' && verdicts.every((one) => toneOf(one) !== 'good' || one === 'unchanged'))
    return UNCHANGED;
  const isCut = verdicts.length > 1 && verdicts.some((one) => one === 'not-started' || one === 'interrupted');
  const isKilled = verdict === 'in-progress' && verdicts.length === 0;
  return isCut || isKilled || Object.keys(fieldsOf(unread) ?? {}).length > 0
    ? 'To continue with all that is left, run the same command again'
    : undefined;
}
