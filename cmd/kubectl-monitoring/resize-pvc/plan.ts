import type { Paint } from '../../../lib/cli/style.ts';
import { asksForLess } from '../../../lib/volumes/claim.ts';
import type { Aim } from '../../../lib/volumes/guards/guard.ts';
import { allowsOnline } from '../../../lib/volumes/guards/warnings.ts';
import { DEFAULT_REPLICAS } from '../../../lib/volumes/instance.ts';
import type { Observed } from '../../../lib/volumes/observed.ts';
import { claimsToGrow, isRetentionSizeDue, isUnfinished, recordOf } from '../../../lib/volumes/state.ts';
import { printable } from '../../../lib/words/text.ts';
import { clusterWords, quoted } from '../../shared/words.ts';
import type { Run } from './report.ts';

/** What each order does to the instance, in words. */
const ORDERS = {
  documented: 'documented: every replica stops until the volumes have grown',
  online: 'online: the pods keep running; the operator is paused for a moment',
};

/** What a person reads before agreeing: where, which instance, in which order, and every claim. */
export function planText(
  { options, namespace, session: { connection, paint } }: Run,
  observed: Observed,
  { aim, why, valueChanges }: { aim: Aim; why: string; valueChanges: string[] },
): string {
  const { component, instance } = observed;
  const record = recordOf(observed);
  const undoes = record?.goal === 'undo' || why === UNDOING;
  const row = (label: string, text: string): string => `  ${label.padEnd(10)} ${text}\n`;
  const claims = claimsToGrow(observed, options.includeLeftovers).map(({ name, size }, index) =>
    row(
      index === 0 ? 'Claims' : '',
      undoes || !asksForLess({ size }, options.size)
        ? `${printable(name)} ${size}`
        : `${printable(name)} ${size} ${paint('green', '->')} ${options.size}`,
    ),
  );
  const replicas = record?.original.replicas ?? instance.replicas ?? DEFAULT_REPLICAS;
  return [
    row('Context', printable(connection.context || '(none)')),
    row('Server', printable(connection.server)),
    row('Namespace', printable(namespace)),
    row(component.kind, `${paint('bold', printable(instance.name))} (${why})`),
    row('Replicas', instance.replicas === 0 ? `0, to be ${observed.given ?? replicas}` : String(replicas)),
    ...(undoes || !isUnfinished(observed, aim) ? [] : [row('Order', ORDERS[record?.mode ?? options.mode])]),
    ...claims,
    ...(isRetentionSizeDue(observed, aim) ? [row('Retention', retentionText(observed, aim, paint))] : []),
    ...valueChanges.map((text, index) => row(index === 0 ? 'Values' : '', printable(text))),
  ].join('');
}

/** What becomes of retentionSize: `40GB -> 80GB`. */
function retentionText(observed: Observed, { goal, retentionSize = '' }: Aim, paint: Paint): string {
  const { retentionSize: live = 'none' } = observed.instance;
  const to = goal === 'undo' ? (recordOf(observed)?.original.retentionSize ?? 'none') : retentionSize;
  return `${printable(live)} ${paint('green', '->')} ${printable(to)}`;
}

export const UNDOING = 'to be undone: replicas, pause and policy; claims do not shrink';

/** The command that goes on with what is unfinished on an instance, as a user types it: that of the record. */
export function commandToResume(
  { component, options: wish, namespace, values }: Run,
  observed: Observed,
): string {
  const record = recordOf(observed);
  const undo = record ? record.goal === 'undo' : values.undo;
  const mode = record?.mode ?? wish.mode;
  const limit = record ? record.retentionSize : wish.retentionSize;
  return [
    'kubectl monitoring resize-pvc',
    quoted(record?.size ?? wish.size),
    quoted(observed.instance.name),
    ...clusterWords({ namespace, values }),
    ...(component.name === 'metrics' ? [] : ['--component', component.name]),
    ...(mode === 'documented' ? [] : ['--mode', mode]),
    ...(wish.includeLeftovers ? ['--include-leftovers'] : []),
    ...(record?.retain ? ['--retain-volumes'] : []),
    ...(limit === undefined || undo ? [] : ['--retention-size', quoted(limit)]),
    ...(undo ? ['--undo'] : values.values.flatMap((file) => ['--values', quoted(file)])),
    ...(!undo && values.commit ? ['--commit'] : []),
    ...values.accept.flatMap((guard) => ['--accept', guard]),
  ].join(' ');
}

/** The prompt says which order stops the instance, and recommends the other where the storage may allow it. */
export function questionFor(observed: Observed, aim: Aim): string {
  const { goal, mode, size, retentionSize } = aim;
  const { component, instance } = observed;
  const what = `${component.kind} ${printable(instance.name)}`;
  if (goal === 'undo') return `Take the unfinished resize of ${what} back?`;
  if (isRetentionSizeDue(observed, aim) && !isUnfinished(observed, aim))
    return `Set retentionSize of ${what} to ${retentionSize} and restart its pods, one after the other?`;
  if (mode === 'online') return `Grow the volumes of ${what} to ${size}, while it runs?`;
  if (instance.replicas === 0) return `Grow the volumes of ${what} to ${size}?`;
  const hint = allowsOnline(observed) ? ' (--mode online keeps it running)' : '';
  return `Stop ${what} and grow its volumes to ${size}${hint}?`;
}

/** What an undo has brought back, and what it can't. */
export function undoneText({ record }: Observed, { instance, claims }: Observed): string {
  if (typeof record !== 'object') return 'undone';
  const grown = claims.filter(({ name, size }) => (record.original.claims[name] ?? size) !== size);
  const kept =
    grown.length > 0
      ? `; claims can't shrink: ${grown.map(({ name, size }) => `${name} asks for ${size}`).join(', ')}, the template for ${instance.size}`
      : '';
  const foreign =
    (instance.replicas ?? null) === record.original.replicas
      ? ''
      : `; somebody else's ${instance.replicas} replicas were left`;
  const limit =
    record.retentionSize === undefined ? '' : `, and retentionSize is ${instance.retentionSize ?? 'unset'}`;
  return `undone: replicas, pause and retention policy are as before${limit}${foreign}${kept}`;
}
