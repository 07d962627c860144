import type { KubeObject } from '../../../../lib/kube/api/types.ts';
import type { Write } from '../../../shared/change/write.ts';
import { MONITORING } from '../../shared/plugin.ts';
import type { Description, Plan, Run } from './description.ts';
import { endingOf } from './ending.ts';

/** Prints what would be sent, or what it would change. */
export async function previewed(
  run: Run,
  plans: readonly Plan[],
  { shown = same, compared = same }: Pick<Description<never>, 'shown' | 'compared'>,
): Promise<number> {
  const { words, values, session, host } = run;
  const { writePreview } = await import('../../../shared/change/preview.ts');
  const isDiff = values.diff && values.output === undefined;
  const previews = plans.map((plan, at) => ({
    report: endingOf(run, plan, {
      verdict: 'unchanged',
      reason: 'dry-run',
      message: 'dry run: nothing was changed',
    }),
    writes:
      plan.change === 'unchanged'
        ? []
        : [writeOf(plan, at + 1, values.dryRun === 'server')].map(shown).map(isDiff ? compared : same),
  }));
  const style = { diff: values.diff, paint: session.stdoutPaint, plugin: MONITORING, kind: words.result };
  await writePreview(previews, host, { ...style, output: values.output });
  if (values.output === undefined && previews.every(({ writes }) => writes.length === 0))
    host.stdout.write('Nothing would change.\n');
  return 0;
}

const same = (write: Write): Write => write;

const writeOf = (
  { resource, namespace, request, before, after }: Plan,
  step: number,
  isAsked: boolean,
): Write => ({
  step,
  title: `Apply ${resource} in namespace ${namespace}`,
  request,
  before: before && asGiven(before),
  after: before && after ? asGiven(after) : (request.body as KubeObject),
  isBack: true,
  ...(isAsked && { server: { answer: 'accepted' as const, changes: [] } }),
});

/** An object without what the server sets. */
const asGiven = <T extends KubeObject>(object: T): T => {
  const {
    generation: _generation,
    managedFields: _fields,
    resourceVersion: _version,
    ...metadata
  } = object.metadata;
  return { ...object, metadata };
};
