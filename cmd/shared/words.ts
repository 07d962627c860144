import type { SessionFlags } from '../../lib/cluster/session.ts';

/** What of the connection's flags leads to a cluster. */
export type ClusterValues = Pick<SessionFlags, 'context' | 'kubeconfig' | 'server'>;

/** The flags that lead another command to the same cluster and namespace, as a user types them. */
export function clusterWords({ namespace, values }: { namespace: string; values: ClusterValues }): string[] {
  const flags: [string, string | undefined][] = [
    ['-n', namespace],
    ['--context', values.context],
    ['--kubeconfig', values.kubeconfig],
    ['--server', values.server],
  ];
  return flags.flatMap(([flag, value]) => (value ? [flag, quoted(value)] : []));
}

/** A command in words as a user types it, on the same cluster. */
export const commandText = (
  { words, namespace, last = [] }: { words: readonly string[]; namespace: string; last?: readonly string[] },
  { values }: { values: ClusterValues },
): string => [...words.map(quoted), ...clusterWords({ namespace, values }), ...last.map(quoted)].join(' ');

/** A word as a shell reads it. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
