import { type ClusterValues, connectionWords, quoted } from '../../lib/words/shell.ts';

/** Flags for a command on the same cluster and namespace, as a user types them. */
export const clusterWords = ({
  namespace,
  values,
}: {
  namespace: string;
  values: ClusterValues;
}): string[] => [...(namespace ? ['-n', quoted(namespace)] : []), ...connectionWords(values)];

/** A command on the same cluster, as a user types it. */
export const commandText = (
  { words, namespace, last = [] }: { words: readonly string[]; namespace: string; last?: readonly string[] },
  { values }: { values: ClusterValues },
): string => [...words.map(quoted), ...clusterWords({ namespace, values }), ...last.map(quoted)].join(' ');
