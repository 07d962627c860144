import { randomUUID } from 'node:crypto';
import { type Access, readLast } from '../../../lib/cluster/hosts/access.ts';
import { type Action, fold, requestOf } from '../../../lib/hosts/action.ts';
import { type CurrentState, currentStateOf } from '../../../lib/hosts/current-state.ts';
import { holdFor, otherWriters } from '../../../lib/hosts/gitops.ts';
import { GUARDS } from '../../../lib/hosts/guards/all.ts';
import type { Aim } from '../../../lib/hosts/guards/guard.ts';
import { specDiffers } from '../../../lib/hosts/host.ts';
import type { Target } from '../../../lib/hosts/image.ts';
import { type Observed, pauseOf } from '../../../lib/hosts/observed.ts';
import { hostAfter, hostProcedure } from '../../../lib/hosts/procedure.ts';
import { isConflict, isRefused, NotKept } from '../../../lib/kube/api/errors.ts';
import { hostResource, PAUSED_VALUE, RECORD_ANNOTATION } from '../../../lib/objects/names.ts';
import { refusalsOf, type Warning, warningsOf } from '../../../lib/procedure/guard.ts';
import type { Procedure, Refusal } from '../../../lib/procedure/procedure.ts';
import type { Change, Left, NotDone, StepProgress } from '../../shared/change/change.ts';
import { FRAME } from '../shared/frame.ts';
import { commandByHand, commandToResume, commandToSee } from '../shared/next-commands.ts';
import { payloadFolder } from '../shared/payload-files.ts';
import { type Report, type Run, reportOf } from '../shared/report.ts';
import { BMH, sanitize } from '../shared/sanitize.ts';
import { hostProxy } from './host-proxy.ts';
import { planText } from './plan.ts';
import { leftBefore, NOT_DONE, RESULTS } from './refusal.ts';
import { type Tools, workOn } from './work.ts';

/** What to carry out, and the texts of its plan and prompt. */
export interface Intent extends Aim {
  why: string;
  question: string;
  /** Reads the host after the bracket and reports the result. */
  verify(access: Access, observed: Observed, step: StepProgress): Promise<Report>;
}

/** §4.A on one host: its repair, or the undo of one. */
export function hostChange(
  run: Run,
  found: Access,
  intent: Intent,
  tools: Tools = toolsFor(run),
): Change<Observed, Action, Report> {
  const { session, namespace, name } = run;
  const hold = heldFor(run, found.observed);
  const { observed } = found;
  const { goal, target, order, why } = intent;
  const where = `host ${namespace}/${name}`;
  const procedure = procedureFor(run, observed, { aim: intent, hold });
  const { access, said } = warnedOf(found, intent);
  const safer = said.some(({ name: guard }) => guard === 'more-writers');
  const { connection, paint } = session;
  return {
    procedure,
    frame: FRAME,
    kind: 'host',
    where,
    notDone: NOT_DONE[goal](where),
    declined: DECLINED[goal],
    withdrawn: 'the pause was removed',
    resource: hostResource(observed.group, name),
    plugin: BMH,
    result: RESULTS[run.goal],

    warnings: access.warnings,
    denied: deniedBy(run, access, intent),
    plan: () =>
      planText(observed, {
        after: hostAfter(observed, intent),
        why,
        order: safer
          ? [`as documented; ${SAFER}`]
          : order === 'safe'
            ? safeLines(otherWriters(observed))
            : [],
        hold,
        connection,
        paint,
      }),
    question: safer ? `${intent.question} (${SAFER})` : intent.question,
    resumes:
      typeof observed.record === 'object' && observed.record.goal === goal
        ? { run: goal, ...(safer && { effect: SAFER }) }
        : undefined,
    before: (refusals) => (refusals.length > 0 ? leftBefore(run, observed, refusals) : {}),

    fold,
    write: (action, before) =>
      action.kind === 'patch'
        ? { request: requestOf(action, before), dryRun: requestOf(action, before, { dryRun: true }) }
        : undefined,
    objectOf: (_, { object }) => object,
    bookkeeping: [RECORD_ANNOTATION],

    isStale: isConflict,
    isRefused,
    work: (progress) => workOn(run, observed, { progress, tools }),
    lastLook: (last) => readLast(session.client, last),
    left: (outcome, last, wasFound) => left(run, { outcome, last, wasFound, procedure }),
    ends(outcome, last) {
      if (outcome.kind !== 'interrupted' || !isResumed(last, target)) return undefined;
      const next = commandToSee(run);
      return {
        verdict: 'interrupted',
        message: `Interrupted: ${where} is patched and resumed; to see whether the error comes back: ${next}`,
        next,
      };
    },
    verify: (last, step) => intent.verify(access, last, step),
    report: ({ refusals = [], ...ending }, last) =>
      reportOf(run, access, { ...ending, target, refusals: withWayOut(run, last, refusals) }),
  };
}

const SAFER = '--order safe is safer here';

