import type { Handler, Host } from '../../../lib/cli/command.ts';
import { writeDocument } from '../../../lib/cli/output.ts';
import { readBlock } from '../../../lib/cluster/block/read-block.ts';
import { local } from '../../../lib/cluster/metrics/local.ts';
import { openSession, type Session } from '../../../lib/cluster/session.ts';
import { MONITORING_NAMESPACE } from '../../../lib/objects/names.ts';
import type { Block } from '../../../lib/status/block.ts';
import { EXIT_CODES, findingsOf, verdictOf } from '../../../lib/status/judge.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { printable } from '../../../lib/words/text.ts';
import { REQUEST_LIMIT } from '../../shared/durations.ts';
import { dataOf } from './data.ts';
import type { StatusValues } from './flags.ts';
import { renderStatus } from './render.ts';
import { type Look, watchStatus } from './watch.ts';

/** `kubectl monitoring status`: how the building block stands, once or again and again. It changes nothing. */
export const status: Handler<StatusValues> = async ({ values }, host) => {
  const { allNamespaces, prometheus, watch, output, requestTimeout = REQUEST_LIMIT } = values;
  const fallback = values.namespace ?? MONITORING_NAMESPACE;
  const namespace = allNamespaces ? undefined : fallback;
  // What is no address is no reason to ask anybody.
  if (prometheus !== undefined) local(prometheus).close();
  const session = await openSession({ ...values, namespace: fallback, requestTimeout }, host);
  const read = (): Promise<Block> =>
    readBlock({ session, host, prometheus, namespace, fallback }, host.clock.now());
  try {
    if (watch)
      return await watchStatus(async () => lookAt(await read(), host, { values, session }), host, {
        output,
        warn: session.warn,
      });
    const { write, exitCode } = lookAt(await read(), host, { values, session });
    await write();
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommandError) || !['api', 'timeout'].includes(error.kind)) throw error;
    return untold(error, values, host);
  } finally {
    session.client.close();
  }
};

/** What is to be said of a block. */
function lookAt(
  block: Block,
  { stdout }: Host,
  { values, session: { stdoutPaint: paint } }: { values: StatusValues; session: Session },
): Look {
  const { output } = values;
  const findings = findingsOf(block);
  const text = renderStatus(block, findings, { columns: stdout.columns, paint, values });
  return {
    text,
    exitCode: EXIT_CODES[verdictOf(findings, block)],
    async write() {
      if (output) await writeDocument(stdout, output, dataOf(block, findings, { values }));
      else stdout.write(text);
    },
  };
}

/** The cluster did not let itself be asked: that says nothing of its block, least of all that it needs work. */
async function untold(
  { message, mend }: CommandError,
  { output }: StatusValues,
  { stdout, stderr }: Host,
): Promise<number> {
  const exitCode = EXIT_CODES.unknown;
  if (output)
    await writeDocument(stdout, output, { verdict: 'unknown', exitCode, message, mend: mend ?? null });
  stderr.write(`${printable([message, mend].filter(Boolean).join('\n'))}\n`);
  return exitCode;
}
