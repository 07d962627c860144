import type { SessionFlags } from '../../lib/cluster/session.ts';

/** The connection flags that select a cluster. */
export type ClusterValues = Pick<SessionFlags, 'context' | 'kubeconfig' | 'server'>;

/** Flags for a command on the same cluster and namespace, as a user types them. */
export function clusterWords({ namespace, values }: { namespace: string; values: ClusterValues }): string[] {
  const flags: [string, string | undefined][] = [
    ['-n', namespace],
    ['--context', values.context],
    ['--kubeconfig', values.kubeconfig],
    ['--server', values.server],
  ];
  return flags.flatMap(([flag, value]) => (value ? [flag, quoted(value)] : []));
}

/** A command on the same cluster, as a user types it. */
export const commandText = (
  { words, namespace, last = [] }: { words: readonly string[]; namespace: string; last?: readonly string[] },
  { values }: { values: ClusterValues },
): string => [...words.map(quoted), ...clusterWords({ namespace, values }), ...last.map(quoted)].join(' ');

/** Quotes a word for a shell. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
