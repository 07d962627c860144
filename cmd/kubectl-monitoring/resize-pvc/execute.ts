import type { Progress } from '../../../lib/cli/progress.ts';
import { isRefused } from '../../../lib/kube/errors.ts';
import type { KubeObject } from '../../../lib/kube/types.ts';
import { nextMove, type Procedure, type Step } from '../../../lib/procedure/procedure.ts';
import { type Outcome, run } from '../../../lib/procedure/run.ts';
import { type Action, fold, requestOf, type Write, withObject } from '../../../lib/volumes/action.ts';
import type { Observed } from '../../../lib/volumes/observed.ts';
import { afterInterruption } from '../../interruption.ts';
import { stepsShown } from '../../shared/change/steps-shown.ts';
import { lookingOn } from './looking-on.ts';
import { isStale } from './read.ts';
import type { Run } from './report.ts';
import type { ShownSteps } from './steps.ts';

/** How long an interrupted run waits for the request in flight. */
const GRACE = 5_000;

/** Steps are shown from the first on. */
const NONE_SHOWN = 0;

/** Runs the bracket against the cluster. */
export async function execute(
  procedure: Procedure<Observed, Action>,
  start: Observed,
  { run: call, steps, progress }: { run: Run; steps: ShownSteps; progress: Progress },
): Promise<Outcome<Observed, Action>> {
  const { session, host } = call;
  const cluster = lookingOn(call, start.instance.name, progress.note);
  let last: Action['kind'] = 'wait';
  const shown = stepsShown(progress, NONE_SHOWN, (title) => {
    // What has to be waited for again may be the work of this run: a policy that comes back changes the StatefulSet too.
    if (last !== 'wait')
      session.warn(`somebody else writes to this instance: step "${title}" had to be done again`);
  });
  const grace = afterInterruption(host.interrupted, GRACE);
  const send = (write: Write, observed: Observed, dryRun = false): Promise<KubeObject> =>
    session.client.send<KubeObject>(requestOf(write, observed, { dryRun }), grace.signal);
  const perform = async (action: Action, observed: Observed): Promise<Observed> => {
    last = action.kind;
    switch (action.kind) {
      case 'try':
        await Promise.all(action.writes.map((write) => send(write, observed, true)));
        return fold(action, observed);
      case 'wait':
        return cluster.end(observed);
      default: {
        const answered = after(action, observed, await send(action, observed));
        // What is decided inside the bracket has to be read inside it: what was read before it may be minutes old.
        const opens = action.of.kind === 'record' && action.kind !== 'delete';
        return opens && !host.interrupted.aborted ? cluster.read(answered) : answered;
      }
    }
  };
  try {
    return await run(procedure, start, {
      perform,
      observe: cluster.read,
      waits: ({ kind }) => kind === 'wait',
      isStale,
      isRefused,
      started: (step) => {
        cluster.begin({ title: step.title, isDue: (observed) => isNext(procedure, step, observed) });
        shown.started(steps.placeOf(step));
      },
      done: (step) => shown.done(steps.placeOf(step), step.title),
      signal: host.interrupted,
    });
  } finally {
    grace.clear();
  }
}

/** Whether a step is what the run would do now. */
function isNext(
  procedure: Procedure<Observed, Action>,
  step: Step<Observed, Action>,
  observed: Observed,
): boolean {
  const move = nextMove(procedure, observed);
  return move.kind === 'act' && move.step === step;
}

/** What is observed after a write, by the server's answer: of a deletion, the object on its way or word that it is gone. */
function after(write: Write, observed: Observed, answer: KubeObject): Observed {
  const isGone = write.kind === 'delete' && (answer.kind === 'Status' || !answer.metadata.deletionTimestamp);
  return withObject(observed, write.of, isGone ? undefined : answer);
}
