/** The connection flags that select a cluster. */
export interface ClusterValues {
  context?: string | undefined;
  kubeconfig?: string | undefined;
  server?: string | undefined;
}

/** Quotes a word for a shell. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** The flags that a printed command needs to reach the same cluster, quoted for a shell. */
export function connectionWords({ context, kubeconfig, server }: ClusterValues): string[] {
  const flags: [string, string | undefined][] = [
    ['--context', context],
    ['--kubeconfig', kubeconfig],
    ['--server', server],
  ];
  return flags.flatMap(([flag, value]) => (value ? [flag, quoted(value)] : []));
}