/** Lines of the plan about the safe order, with the writers that it is safe from. */
const safeLines = (writers: string[]): string[] => [
  'safe: empty the status, spec, status',
  ...(writers.length > 0 ? [`other writers: ${sanitize(writers.join(', '))}`] : []),
];
const DECLINED = { repair: 'not repaired', undo: 'not undone' };

/** The proxy and payload files of a run on a single host. */
const toolsFor = ({ session, values, name }: Run): Tools => ({
  proxy: hostProxy(session, values.proxyPort),
  files: () => payloadFolder(values.payloadDir).filesOf(name),
});

/** `found` with the warnings of guards added; `said` are those alone. */
export function warnedOf(found: Access, intent: Aim): { access: Access; said: Warning[] } {
  const said = warningsOf(GUARDS.warnings, found.observed, intent);
  return { access: { ...found, warnings: [...found.warnings, ...said] }, said };
}

/** Rights that are missing for a run, as refusals with the RBAC rule that grants them. */
export const deniedBy = ({ accepted }: Run, { observed }: Access, { goal, target, order }: Aim): Refusal[] =>
  refusalsOf(GUARDS.rights, observed, { goal, target, order, accepted });

/** How long to keep the pause before the resume, in milliseconds. */
export const heldFor = ({ accepted, hold }: Run, observed: Observed): number =>
  hold ?? holdFor(observed, accepted);

/** The bracket of §4.A for this run. */
const procedureFor = (
  { accepted, version, host }: Run,
  observed: Observed,
  { aim: { goal, target, order }, hold }: { aim: Aim; hold: number },
): Procedure<Observed, Action> =>
  hostProcedure({
    goal,
    target,
    order,
    accepted,
    hold,
    isUnderForeignPause: pauseOf(observed) === 'foreign',
    run: { run: randomUUID(), version, started: host.clock.now().toISOString() },
  });

/** The state of the host after an unfinished run, and the command that resumes or ends it. */
function left(
  run: Run,
  {
    outcome,
    last,
    wasFound,
    procedure,
  }: {
    outcome: NotDone<Observed, Action>;
    last: Observed;
    wasFound: boolean;
    procedure: Procedure<Observed, Action>;
  },
): Left {
  const where = `host ${run.namespace}/${run.name}`;
  const doubt = wasFound || outcome.kind !== 'failed' ? undefined : doubtAbout(where, outcome, procedure);
  const currentState = doubt ?? currentStateOf(last);
  const isChanged = outcome.kind === 'failed' && outcome.error instanceof NotKept;
  const isUnrecorded = isChanged && last.record === undefined && last.host.paused === PAUSED_VALUE;
  const way = isChanged ? wayOut(run, last) : undefined;
  // The next run refuses on the writer that restored the address (guard gitops).
  const isPutBack = outcome.kind === 'refused' && outcome.refusals.some(({ guard }) => guard === PUT_BACK);
  const again = isPutBack ? withAccepted(run, 'gitops') : run;
  // If the host cannot be read, its record may already have this run's goal.
  const next = way ?? commandToResume(again, wasFound ? last : { record: undefined });
  return {
    state: isUnrecorded ? `${where} is paused by this run, but carries no record of it` : currentState.text,
    ...((currentState.unfinished || way !== undefined) && { next }),
  };
}

/** The state to report when a failed write may have been carried out and the host cannot be read to find out. */
function doubtAbout(
  where: string,
  { step, observed }: Extract<NotDone<Observed, Action>, { kind: 'failed' }>,
  { tryOut, close }: Procedure<Observed, Action>,
): CurrentState | undefined {
  if (step === tryOut) return undefined;
  const isPaused = pauseOf(observed) !== 'none' && step !== close;
  const pause = isPaused ? 'is paused by this unfinished run' : 'may be paused by this run';
  return {
    text: `${where} ${pause}: it is not known whether the last request was carried out, so do not remove the pause by hand`,
    unfinished: true,
  };
}

/** The refusals of a run; a restored address gets the undo command in its hint. */
const withWayOut = (run: Run, last: Observed, refusals: Refusal[]): Refusal[] =>
  refusals.map((refusal) =>
    refusal.guard === PUT_BACK && run.goal === 'repair'
      ? { ...refusal, hint: `${refusal.hint}\nTo undo the repair instead: ${wayOut(run, last)}` }
      : refusal,
  );

const PUT_BACK = 'address-put-back';

const withAccepted = (run: Run, guard: Run['values']['accept'][number]): Run => ({
  ...run,
  values: { ...run.values, accept: [...new Set([...run.values.accept, guard])] },
});

/** The command that ends a run which admission blocks: undo for a repair, kubectl by hand for an undo. */
const wayOut = (run: Run, last: Observed): string | undefined =>
  run.goal === 'repair' && typeof last.record === 'object'
    ? commandToResume({ ...run, goal: 'undo' }, { record: undefined })
    : commandByHand(run, last);

/** Whether a repair patched both addresses and closed its bracket. */
const isResumed = ({ host, record }: Observed, { url }: Target): boolean =>
  record === undefined && host.paused === undefined && !specDiffers(host) && host.image?.url === url;
