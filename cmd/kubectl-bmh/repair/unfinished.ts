import type { Progress } from '../../../lib/cli/progress.ts';
import { CommandError } from '../../../lib/errors.ts';
import type { Action } from '../../../lib/hosts/action.ts';
import type { Target } from '../../../lib/hosts/image.ts';
import { type Observed, observed as observation } from '../../../lib/hosts/observed.ts';
import { standingOf } from '../../../lib/hosts/standing.ts';
import type { Outcome } from '../../../lib/procedure/run.ts';
import { type Access, readRecord } from './access.ts';
import { type Repair, type Report, reportOf } from './report.ts';

/** Longest that a run which did not finish takes to look at the host once more, in milliseconds. */
const LAST_LOOK = 5_000;

/** What to say of a run that did not come to its end: why, how the host stands now, and what goes on. */
export async function unfinished(
  run: Repair,
  access: Access,
  {
    outcome,
    target,
    progress,
  }: {
    outcome: Exclude<Outcome<Observed, Action>, { kind: 'done' }>;
    target: Target;
    progress: Progress;
  },
): Promise<Report> {
  const { name, namespace, next } = run;
  const where = `host ${namespace}/${name}`;
  const { text, unfinished: isLeft } = standingOf(await lastLook(run, outcome.observed));
  const left = { target, ...(isLeft && { next }) };
  if (outcome.kind === 'interrupted' || run.host.interrupted.aborted)
    return reportOf(run, access, {
      ...left,
      verdict: 'interrupted',
      message: `Interrupted: ${text}${isLeft ? `; to go on: ${next}` : ''}`,
    });
  const common = { ...left, standing: text };
  const withdrawn = 'withdrawn' in outcome && outcome.withdrawn ? '; the pause was taken back' : '';
  switch (outcome.kind) {
    case 'refused':
      progress.failed(outcome.step.number, outcome.refusals.map(({ guard }) => guard).join(', '));
      return reportOf(run, access, {
        ...common,
        verdict: 'refused',
        message: `${where} is not repaired${withdrawn}`,
        refusals: outcome.refusals,
      });
    case 'stalled':
      progress.failed(outcome.step.number, 'no progress');
      return reportOf(run, access, {
        ...common,
        verdict: 'failed',
        message: `giving up at "${outcome.step.title}": somebody keeps changing ${where}; see who writes to it`,
      });
    case 'failed': {
      if (!(outcome.error instanceof CommandError)) throw outcome.error;
      progress.failed(outcome.step.number, outcome.error.message);
      const { message, mend, kind } = outcome.error;
      return reportOf(run, access, {
        ...common,
        verdict: kind === 'timeout' ? 'timeout' : 'failed',
        message: [`${message}${withdrawn}`, mend].filter(Boolean).join('\n'),
      });
    }
  }
}

/** The host as it stands after all, read past the proxy; where that fails, as it was observed last. */
async function lastLook({ name, namespace, session: { client } }: Repair, last: Observed): Promise<Observed> {
  try {
    const object = await readRecord(client, last.group, { namespace, name }, AbortSignal.timeout(LAST_LOOK));
    return observation(object, last.group, last.surroundings);
  } catch {
    return last;
  }
}
