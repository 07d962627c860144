import type { Progress } from '../../../lib/cli/progress.ts';
import { type Action, fold, type Patch, requestOf } from '../../../lib/hosts/action.ts';
import type { HostObject } from '../../../lib/hosts/host.ts';
import { type Observed, withObject } from '../../../lib/hosts/observed.ts';
import { isConflict, isRefused } from '../../../lib/kube/errors.ts';
import type { KubeClient } from '../../../lib/kube/types.ts';
import type { Procedure, Step } from '../../../lib/procedure/procedure.ts';
import { type Outcome, run } from '../../../lib/procedure/run.ts';
import { afterInterruption } from '../../interruption.ts';
import type { Session } from '../../session.ts';
import { stepsShown } from '../../shared/change/steps-shown.ts';
import { lookAgain, observeAgain } from './access.ts';
import type { HostProxy, Passage } from './host-proxy.ts';
import type { PayloadFiles } from './payload-files.ts';
import { type ShownSteps, START_PROXY } from './steps.ts';

/** How long an interrupted run waits for the request in flight. */
const GRACE = 5_000;

export interface Execution {
  session: Session;
  steps: ShownSteps<Observed, Action>;
  progress: Progress;
  proxy: HostProxy;
  files: PayloadFiles;
  /** Ends the run between two requests. */
  interrupted: AbortSignal;
  /** Keeps the pause before the resume for so many milliseconds; rejects where that is interrupted. */
  keep(milliseconds: number): Promise<void>;
}

/** §4.A steps 2 to 8: the bracket, whose requests go through the proxy; on every way out it is closed to this host again. */
export async function execute(
  procedure: Procedure<Observed, Action>,
  start: Observed,
  { session, steps, progress, proxy, files, interrupted, keep }: Execution,
): Promise<Outcome<Observed, Action>> {
  // It opens while the patches are tried, which changes nothing and goes past it.
  const opening = proxy.openTo(start).then((passage) => {
    progress.done(START_PROXY, `127.0.0.1:${passage.port}`);
    return passage;
  });
  opening.catch(() => {});
  const again = (title: string): void =>
    session.warn(`somebody else writes to this host: step "${title}" had to be done again`);
  const shown = stepsShown(progress, START_PROXY, again);
  const grace = afterInterruption(interrupted, GRACE);
  const cutShort = new AbortController();
  const look = async (hold: number, observed: Observed): Promise<Observed> => {
    if (hold > 0) progress.note(HELD);
    const isKept = hold === 0 || (await isDone(keep(hold)));
    if (isKept) return lookAgain((await opening).client, session.client, observed);
    cutShort.abort();
    return observed;
  };
  const perform = performWith({ direct: session.client, opening, look }, files, grace.signal);
  let place = START_PROXY;
  try {
    const outcome = await run(procedure, start, {
      // What comes behind the proxy is shown behind it.
      perform: async (action, observed) => {
        if (action.kind !== 'try') await opening;
        shown.started(place);
        return perform(action, observed);
      },
      observe: async (observed) => observeAgain((await opening).client, session.client, observed),
      waits: ({ kind }) => kind === 'look',
      isStale: isConflict,
      isRefused,
      started: (step) => {
        place = steps.placeOf(step);
      },
      done: (step, observed) =>
        shown.done(steps.placeOf(step), step.title, noteOn(step, observed, procedure)),
      signal: AbortSignal.any([interrupted, cutShort.signal]),
    });
    await opening;
    return outcome;
  } finally {
    grace.clear();
    files.remove();
    await opening.then(
      (passage) => passage.close(),
      () => {},
    );
  }
}

/** Under somebody else's pause, which is neither written nor removed, a run opens and closes by its record alone. */
function noteOn(
  step: Step<Observed, Action>,
  { host, record }: Observed,
  { open, close }: Procedure<Observed, Action>,
): string | undefined {
  const opened = step === open && typeof record === 'object' && record.foreignPause !== undefined;
  const closed = step === close && host.paused !== undefined;
  return opened || closed ? "the record alone: somebody else's pause is kept" : undefined;
}

const HELD = 'the pause is kept, to see whether another writer puts its address back';

const isDone = (waiting: Promise<void>): Promise<boolean> =>
  waiting.then(
    () => true,
    () => false,
  );

interface Pathways {
  direct: KubeClient;
  opening: Promise<Passage>;
  look(hold: number, observed: Observed): Promise<Observed>;
}

/** Does actions for real; what the payload files say is what is sent. */
function performWith({ direct, opening, look }: Pathways, files: PayloadFiles, signal: AbortSignal) {
  const fromFile = (patch: Patch): Patch =>
    patch.part ? { ...patch, payload: files.payload(patch.part) } : patch;
  return async (action: Action, observed: Observed): Promise<Observed> => {
    switch (action.kind) {
      case 'try':
        await Promise.all(
          action.patches.map((patch) => direct.send(requestOf(patch, observed, { dryRun: true }), signal)),
        );
        return fold(action, observed);
      case 'write':
        files.write(action.payloads);
        return fold(action, observed);
      case 'validate':
        files.validate();
        return fold(action, observed);
      case 'look':
        return look(action.hold, observed);
      case 'patch': {
        const { client } = await opening;
        const object = await client.send<HostObject>(requestOf(fromFile(action), observed), signal);
        return withObject(observed, object);
      }
    }
  };
}
