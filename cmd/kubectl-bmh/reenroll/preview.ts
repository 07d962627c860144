import { requestOf } from '../../../lib/hosts/action.ts';
import { fold } from '../../../lib/hosts/reenroll/procedure.ts';
import { enrolmentOf } from '../../../lib/hosts/reenroll/state.ts';
import { hostResource } from '../../../lib/names.ts';
import { type Change, runOnCopy, writePreview } from '../../preview.ts';
import type { Access } from '../repair/access.ts';
import { SHOWN } from '../repair/render.ts';
import { type Report, type Run, reportOf } from './report.ts';
import { type ReenrollProcedure, stepsOf } from './steps.ts';
import { NOT_DONE } from './unfinished.ts';

/**
 * Writes what would be sent, decided on the observed copy alone; undefined where that has said everything. With
 * `--dry-run=server` each patch is sent with `dryRun=All` too, so that the server's own checks have their say.
 */
export async function previewed(
  run: Run,
  access: Access,
  procedure: ReenrollProcedure,
): Promise<Report | undefined> {
  const { values, session, host, name, namespace } = run;
  const changes: Change[] = [];
  const { placeOf } = stepsOf(procedure);
  const outcome = await runOnCopy(procedure, enrolmentOf(access.observed), async (action, before, step) => {
    const after = fold(action, before);
    if (action.kind !== 'patch') return after;
    const { observed } = before;
    if (values.dryRun === 'server') await session.client.send(requestOf(action, observed, { dryRun: true }));
    changes.push({
      step: placeOf(step),
      title: step.title,
      request: requestOf(action, observed),
      before: observed.object,
      after: after.observed.object,
    });
    return after;
  });
  if (outcome.kind === 'refused')
    return reportOf(run, access, {
      verdict: 'refused',
      message: `${NOT_DONE(`host ${namespace}/${name}`)}; nothing was changed`,
      refusals: outcome.refusals,
    });
  if (outcome.kind !== 'done')
    throw outcome.kind === 'failed' ? outcome.error : new Error(`a preview ended ${outcome.kind}`);
  await writePreview(changes, host, {
    diff: values.diff,
    output: values.output,
    resource: hostResource(access.observed.group, name),
    paint: session.stdoutPaint,
    shown: SHOWN,
  });
  return undefined;
}
