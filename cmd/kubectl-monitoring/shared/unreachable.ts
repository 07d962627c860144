import type { Host } from '../../../lib/cli/command.ts';
import { folded } from '../../../lib/cli/folded.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { printable } from '../../../lib/words/text.ts';
import { resultOf, writeResult } from '../../shared/render.ts';
import { MONITORING } from './plugin.ts';

/** Whether an error says that the cluster cannot be queried. */
export const isUnreachable = (error: unknown): error is CommandError =>
  error instanceof CommandError && ['api', 'timeout'].includes(error.kind);

/** The cluster cannot be queried, so its state is unknown: exit code 2, not 1. */
export async function reportUnreachable(
  { message, hint }: CommandError,
  { kind, output }: { kind: string; output: string | undefined },
  host: Host,
): Promise<number> {
  const exitCode = 2;
  const result = { verdict: 'unknown', exitCode, message, ...(hint && { hint }), items: [] } as const;
  await writeResult(host, output, () => resultOf(MONITORING, kind, result));
  host.stderr.write(folded(`${printable([message, hint].filter(Boolean).join('\n'))}\n`, host.stderr));
  return exitCode;
}
