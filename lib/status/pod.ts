import { fieldsOf } from '../objects/fields.ts';
import { isReady, type PodObject } from '../objects/pod.ts';
import { itemsOf } from '../versions/install.ts';
import type { PodTrouble } from './block.ts';

type Fields = Record<string, unknown>;

/** Why a pod is not ready, by its status; undefined if it is ready. */
export const troubleOf = (pod: PodObject): PodTrouble | undefined =>
  isReady(pod) ? undefined : { pod: pod.metadata.name, reason: reasonOf(pod) };

/** The reason nearest to the cause comes first: containers, then the pod. */
function reasonOf({ metadata, status: given }: PodObject): string {
  if (metadata.deletionTimestamp !== undefined) return 'it is being deleted';
  const status: Fields = fieldsOf(given) ?? {};
  const containers = [...itemsOf(status.initContainerStatuses), ...itemsOf(status.containerStatuses)];
  const condition = (wanted: string) => itemsOf(status.conditions).find(({ type }) => type === wanted);
  const scheduled = condition('PodScheduled');
  return (
    containers.map(stopOf).find(Boolean) ||
    joined(status.reason, status.message) ||
    (scheduled?.status === 'False' && `not scheduled: ${textOf(scheduled.message) || NO_REASON}`) ||
    containers.map(waitOf).find(Boolean) ||
    unreadyOf(containers) ||
    textOf(condition('Ready')?.message) ||
    (scheduled ? `its phase is ${textOf(status.phase) || 'unknown'}` : 'not scheduled yet')
  );
}

/** Why a container cannot run: an image, a crash, its memory limit. */
function stopOf({ name, ready, state, lastState }: Fields): string {
  const { waiting, terminated } = fieldsOf(state) ?? {};
  const [held, ended, last] = [waiting, terminated, fieldsOf(lastState)?.terminated].map(fieldsOf);
  if (ready === true) return '';
  if (ended && ended.exitCode !== 0) return `container ${textOf(name)} ${endOf(ended)}`;
  if (!held || STARTING.has(textOf(held.reason))) return '';
  return `${joined(held.reason, held.message)}${last ? `; it ${endOf(last)}` : ''}`;
}

/** Reasons that every container waits for at its start. */
const STARTING = new Set(['', 'ContainerCreating', 'PodInitializing']);

function waitOf({ name, state }: Fields): string {
  const waiting = fieldsOf(fieldsOf(state)?.waiting);
  return waiting
    ? `container ${textOf(name)} is waiting: ${joined(waiting.reason, waiting.message) || NO_REASON}`
    : '';
}

function unreadyOf(containers: readonly Fields[]): string {
  const names = containers
    .filter(({ ready, state }) => ready !== true && fieldsOf(state)?.running)
    .map(({ name }) => textOf(name));
  if (names.length === 0) return '';
  return `${names.length === 1 ? 'container' : 'containers'} not ready: ${names.join(', ')}`;
}

/** `ended with OOMKilled (exit code 137)`. */
const endOf = ({ reason, exitCode, message }: Fields): string =>
  `ended with ${joined(textOf(reason) || 'Error', message)} (exit code ${typeof exitCode === 'number' ? exitCode : 'unknown'})`;

const NO_REASON = 'no reason is given';

const joined = (...texts: unknown[]): string => texts.map(textOf).filter(Boolean).join(': ');

/** Maximum characters of a message: it may be the end of a log. */
const EXCERPT = 300;

/** The beginning of a string, in one line; empty for other values. */
function textOf(value: unknown): string {
  const line = typeof value === 'string' ? value.trim().replaceAll(/\s+/g, ' ') : '';
  return line.length > EXCERPT ? `${line.slice(0, EXCERPT)}...` : line;
}
