import { names } from '../../../lib/objects/names.ts';
import { refusalsOf } from '../../../lib/procedure/guard.ts';
import type { Refusal } from '../../../lib/procedure/procedure.ts';
import { type Decision, decide } from '../../../lib/volumes/decide.ts';
import { GUARDS } from '../../../lib/volumes/guards/all.ts';
import { DEFAULT_REPLICAS } from '../../../lib/volumes/instance.ts';
import type { Observed } from '../../../lib/volumes/observed.ts';
import type { Mode } from '../../../lib/volumes/record.ts';
import { claimsToGrow, idleText, isUnfinished } from '../../../lib/volumes/state.ts';
import { printable } from '../../../lib/words/text.ts';
import type { Run } from './report.ts';

/** The instance, read for each mode: not the same objects and permissions are needed. */
export type Ways = Record<Mode, Observed>;

/** Whether the mode matters: an instance that runs has to be stopped, or its operator paused. */
export const hasWays = (observed: Observed, decision: Decision): boolean =>
  observed.record === undefined &&
  observed.instance.replicas !== 0 &&
  (decision.kind === 'refuse' || (decision.kind === 'resize' && isUnfinished(observed, decision.target)));

/** What refuses a run in a mode. */
export function refusalsIn({ options }: Run, mode: Mode, observed: Observed): Refusal[] {
  const decision = decide(observed, { ...options, mode });
  if (decision.kind === 'refuse') return decision.refusals;
  return decision.kind === 'resize'
    ? refusalsOf(GUARDS.rights, observed, { ...decision.target, accepted: options.accepted })
    : [];
}

/** Both modes with their cost for this instance, before the question which. */
export function waysText(run: Run, ways: Ways): string {
  const { component, instance } = ways.offline;
  const { size } = run.options;
  const row = (label: string, text: string): string => `  ${label.padEnd(10)} ${text}\n`;
  const refused = (mode: Mode): string =>
    refusalsIn(run, mode, ways[mode])
      .map(({ guard, reason }) => row('', `Would be refused: ${guard}: ${printable(reason)}`))
      .join('');
  return [
    `There are two ways to grow the volumes of ${component.kind} ${printable(instance.name)} to ${size}:\n`,
    row('offline', `${stopText(run, ways.offline)} ${idleSentence(ways.offline)}`),
    row('', 'Works with every storage that can expand volumes.'),
    refused('offline'),
    row('online', 'No replica stops. The operator is paused for a moment.'),
    row('', needsText(run, ways.online)),
    refused('online'),
  ].join('');
}

/** How much stops, and until when. */
function stopText({ options }: Run, observed: Observed): string {
  const { instance, setNames } = observed;
  const replicas = (instance.replicas ?? DEFAULT_REPLICAS) * setNames.length;
  const claims = claimsToGrow(observed, options.includeOrphaned).length;
  return `${replicas === 1 ? 'The only replica stops' : `${replicas} replicas stop`} until the storage has grown ${claims === 1 ? 'its volume' : `${claims} volumes`}, usually for some minutes.`;
}

const idleSentence = ({ component }: Observed): string => `Until then, ${idleText(component)}.`;

/** What online mode needs of the storage; the API does not tell whether a driver can do it. */
function needsText({ options, values }: Run, observed: Observed): string {
  const classes = [
    ...new Set(claimsToGrow(observed, options.includeOrphaned).flatMap(({ className }) => className ?? [])),
  ].map((name) => ({ name }));
  const storage =
    classes.length === 0 ? 'The storage' : `The driver of StorageClass ${printable(names(classes))}`;
  return `${storage} must resize volumes in use. If it cannot, the run ends after ${values.timeout} (--timeout): undo it then.`;
}
