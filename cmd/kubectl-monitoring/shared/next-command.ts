import type { Command } from '../../../lib/words/finding.ts';
import type { ClusterValues } from '../../../lib/words/shell.ts';
import { commandText } from '../../shared/words.ts';

/** A command without flags of the connection, and the command that reads its output, if any. */
export type NextCommand = Pick<Command, 'words' | 'namespace'> & { into?: string[] };

/** What to run about a problem, as a user types it. */
export function nextText({ next }: { next?: NextCommand }, values: ClusterValues): string | undefined {
  if (!next) return undefined;
  const { into, ...read } = next;
  return [read, ...(into ? [{ words: into, namespace: '' }] : [])]
    .map((command) => commandText(command, { values }))
    .join(' | ');
}
