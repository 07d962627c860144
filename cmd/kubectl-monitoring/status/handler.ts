import type { Handler, Host } from '../../../lib/cli/command.ts';
import { folded } from '../../../lib/cli/folded.ts';
import { isDocument, writeDocument } from '../../../lib/cli/output.ts';
import { screenOf } from '../../../lib/cli/style.ts';
import { readBlock } from '../../../lib/cluster/block/read-block.ts';
import { local } from '../../../lib/cluster/metrics/local.ts';
import { openSession } from '../../../lib/cluster/session.ts';
import { MONITORING_NAMESPACE } from '../../../lib/objects/names.ts';
import { EXIT_CODES, findingsOf, verdictOf } from '../../../lib/status/judge.ts';
import { CommandError, exitCodes } from '../../../lib/words/errors.ts';
import { printable } from '../../../lib/words/text.ts';
import { REQUEST_LIMIT } from '../../shared/durations.ts';
import { resultOf } from '../../shared/render.ts';
import { MONITORING } from '../shared/plugin.ts';
import type { StatusValues } from './flags.ts';
import { dataOf, KIND, renderStatus } from './render.ts';

/** `kubectl monitoring status`: the state of the building block, once or with --watch. */
export const status: Handler<StatusValues> = async ({ values }, host) => {
  const { allNamespaces, prometheus, watch, output, requestTimeout = REQUEST_LIMIT } = values;
  const fallback = values.namespace ?? MONITORING_NAMESPACE;
  const namespace = allNamespaces ? undefined : fallback;
  // An invalid address fails before any request.
  if (prometheus !== undefined) local(prometheus).close();
  const session = await openSession({ ...values, namespace: fallback, requestTimeout }, host);
  const snapshot = async (): Promise<Snapshot> => {
    const block = await readBlock({ session, host, prometheus, namespace, fallback }, host.clock.now());
    const findings = findingsOf(block);
    const wide = output === 'wide';
    const text = renderStatus(block, findings, {
      screen: screenOf(host, session.stdoutPaint),
      wide,
      details: values.details,
      values,
    });
    return {
      text,
      exitCode: EXIT_CODES[verdictOf(findings, block)],
      async write() {
        if (isDocument(output)) await writeDocument(host.stdout, output, dataOf(block, findings, { values }));
        else host.stdout.write(text);
      },
    };
  };
  try {
    if (watch) return await watchStatus(snapshot, host, { output, warn: session.warn });
    const { write, exitCode } = await snapshot();
    await write();
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommandError) || !['api', 'timeout'].includes(error.kind)) throw error;
    return reportUnreachable(error, values, host);
  } finally {
    session.client.close();
  }
};

/** The cluster cannot be queried, so the state of its block is unknown: exit code 2, not 1. */
async function reportUnreachable(
  { message, hint }: CommandError,
  { output }: StatusValues,
  { stdout, stderr }: Host,
): Promise<number> {
  const exitCode = EXIT_CODES.unknown;
  const result = { verdict: 'unknown', exitCode, message, ...(hint && { hint }), items: [] } as const;
  if (isDocument(output)) await writeDocument(stdout, output, resultOf(MONITORING, KIND, result));
  stderr.write(folded(`${printable([message, hint].filter(Boolean).join('\n'))}\n`, stderr));
  return exitCode;
}

/** The state of the block at one moment. */
export interface Snapshot {
  /** The rendered text; --watch compares it to detect changes. */
  text: string;
  exitCode: number;
  /** Writes it on stdout in the format asked for. */
  write(): Promise<void>;
}

/** Milliseconds between two snapshots. */
const PAUSE = 5_000;

/** Clears the screen and moves the cursor to the top left. */
const CLEARED = '\x1b[2J\x1b[H';

/**
 * Takes snapshots until interrupted, and prints each one that differs from the one before. A server that fails meanwhile is a
 * warning, once per message.
 *
 * @returns the exit code of an interruption: nothing else ends it.
 * @throws {CommandError} if the first snapshot fails.
 */
export async function watchStatus(
  look: () => Promise<Snapshot>,
  { stdout, clock, interrupted }: Pick<Host, 'stdout' | 'clock' | 'interrupted'>,
  { output, warn }: { output: StatusValues['output']; warn(text: string): void },
): Promise<number> {
  let shown: string | undefined;
  let said: string | undefined;
  const lost = (error: unknown): undefined => {
    if (!(error instanceof CommandError) || interrupted.aborted || shown === undefined) throw error;
    const { message } = error;
    if (message !== said) warn(`the block cannot be checked, retrying (${message})`);
    said = message;
  };
  try {
    for (;;) {
      const seen = await look().catch(lost);
      if (seen) said = undefined;
      if (seen && seen.text !== shown) {
        stdout.write(
          leadOf(output, clock.now(), { first: shown === undefined, terminal: stdout.isTTY === true }),
        );
        await seen.write();
        shown = seen.text;
      }
      await clock.after(PAUSE, interrupted);
      interrupted.throwIfAborted();
    }
  } catch (error) {
    if (interrupted.aborted) return exitCodes.aborted;
    throw error;
  }
}

/** What precedes a snapshot: its time, or `---` between YAML documents. */
function leadOf(
  output: StatusValues['output'],
  now: Date,
  { first, terminal }: { first: boolean; terminal: boolean },
): string {
  if (!isDocument(output)) {
    const before = terminal ? CLEARED : first ? '' : '\n';
    return `${before}${now.toISOString().replace(/\.\d+Z$/, 'Z')}\n`;
  }
  return first || output === 'json' ? '' : '---\n';
}
