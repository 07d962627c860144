import { isRefused } from '../../../../lib/kube/api/errors.ts';
import type { Refusal } from '../../../../lib/procedure/procedure.ts';
import { asPart } from '../../../../lib/words/errors.ts';
import type { Ending } from '../../../shared/render.ts';
import type { Concern, Plan, Run } from './description.ts';
import { endingOf } from './ending.ts';
import type { ApplyValues } from './flags.ts';
import { saidOf } from './said.ts';

/** Why an object is not applied: it is being deleted, the server rejects it, or something speaks against it and no user is asked. */
export function refusalOf(run: Run, plan: Plan): Ending | undefined {
  const { words, values } = run;
  const { name, rejection, before } = plan;
  const what = `the ${words.word} "${name}"`;
  if (before?.metadata.deletionTimestamp !== undefined)
    return endingOf(run, plan, {
      verdict: 'blocked',
      reason: 'deleting',
      message: `${what} is being deleted; nothing was applied\nWait until it is gone, then run the same command again.`,
    });
  if (rejection) {
    const [reason, said] = isRefused(rejection)
      ? ['rejected', `the server rejects ${what}`]
      : ['not-tried', `the server could not try ${what}`];
    const shown = saidOf(rejection, plan);
    return endingOf(run, plan, {
      ...{ verdict: 'blocked', reason },
      message: [`${said}; nothing was applied: ${asPart(shown)}`, shown.hint].filter(Boolean).join('\n'),
    });
  }
  // A user is asked, and a preview changes nothing.
  if (!values.yes || values.diff || values.dryRun !== 'none') return undefined;
  const open = concernsOf(plan, words.word).filter(({ guard }) => !values.accept.includes(guard));
  const [first] = open;
  if (!first) return undefined;
  return endingOf(run, plan, {
    verdict: 'blocked',
    reason: [...new Set(open.map(({ guard }) => guard))].join(', '),
    message: `${first.summary}; nothing was applied`,
    refusals: open.map(({ guard, reason, hint }): Refusal => ({ guard, acceptable: true, reason, hint })),
  });
}

/** The GitOps source that reverts a change, unless the user has accepted that. */
export const revertedBy = (
  { source, change }: Plan,
  { accept }: Pick<ApplyValues, 'accept'>,
): string | undefined =>
  source?.syncs && change !== 'unchanged' && !accept.includes('gitops') ? source.text : undefined;

/** What speaks against applying an object: that a GitOps source will revert it, and what its command knows. */
function concernsOf(plan: Plan, word: string): Concern[] {
  const source = revertedBy(plan, { accept: [] });
  const gitops = source !== undefined && {
    guard: 'gitops',
    summary: `a GitOps source manages the ${word} "${plan.name}"`,
    reason: `${source} will revert the change`,
    hint: `change the ${word} in its source; to apply it until the next sync, run this again with --accept=gitops`,
  };
  return [...(gitops ? [gitops] : []), ...plan.concerns];
}
