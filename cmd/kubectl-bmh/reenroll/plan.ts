import type { Paint } from '../../../lib/cli/style.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import type { Connection } from '../../../lib/kube/connection.ts';
import { clusterWords, quoted } from '../../words.ts';
import { shown } from '../shown.ts';
import type { Run } from './report.ts';

/** What a person reads before agreeing: where, which host, why, and what becomes of its node and of its disk. */
export function planText(
  { host }: Observed,
  { why, connection, paint }: { why: string; connection: Connection; paint: Paint },
): string {
  const rows: [string, string][] = [
    ['Context', shown(connection.context || '(none)')],
    ['Server', shown(connection.server)],
    ['Namespace', shown(host.namespace)],
    ['Host', `${paint('bold', shown(host.name))} (${why})`],
    ['Image', shown(host.image?.url ?? 'none')],
    ['Node', `${shown(host.nodeId || 'none')}: deleted in Ironic, and enrolled again through the BMC`],
    ['Disk', 'not touched; the machine keeps running'],
  ];
  return rows.map(([label, text]) => `  ${label.padEnd(10)} ${text}\n`).join('');
}

/** The command that goes on with an unfinished re-enrolment, as a user types it. */
export const commandToGoOn = ({
  name,
  namespace,
  values,
}: Pick<Run, 'name' | 'namespace' | 'values'>): string =>
  [
    'kubectl bmh reenroll',
    name,
    ...clusterWords({ namespace, values }),
    ...values.accept.flatMap((guard) => ['--accept', quoted(guard)]),
  ].join(' ');
