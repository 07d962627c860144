import { byHand } from '../../../lib/hosts/by-hand.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import { type ClusterValues, quoted } from '../../../lib/words/shell.ts';
import { clusterWords, commandText } from '../../shared/words.ts';
import type { Run } from './report.ts';

/** The command that resumes an unfinished run, as a user types it: that of the record's goal, or the undo that was asked for. */
export function commandToResume(
  { goal, name, namespace, values }: Pick<Run, 'goal' | 'name' | 'namespace' | 'values'>,
  { record }: Pick<Observed, 'record'>,
): string {
  return [
    `kubectl bmh ${goal === 'repair' && typeof record === 'object' ? record.goal : goal}`,
    name,
    ...clusterWords({ namespace, values }),
    ...values.accept.flatMap((guard) => ['--accept', quoted(guard)]),
  ].join(' ');
}

/** The kubectl command that ends by hand what no run can; undefined if there is none. */
export function commandByHand(
  { values }: { values: ClusterValues },
  observed: Observed,
  url?: string,
): string | undefined {
  const command = byHand(observed, url);
  return command && commandText({ ...command, namespace: observed.host.namespace }, { values });
}

/** The kubectl command that clears a stale error, as a user types it. */
export const commandToClear = ({
  name,
  namespace,
  values,
}: Pick<Run, 'name' | 'namespace'> & { values: ClusterValues }): string =>
  [
    'kubectl patch baremetalhost',
    name,
    ...clusterWords({ namespace, values }),
    '--subresource=status --type=merge -p',
    quoted(JSON.stringify({ status: { errorType: null, operationalStatus: 'OK' } })),
  ].join(' ');

/** The command that shows whether a host stays healthy, as a user types it. */
export const commandToSee = ({
  name,
  namespace,
  values,
}: Pick<Run, 'name' | 'namespace'> & { values: ClusterValues }): string =>
  ['kubectl bmh wait', name, ...clusterWords({ namespace, values })].join(' ');
