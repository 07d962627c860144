import { folded } from '../../../lib/cli/folded.ts';
import { showProgress } from '../../../lib/cli/progress.ts';
import { confirm } from '../../../lib/cli/prompt.ts';
import type { Ending } from '../render.ts';
import type { Call, Change } from './change.ts';
import { stepsLeft } from './rehearse.ts';
import { declined, refused, runChange } from './run-change.ts';

/** Confirms, runs and verifies a change and returns its report, or prints a preview and returns undefined. */
export async function carryOut<O, A, R extends Ending>(
  change: Change<O, A, R>,
  observed: O,
  { values, session, host }: Call,
): Promise<R | undefined> {
  const { warnings, denied } = change;
  for (const { name, reason, hint } of warnings) session.warn(`${reason}: ${hint} (${name})`);
  if (values.diff || values.dryRun !== 'none') {
    for (const { reason } of denied) session.warn(reason);
    const { previewed } = await import('./preview.ts');
    return previewed(change, observed, { values, session, host });
  }
  if (denied.length > 0) return refused(change, observed, denied);
  const left = change.resumes && (await stepsLeft(change, observed));
  const row = (left ?? []).map((title, at) => `  ${(at === 0 ? 'Left' : '').padEnd(10)} ${title}\n`).join('');
  host.stderr.write(folded(`${change.plan()}${row}`, host.stderr));
  if (!values.yes && !(await confirm(questionOf(change, left), host))) return declined(change, observed);
  const acknowledge = (): void => void host.stderr.write('Interrupted: finishing this step...\n');
  host.interrupted.addEventListener('abort', acknowledge, { once: true });
  try {
    return await runChange(change, observed, {
      show: (titles) => showProgress(titles, host, session.paint),
      warn: session.warn,
      interrupted: host.interrupted,
      now: host.clock.now,
    });
  } finally {
    host.interrupted.removeEventListener('abort', acknowledge);
  }
}

/** The prompt: that of the change or, where it resumes an earlier run, how much of it is left. */
export function questionOf(
  { question, resumes }: Pick<Change<never, never, Ending>, 'question' | 'resumes'>,
  left: string[] | undefined,
): string {
  if (!resumes) return question;
  const { run, effect } = resumes;
  const steps = left && `${left.length} ${left.length === 1 ? 'step' : 'steps'} left`;
  const said = [steps, effect].filter(Boolean).join('; ');
  return `Finish the ${run}?${said && ` ${said}.`}`;
}
