import type { Handler } from '../../../lib/cli/command.ts';
import { isDocument, writeDocument } from '../../../lib/cli/output.ts';
import { screenOf } from '../../../lib/cli/style.ts';
import { openSession } from '../../../lib/cluster/session.ts';
import { observe } from '../../../lib/cluster/sizing/observe.ts';
import { MONITORING_NAMESPACE } from '../../../lib/objects/names.ts';
import { findingsOf, sizingOf } from '../../../lib/sizing/sizing.ts';
import { usageError } from '../../../lib/words/errors.ts';
import { REQUEST_LIMIT } from '../../shared/durations.ts';
import { renderError } from '../../shared/render.ts';
import { MONITORING } from '../shared/plugin.ts';
import { dataOf, KIND } from './data.ts';
import type { SizingValues } from './flags.ts';

/** Far more than Kubernetes supports: a larger number is a typo. */
const MOST_NODES = 100_000;

/** `kubectl monitoring sizing`: the rule of §8 beside requests, limits, current use and expected need; with --values, what values should set. */
export const sizing: Handler<SizingValues> = async ({ values }, host) => {
  const { nodes, output, prometheus } = values;
  if (nodes !== undefined && (nodes < 1 || nodes > MOST_NODES))
    throw usageError(
      `invalid value "${nodes}" for --nodes`,
      `Use a number of nodes from 1 to ${MOST_NODES}.`,
    );
  const needing = (['diff', 'commit', 'yes'] as const).find((name) => values[name]);
  if (needing !== undefined && values.values.length === 0)
    throw usageError(`--${needing} needs --values`, `Pass --values FILE, or leave out --${needing}.`);
  // The files are read before the cluster: what is wrong with them is said at once.
  const propose =
    values.values.length > 0 ? await (await import('./proposals.ts')).openProposals(values, host) : undefined;
  const namespace = values.namespace ?? MONITORING_NAMESPACE;
  const requestTimeout = values.requestTimeout ?? REQUEST_LIMIT;
  const session = await openSession({ ...values, namespace, requestTimeout }, host);
  let unasked: Error | undefined;
  try {
    const observed = await observe({ session, host, prometheus }, { namespace, asked: nodes });
    const found = sizingOf(observed);
    const findings = findingsOf(found);
    if (!isDocument(output)) {
      const { rendered } = await import('./render.ts');
      const screen = screenOf(host, session.stdoutPaint);
      host.stdout.write(rendered(found, findings, { screen, values, wide: output === 'wide' }));
    }
    const proposed = await propose?.(observed, found);
    if (isDocument(output))
      await writeDocument(host.stdout, output, dataOf(found, findings, { values, proposed }));
    unasked = proposed?.error;
    if (!unasked) return proposed?.exitCode ?? 0;
  } catch (error) {
    await renderError(error, host, { output, plugin: MONITORING, kind: KIND });
    throw error;
  } finally {
    session.client.close();
  }
  // The result was written already.
  throw unasked;
};
