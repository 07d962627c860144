import type { Host, Progress } from '../../../lib/cli/command.ts';
import type { DocumentFormat } from '../../../lib/cli/output.ts';
import type { Session } from '../../../lib/cluster/session.ts';
import type { KubeObject, KubeRequest } from '../../../lib/kube/api/types.ts';
import type { Warning } from '../../../lib/procedure/guard.ts';
import type { Outcome, Procedure, Refusal, Step } from '../../../lib/procedure/procedure.ts';
import { exitCodes } from '../../../lib/words/errors.ts';
import type { Verdict } from '../../../lib/words/verdict.ts';
import type { Ending, Plugin } from '../render.ts';
import type { Frame } from './steps.ts';

/** What a command says of a run; what is left out is the same in each of its reports. */
export type Said = Pick<Ending, 'verdict' | 'message'> & Partial<Ending>;

/** How the object stands where a run did not finish, and the command that resumes it. */
export type Left = Pick<Ending, 'state' | 'next'>;

/** The run of a procedure that did not come to its end. */
export type NotDone<O, A> = Exclude<Outcome<O, A>, { kind: 'done' }>;

/** What a run works with once it has begun. */
export interface Work<O, A> {
  /** Does one action; gives what is observed then. The request in flight ends with `signal`. */
  perform(action: A, observed: O, signal: AbortSignal): Promise<O>;
  observe(observed: O): Promise<O>;
  /** Whether an action only looks on. */
  waits(action: A): boolean;
  /** Resolves when an action may be done or, without one, when the end may be told; at once when absent. */
  ready?(action?: A): Promise<unknown>;
  starts?(step: Step<O, A>): void;
  /** Aborts where the run is to end before its next action, beside the person's interruption. */
  cut?: AbortSignal;
  /** Closes what was opened, on every way out. */
  close?(): Promise<void>;
}

/** Shows the one step of the verification. */
export interface StepProgress extends Pick<Progress, 'note'> {
  done(note?: string): void;
  failed(note: string): void;
}

/**
 * One change of one object. `O` is what is observed of it, `A` what can be done, `R` what is reported. The engine runs
 * warnings → rights → dry run → plan → question → progress → procedure → verification → report, and knows no subject.
 */
export interface Change<O, A, R extends Ending> {
  procedure: Procedure<O, A>;
  frame: Frame;
  /** What is wrong with this, in a few words: `host`, `instance`. */
  kind: string;
  /** `host metal/worker-0`. */
  where: string;
  /** `host metal/worker-0 is not repaired`. */
  notDone: string;
  /** The same of a run that was declined: `not repaired`. */
  declined: string;
  /** What it means that the opening was withdrawn: `the pause was taken back`. */
  withdrawn: string;
  /** As `-o name` prints it. */
  resource: string;
  plugin: Plugin;
  /** What the result is called as data: `RepairList`. */
  result: string;

  warnings: readonly Warning[];
  /** Rights that are missing. */
  denied: Refusal[];
  plan(): string;
  question: string;
  /** What a former run left, beside refusals that come before anything is changed; nothing where that is all. */
  before(refusals: Refusal[]): Left;

  /** What is observed after an action if nobody else writes. */
  fold(action: A, observed: O): O;
  /** The request that an action is; undefined for what writes nothing. `dryRun` is the same with `dryRun=All`. */
  write(
    action: A,
    observed: O,
    start: O,
  ): { request: KubeRequest; dryRun?: KubeRequest | undefined } | undefined;
  /** The copy of the object that an action writes. */
  objectOf(action: A, observed: O): KubeObject | undefined;
  /** What a preview says beside its requests: data for JSON and YAML, and text for a person. */
  more?: { data: object; text(): Promise<string> };

  /** Who else has written what an action is to write again, in words; undefined, or absent, where nobody can say. */
  writer?(observed: O): string | undefined;
  /** Whether an error means that an action was decided on something out of date, and nothing was changed. */
  isStale(error: unknown): boolean;
  /** Whether an error means that an action was refused for good, and nothing was changed. */
  isRefused(error: unknown): boolean;
  work(progress: Progress): Work<O, A>;
  /** Looks once more after a run that did not finish; undefined where that fails. */
  lastLook(observed: O): Promise<O | undefined>;
  /** How things stand after such a run. `found` says whether they were read again. */
  left(outcome: NotDone<O, A>, last: O, found: boolean): Left;
  /** What is to be said of an outcome that is none of the usual ends; undefined for all others. */
  ends?(outcome: NotDone<O, A>, last: O): Said | undefined;
  /** Looks at the object behind the procedure: what came of it. */
  verify(observed: O, shown: StepProgress): Promise<R>;
  report(said: Said, observed: O): R;
}

/** How a command was called, as far as every change needs it. */
export interface Call {
  values: { diff: boolean; dryRun: string; yes: boolean; output?: DocumentFormat | 'name' | undefined };
  session: Session;
  host: Host;
}

/** The exit code of a change that ended so. */
export const exitCodeOf = (verdict: Verdict): number => CODES[verdict] ?? 1;

const CODES: Partial<Record<Verdict, number>> = {
  repaired: 0,
  resized: 0,
  paused: 0,
  resumed: 0,
  undone: 0,
  /** Written, without waiting for the operator. */
  applied: 0,
  unchanged: 0,
  healthy: 0,
  'timed-out': exitCodes.timeout,
  interrupted: exitCodes.aborted,
};
