import { type Action, fold, requestOf } from '../../../lib/hosts/action.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import type { KubeClient } from '../../../lib/kube/types.ts';
import type { Procedure } from '../../../lib/procedure/procedure.ts';
import type { Outcome } from '../../../lib/procedure/run.ts';
import { type Write as Change, runOnCopy } from '../../shared/change/preview.ts';
import type { Access } from './access.ts';
import { type Intent, procedureFor } from './bracket.ts';
import { type Report, type Run, reportOf } from './report.ts';
import { stepsOf } from './steps.ts';
import { NOT_DONE } from './unfinished.ts';

/** What a run would change; its report, where a guard refuses on the way. */
export async function previewOf(
  run: Run,
  access: Access,
  intent: Intent,
): Promise<{ changes: Change[] } | Report> {
  const { values, session, namespace, name } = run;
  const { goal, target } = intent;
  const client = values.dryRun === 'server' ? session.client : undefined;
  const { changes, outcome } = await preview(
    procedureFor(run, access.observed, intent),
    access.observed,
    client,
  );
  if (outcome.kind === 'done') return { changes };
  if (outcome.kind === 'refused')
    return reportOf(run, access, {
      verdict: 'refused',
      message: `${NOT_DONE[goal](`host ${namespace}/${name}`)}; nothing was changed`,
      target,
      refusals: outcome.refusals,
    });
  throw outcome.kind === 'failed' ? outcome.error : new Error(`a preview ended ${outcome.kind}`);
}

/**
 * Runs the procedure on the observed copy alone: each patch is folded into it, as if nobody else wrote. With a client,
 * each is also sent with `dryRun=All`, so that the server's own checks have their say.
 */
async function preview(
  procedure: Procedure<Observed, Action>,
  start: Observed,
  client: KubeClient | undefined,
): Promise<{ changes: Change[]; outcome: Outcome<Observed, Action> }> {
  const changes: Change[] = [];
  const { placeOf } = stepsOf(procedure);
  const outcome = await runOnCopy(procedure, start, async (action, observed, step) => {
    const after = fold(action, observed);
    if (action.kind !== 'patch') return after;
    if (client) await client.send(requestOf(action, observed, { dryRun: true }));
    changes.push({
      step: placeOf(step),
      title: step.title,
      request: requestOf(action, observed),
      before: observed.object,
      after: after.object,
    });
    return after;
  });
  return { changes, outcome };
}
