import type { Handler } from '../../../lib/cli/command.ts';
import { isDocument, writeDocument } from '../../../lib/cli/output.ts';
import { screenOf } from '../../../lib/cli/style.ts';
import { readBlock } from '../../../lib/cluster/block/read-block.ts';
import { local } from '../../../lib/cluster/metrics/local.ts';
import { openSession } from '../../../lib/cluster/session.ts';
import { MONITORING_NAMESPACE } from '../../../lib/objects/names.ts';
import { EXIT_CODES, findingsOf, verdictOf } from '../../../lib/status/judge.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { REQUEST_LIMIT } from '../../shared/durations.ts';
import { reportUnreachable } from '../shared/unreachable.ts';
import { type Snapshot, watchStatus } from '../shared/watch-status.ts';
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
    if (watch) return await watchStatus(snapshot, host, { output, warn: session.warn, what: 'the block' });
    const { write, exitCode } = await snapshot();
    await write();
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommandError) || !['api', 'timeout'].includes(error.kind)) throw error;
    return reportUnreachable(error, { kind: KIND, output }, host);
  } finally {
    session.client.close();
  }
};
