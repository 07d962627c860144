import { randomUUID } from 'node:crypto';
import type { Progress } from '../../../lib/cli/progress.ts';
import type { Action } from '../../../lib/hosts/action.ts';
import { holdFor } from '../../../lib/hosts/gitops.ts';
import { GUARDS } from '../../../lib/hosts/guards/all.ts';
import type { Aim } from '../../../lib/hosts/guards/guard.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import { hostProcedure } from '../../../lib/hosts/procedure.ts';
import { refusalsOf, type Warning, warningsOf } from '../../../lib/procedure/guard.ts';
import type { Procedure, Refusal } from '../../../lib/procedure/procedure.ts';
import type { Aside } from '../side-by-side.ts';
import type { Access } from './access.ts';
import { execute } from './execute.ts';
import type { HostProxy } from './host-proxy.ts';
import type { PayloadFiles } from './payload-files.ts';
import type { Report, Run } from './report.ts';
import { type ShownSteps, stepsOf, VERIFY_ACCESS } from './steps.ts';
import { unfinished } from './unfinished.ts';

/** What is to be carried out, and how it is put to the person. */
export interface Intent extends Aim {
  why: string;
  question: string;
  /** Looks at the host after the bracket: what came of it. */
  verify(
    access: Access,
    done: { observed: Observed; progress: Progress; steps: ShownSteps<Observed, Action> },
  ): Promise<Report>;
}

/** What is worth saying before a run, beside what could not be read. */
export function warnedOf(found: Access, intent: Aim): { access: Access; said: Warning[] } {
  const said = warningsOf(GUARDS.warnings, found.observed, intent);
  return { access: { ...found, warnings: [...found.warnings, ...said] }, said };
}

/** What of a run is not allowed, as a refusal that says the rule which would allow it. */
export const deniedBy = ({ accepted }: Run, { observed }: Access, { goal, target, order }: Aim): Refusal[] =>
  refusalsOf(GUARDS.rights, observed, { goal, target, order, accepted });

/** How long this run keeps the pause before the resume, in milliseconds. */
export const heldFor = ({ accepted, hold }: Run, observed: Observed): number =>
  hold ?? holdFor(observed, accepted);

/** The bracket of §4.A for this run. */
export const procedureFor = (
  run: Run,
  observed: Observed,
  { goal, target, order }: Aim,
): Procedure<Observed, Action> => {
  const { accepted, version, host } = run;
  return hostProcedure({
    goal,
    target,
    order,
    accepted,
    hold: heldFor(run, observed),
    run: { run: randomUUID(), version, started: host.clock.now().toISOString() },
  });
};

/** §4.A steps 2 to 9 on one host, through a proxy that others may share, and the verification behind them. */
export async function runBracket(
  run: Run,
  access: Access,
  {
    intent,
    proxy,
    files,
    show,
    aside = (waiting) => waiting(),
  }: {
    intent: Intent;
    proxy: HostProxy;
    files: PayloadFiles;
    /** Keeps the pause before the resume; here when absent. */
    aside?: Aside;
    /** Shows the steps with these titles. */
    show(titles: string[]): Promise<Progress>;
  },
): Promise<Report> {
  const procedure = procedureFor(run, access.observed, intent);
  const steps = stepsOf(procedure);
  const progress = await show(steps.titles);
  progress.done(VERIFY_ACCESS);
  try {
    const outcome = await execute(procedure, access.observed, {
      session: run.session,
      steps,
      progress,
      proxy,
      files,
      interrupted: run.ends.bracket,
      // What keeps a host paused is a wait: it ends with the person's interruption, in a fleet as well.
      keep: (milliseconds) => aside(() => run.host.clock.after(milliseconds, run.ends.wait)),
    });
    if (outcome.kind !== 'done')
      return await unfinished(run, access, { outcome, target: intent.target, steps, progress });
    progress.done(steps.stopProxy);
    return await intent.verify(access, { observed: outcome.observed, progress, steps });
  } finally {
    await progress.end();
  }
}
