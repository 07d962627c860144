import type { Labels } from '../../../../lib/alerts/alert-facts.ts';
import { givenLabels } from '../../../../lib/alerts/given-labels.ts';
import { reachedIn, viewRoutes, whyUnnotified } from '../../../../lib/alerts/route-view.ts';
import { isBefore27 } from '../../../../lib/alerts/version.ts';
import type { Handler } from '../../../../lib/cli/command.ts';
import { isDocument, writeDocument } from '../../../../lib/cli/output.ts';
import { screenOf } from '../../../../lib/cli/style.ts';
import { doubtsOf, readRunning } from '../../../../lib/cluster/alerts/read-running.ts';
import { usageError } from '../../../../lib/words/errors.ts';
import { EXIT_CODES } from '../../../../lib/words/verdict.ts';
import { resultOf } from '../../../shared/render.ts';
import { MONITORING } from '../../shared/plugin.ts';
import { unreadItem } from '../shared/unread-item.ts';
import { withManager } from '../shared/with-manager.ts';
import type { AlertRoutesValues } from './flags.ts';
import { routeItem } from './route-item.ts';
import { pathText, treeText } from './tree.ts';

/** `alert routes [--label NAME=VALUE…]`: the routing tree, and the path that an alert takes. */
export const routes: Handler<AlertRoutesValues> = async ({ values }, host) => {
  const { labels, needsUtf8 } = labelsIn(values);
  return withManager(values, host, async ({ manager, stdoutPaint, warn }) => {
    const running = await readRunning(manager);
    const { config, unread, differing } = running;
    const view = viewRoutes(config, labels, host.clock.now());
    const reached = reachedIn(view);
    const reason = labels && whyUnnotified(reached);
    const isDoubtful = unread.length > 0 || differing.length > 0;
    const verdict = isDoubtful ? 'unknown' : reason ? 'degraded' : 'healthy';
    const exitCode = EXIT_CODES[verdict];
    if (isDocument(values.output)) {
      const result = {
        verdict,
        exitCode,
        ...{ reason: reason ?? null, labels: labels ?? null },
        receivers: [...new Set(reached.map(({ route }) => route.receiver))],
        route: routeItem(view),
        ...{ differing, unread: unread.map(unreadItem) },
      } as const;
      await writeDocument(host.stdout, values.output, resultOf(MONITORING, 'AlertRoutes', result));
    } else {
      const screen = screenOf(host, stdoutPaint);
      host.stdout.write(treeText(view, { screen, isMarked: labels !== undefined }));
      if (labels) host.stdout.write(`\n${pathText(labels, reached, screen)}`);
    }
    for (const doubt of doubtsOf(running)) warn(doubt);
    if (needsUtf8 !== undefined && [...running.versions.values()].some(isBefore27)) warn(needsUtf8);
    return exitCode;
  });
};

/** @throws {CommandError} for labels that no alert can have. */
function labelsIn({ label }: AlertRoutesValues): {
  labels: Labels | undefined;
  needsUtf8: string | undefined;
} {
  const { labels, problem } = givenLabels(label);
  if (problem?.kind === 'invalid')
    throw usageError(
      `invalid value for --label: ${problem.message}`,
      'Use NAME=VALUE, such as severity=critical.',
    );
  return { labels: label.length > 0 ? labels : undefined, needsUtf8: problem?.message };
}
