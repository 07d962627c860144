import type { Paint } from '../../../lib/cli/style.ts';
import { asksForLess } from '../../../lib/volumes/claim.ts';
import type { Target } from '../../../lib/volumes/guards/guard.ts';
import { DEFAULT_REPLICAS, undoArgs } from '../../../lib/volumes/instance.ts';
import type { Observed } from '../../../lib/volumes/observed.ts';
import { claimsToGrow, isRetentionSizeDue, isUnfinished, recordOf } from '../../../lib/volumes/state.ts';
import { quoted } from '../../../lib/words/shell.ts';
import { printable } from '../../../lib/words/text.ts';
import { clusterWords, commandText } from '../../shared/words.ts';
import type { Run } from './report.ts';

/** What each mode does to the instance. */
const MODES = {
  offline: 'offline: every replica stops until the volumes have grown',
  online: 'online: the pods keep running; the operator is paused briefly',
};

/** What the user reads before the prompt: cluster, instance, order and every claim. */
export function planText(
  { options, namespace, session: { connection, paint } }: Run,
  observed: Observed,
  { target, why, valueChanges }: { target: Target; why: string; valueChanges: string[] },
): string {
  const { component, instance } = observed;
  const record = recordOf(observed);
  const undoes = target.goal === 'undo';
  const row = (label: string, text: string): string => `  ${label.padEnd(10)} ${text}\n`;
  const claims = claimsToGrow(observed, options.includeOrphaned).map(({ name, size }, index) =>
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
    row(component.kind, `${paint('bold', printable(instance.name))}${why && ` (${why})`}`),
    row(
      'Replicas',
      instance.replicas === 0 ? `0 now, ${observed.given ?? replicas} afterwards` : String(replicas),
    ),
    ...(undoes
      ? [row('Undo', UNDOES)]
      : isUnfinished(observed, target)
        ? [row('Mode', record ? record.mode : MODES[options.mode])]
        : []),
    ...claims,
    ...(isRetentionSizeDue(observed, target)
      ? [row('Retention', retentionText(observed, target, paint))]
      : []),
    ...valueChanges.map((text, index) => row(index === 0 ? 'Values' : '', printable(text))),
  ].join('');
}

/** The change of retentionSize: `40GB -> 80GB`. */
function retentionText(observed: Observed, { goal, retentionSize = '' }: Target, paint: Paint): string {
  const { retentionSize: live = 'none' } = observed.instance;
  const to = goal === 'undo' ? (recordOf(observed)?.original.retentionSize ?? 'none') : retentionSize;
  return `${printable(live)} ${paint('green', '->')} ${printable(to)}`;
}

const UNDOES = 'restores replicas, pause and retention policy; claims do not shrink';

/** The command that resumes an unfinished run of an instance, as a user types it: the one in its record. */
export function commandToResume(run: Run, observed: Observed): string {
  const { component, options, namespace, values, repeated } = run;
  const record = recordOf(observed);
  if ((record?.goal ?? run.goal) === 'undo')
    return commandText({ words: undoArgs(component.kind, observed.instance.name), namespace }, { values });
  const mode = record?.mode ?? options.mode;
  const limit = record ? record.retentionSize : options.retentionSize;
  return [
    'kubectl monitoring resize-pvc',
    quoted(record?.size ?? options.size),
    quoted(observed.instance.name),
    ...clusterWords({ namespace, values }),
    ...(component.name === 'metrics' ? [] : ['--component', component.name]),
    ...(mode === 'offline' ? [] : ['--mode', mode]),
    ...(options.includeOrphaned ? ['--include-orphaned'] : []),
    ...(record?.retain ? ['--retain-volumes'] : []),
    ...(limit === undefined ? [] : ['--retention-size', quoted(limit)]),
    ...repeated.map(quoted),
  ].join(' ');
}

/** The prompt of a new run; it says if the instance stops. */
export function questionFor(observed: Observed, target: Target, effect: string): string {
  const { goal, mode, size, retentionSize } = target;
  const { component, instance } = observed;
  const what = `${component.kind} ${printable(instance.name)}`;
  if (goal === 'undo')
    return `Undo the unfinished resize of ${what}? ${effect[0]?.toUpperCase()}${effect.slice(1)}.`;
  if (isRetentionSizeDue(observed, target) && !isUnfinished(observed, target))
    return `Set retentionSize of ${what} to ${retentionSize} and restart its pods, one after the other?`;
  if (mode === 'online') return `Grow the volumes of ${what} to ${size} while it runs?`;
  if (instance.replicas === 0) return `Grow the volumes of ${what} to ${size}?`;
  return `Stop ${what} and grow its volumes to ${size}?`;
}

/** What an undo has restored, and what it cannot. */
export function undoneText({ record }: Observed, { instance, claims }: Observed): string {
  if (typeof record !== 'object') return 'undone';
  const grown = claims.filter(({ name, size }) => (record.original.claims[name] ?? size) !== size);
  const kept =
    grown.length > 0
      ? `; claims cannot shrink: ${grown.map(({ name, size }) => `${name} requests ${size}`).join(', ')}, the template ${instance.size}`
      : '';
  const foreign =
    (instance.replicas ?? null) === record.original.replicas
      ? ''
      : `; replicas stays at ${instance.replicas}, as another user set it`;
  const limit =
    record.retentionSize === undefined ? '' : `, and retentionSize is ${instance.retentionSize ?? 'unset'}`;
  return `undone: replicas, pause and retention policy are as before${limit}${foreign}${kept}`;
}
