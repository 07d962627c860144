import type { Handler } from '../../../lib/cli/command.ts';
import { screenOf } from '../../../lib/cli/style.ts';
import { readBlock } from '../../../lib/cluster/block/read-block.ts';
import { local } from '../../../lib/cluster/metrics/local.ts';
import { openSession } from '../../../lib/cluster/session.ts';
import { MONITORING_NAMESPACE } from '../../../lib/objects/names.ts';
import { findingsOf, verdictOf } from '../../../lib/status/judge.ts';
import { EXIT_CODES } from '../../../lib/words/verdict.ts';
import { REQUEST_LIMIT } from '../../shared/durations.ts';
import { type Shown, showStatus } from '../shared/watch-status.ts';
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
  const look = async (): Promise<Shown> => {
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
      data: () => dataOf(block, findings, { values }),
    };
  };
  return showStatus(look, host, { session, output, watch, kind: KIND, what: 'the block' });
};
