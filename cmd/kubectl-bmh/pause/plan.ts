import type { Observed } from '../../../lib/hosts/observed.ts';
import { shown } from '../shown.ts';
import type { PauseRun } from './change-pauses.ts';

/** What a person reads before agreeing: where, and which hosts. */
export function planText({ session: { connection, paint } }: PauseRun, due: Observed[]): string {
  const byNamespace = Map.groupBy(due, ({ host }) => host.namespace);
  const row = (label: string, text: string): string => `  ${label.padEnd(10)} ${text}\n`;
  return [
    row('Context', shown(connection.context || '(none)')),
    row('Server', shown(connection.server)),
    ...[...byNamespace].flatMap(([namespace, hosts]) => [
      row('Namespace', shown(namespace)),
      ...hosts.map(({ host }) => row('Host', paint('bold', shown(host.name)))),
    ]),
  ].join('');
}
