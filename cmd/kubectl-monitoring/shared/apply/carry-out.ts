import type { Host, Progress } from '../../../../lib/cli/command.ts';
import { showProgress } from '../../../../lib/cli/progress.ts';
import { CommandError, reportable } from '../../../../lib/words/errors.ts';
import type { Ending } from '../../../shared/render.ts';
import { TIMERS } from '../../../shared/timers.ts';
import type { Ground, Loaded, Look, Plan, Run } from './description.ts';
import { endingOf, rendered } from './ending.ts';
import { saidOf } from './said.ts';

interface Work {
  plans: readonly Plan[];
  ground: Pick<Ground<never>, 'watch'>;
  /** In milliseconds. */
  timeout: number;
}

/** Applies the objects, one after the other, and waits until they are loaded. */
export async function carryOut(run: Run, { plans, ground, timeout }: Work): Promise<number> {
  const { values, session, host } = run;
  const look = values.wait && !values.noWait ? await ground.watch(plans) : undefined;
  const { applied, endings } = await applyAll(run, plans);
  if (look && applied.size > 0) {
    const progress = await showProgress(
      plans.map(({ namespace, name }) => `${namespace}/${name}`),
      host,
      session.paint,
    );
    try {
      const results = await waitUntilLoaded(applied, { look, host, timeout, progress });
      for (const [plan, { message, ...result }] of results)
        endings.set(plan, endingOf(run, plan, { ...result, message: `${plan.change}, ${message}` }));
    } catch (error) {
      if (!host.interrupted.aborted) throw error;
    } finally {
      await progress.end();
    }
  }
  return rendered(
    run,
    plans.map((plan) => endings.get(plan) ?? unwaited(run, plan)),
  );
}

/** Applies what changes, until the user interrupts. Returns what is as in its file, with its number, and what became of the others. */
async function applyAll(
  run: Run,
  plans: readonly Plan[],
): Promise<{ applied: Map<Plan, number>; endings: Map<Plan, Ending> }> {
  const endings = new Map<Plan, Ending>();
  const applied = new Map<Plan, number>();
  for (const [index, plan] of plans.entries()) {
    if (run.host.interrupted.aborted) {
      endings.set(plan, endingOf(run, plan, { verdict: 'interrupted', message: 'Interrupted: not applied' }));
      continue;
    }
    try {
      if (plan.change !== 'unchanged') await run.session.client.send(plan.request);
      applied.set(plan, index + 1);
    } catch (error) {
      if (isAborted(error)) {
        const message = `Interrupted: it is not known whether the ${run.words.word} "${plan.name}" was applied`;
        endings.set(plan, endingOf(run, plan, { verdict: 'interrupted', message }));
        continue;
      }
      const { message, hint } = saidOf(reportable(error), plan);
      const said = [message, hint].filter(Boolean).join('\n');
      endings.set(plan, endingOf(run, plan, { verdict: 'failed', message: said }));
    }
  }
  return { applied, endings };
}

/** The user has ended a request that was sent and not answered. */
const isAborted = (error: unknown): boolean => error instanceof CommandError && error.kind === 'aborted';

/** Milliseconds between two looks. */
const PAUSE = 1_000;

/** Waits until each of the applied objects is loaded as it was applied, or until none of the others will be. */
async function waitUntilLoaded(
  applied: ReadonlyMap<Plan, number>,
  { look, host, timeout, progress }: { look: Look; host: Host; timeout: number; progress: Progress },
): Promise<Map<Plan, Loaded>> {
  const clock = host.clock.waits ?? TIMERS;
  const deadline = clock.elapsed() + timeout;
  const pending = new Map(applied);
  const results = new Map<Plan, Loaded>();
  for (;;) {
    const seen = await look([...pending.keys()], clock.elapsed() >= deadline);
    for (const [plan, at] of pending) {
      const one = seen.get(plan);
      if (!one || 'note' in one) {
        progress.note(`${plan.name}: ${one?.note ?? 'not read yet'}`);
        continue;
      }
      const { result } = one;
      if (result.verdict === 'applied') progress.done(at, result.message);
      else progress.failed(at, result.reason ?? result.message);
      results.set(plan, result);
      pending.delete(plan);
    }
    if (pending.size === 0) return results;
    await clock.after(PAUSE, host.interrupted);
  }
}

/** What is known of an object whose wait was not finished, or not wanted. */
const unwaited = (run: Run, plan: Plan): Ending =>
  run.host.interrupted.aborted
    ? endingOf(run, plan, {
        verdict: 'interrupted',
        message: `Interrupted: ${plan.change}, and not known to be loaded`,
      })
    : endingOf(run, plan, {
        verdict: plan.change === 'unchanged' ? 'unchanged' : 'applied',
        message: plan.change,
      });
