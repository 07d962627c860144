import type { Paint } from '../../../lib/cli/style.ts';
import { urlsDiffer } from '../../../lib/hosts/host.ts';
import type { Target } from '../../../lib/hosts/image.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import type { Connection } from '../../../lib/kube/connection.ts';
import type { RepairValues } from '../repair.ts';
import { shown } from '../shown.ts';

/** What a person reads before agreeing: where, which host, why, and both addresses. */
export function planText(
  { host }: Observed,
  { target, why, connection, paint }: { target: Target; why: string; connection: Connection; paint: Paint },
): string {
  const row = (label: string, text: string): string => `  ${label.padEnd(10)} ${text}\n`;
  const change = (label: string, from: string | undefined, to: string): string =>
    from === to
      ? row(label, shown(to))
      : row(label, shown(from ?? 'none')) + row('', `${paint('green', '->')} ${shown(to)}`);
  return [
    row('Context', shown(connection.context || '(none)')),
    row('Server', shown(connection.server)),
    row('Namespace', shown(host.namespace)),
    row('Host', `${paint('bold', shown(host.name))} (${why})`),
    change('Image', host.image?.url, target.url),
    urlsDiffer(host) ? change('In status', host.statusImage.url, target.url) : '',
    change('Checksum', host.image?.checksum, target.checksum),
  ].join('');
}

/** The command that goes on with a run, as a user types it. */
export function commandToGoOn(name: string, namespace: string, values: RepairValues): string {
  const flags: [string, string | undefined][] = [
    ['-n', namespace],
    ['--context', values.context],
    ['--kubeconfig', values.kubeconfig],
    ['--server', values.server],
    ...values.accept.map((guard): [string, string] => ['--accept', guard]),
  ];
  return [
    'kubectl bmh repair',
    name,
    ...flags.flatMap(([flag, value]) => (value ? [flag, quoted(value)] : [])),
  ].join(' ');
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
