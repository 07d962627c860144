import type { Paint } from '../../../lib/cli/style.ts';
import { byHand } from '../../../lib/hosts/by-hand.ts';
import { type Host, urlsDiffer } from '../../../lib/hosts/host.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import type { Connection } from '../../../lib/kube/config/connection.ts';
import { type ClusterValues, clusterWords, commandText, quoted } from '../../shared/words.ts';
import { shown } from '../shared/shown.ts';
import type { Run } from './report.ts';

/** What a person reads before agreeing: where, which host, why, in which order, and the addresses. */
export function planText(
  { host }: Observed,
  {
    after,
    why,
    order,
    hold,
    connection,
    paint,
  }: {
    /** The host as the run is to leave it. */
    after: Host;
    why: string;
    /** How the order of the patches is put, where there is anything to say about it. */
    order: string | undefined;
    /** How long the pause is kept before the resume, in milliseconds. */
    hold: number;
    connection: Connection;
    paint: Paint;
  },
): string {
  const row = (label: string, text: string): string => `  ${label.padEnd(10)} ${text}\n`;
  const change = (label: string, from: string | undefined, to: string | undefined): string =>
    from === to
      ? row(label, shown(to ?? 'none'))
      : row(label, shown(from ?? 'none')) + row('', `${paint('green', '->')} ${shown(to ?? 'none')}`);
  return [
    row('Context', shown(connection.context || '(none)')),
    row('Server', shown(connection.server)),
    row('Namespace', shown(host.namespace)),
    row('Host', `${paint('bold', shown(host.name))} (${why})`),
    change('Image', host.image?.url, after.image?.url),
    urlsDiffer(host) ? change('In status', host.statusImage.url, after.statusImage.url) : '',
    change('Checksum', host.image?.checksum, after.image?.checksum),
    order ? row('Order', order) : '',
    hold > 0 ? row('Hold', holdText(hold)) : '',
  ].join('');
}

/** How long a pause is kept, and what for. */
export const holdText = (hold: number): string =>
  `${hold / 1000} s before the resume, to see whether another writer changes the address`;

/** The command that goes on with what is unfinished on a host, as a user types it: that of the record's goal. */
export function commandToGoOn(
  { goal, name, namespace, values }: Pick<Run, 'goal' | 'name' | 'namespace' | 'values'>,
  { record }: Pick<Observed, 'record'>,
): string {
  return [
    `kubectl bmh ${typeof record === 'object' ? record.goal : goal}`,
    name,
    ...clusterWords({ namespace, values }),
    ...values.accept.flatMap((guard) => ['--accept', quoted(guard)]),
  ].join(' ');
}

/** The command by which a person ends by hand what no run can; undefined where there is none. */
export function commandByHand(
  { values }: { values: ClusterValues },
  observed: Observed,
  url?: string,
): string | undefined {
  const command = byHand(observed, url);
  return command && commandText({ ...command, namespace: observed.host.namespace }, { values });
}

/** The command that clears a stale error which the operator has no reason to clear, as a user types it. */
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
