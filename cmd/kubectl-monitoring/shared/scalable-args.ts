import { SCALABLE_WORDS, type ScalableName } from '../../../lib/scaling/scaled.ts';
import { CommandError, usageError } from '../../../lib/words/errors.ts';
import { oneLine } from '../../../lib/words/text.ts';

/** The most replicas that are taken for a number and not for a mistake. */
const MOST = 1_000;

/** What the user calls the component. @throws {CommandError} for the node exporter, which has no replicas, and for other words. */
export function componentArg(word: string): ScalableName {
  const given = word.toLowerCase();
  if (NODE_EXPORTER.includes(given))
    throw new CommandError('refusal', 'error: the node exporter cannot be scaled', {
      hint: 'It is a DaemonSet: it runs on every node, once. To leave out nodes, set its nodeSelector or tolerations.',
    });
  const component = Object.hasOwn(SCALABLE_WORDS, given) ? SCALABLE_WORDS[given] : undefined;
  if (component) return component;
  throw usageError(
    `"${oneLine(word)}" is not a component`,
    'Give metrics, alerts, ruler, ui, operator or cluster-state.',
    { word, among: Object.keys(SCALABLE_WORDS) },
  );
}

const NODE_EXPORTER = ['node-exporter', 'prometheus-node-exporter'];

/** The number of replicas. @throws {CommandError} a usage error if it is not one. */
export function replicasArg(text: string): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number <= MOST) return number;
  throw usageError(
    `invalid number of replicas "${oneLine(text)}"`,
    `Give a whole number from 0 to ${MOST}, such as 2.`,
  );
}
