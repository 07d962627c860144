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

/** The parts of a report that differ between the reports of a command. */
export type Said = Pick<Ending, 'verdict' | 'message'> & Partial<Ending>;

/** The state of the object after an unfinished run, and the next command. */
export type Left = Pick<Ending, 'state' | 'next'>;

/** The outcome of a run that did not finish. */
export type NotDone<O, A> = Exclude<Outcome<O, A>, { kind: 'done' }>;

/** What a started run works with. */
export interface Work<O, A> {
  /** Does one action and returns the new observation. `signal` aborts the request in flight. */
  perform(action: A, observed: O, signal: AbortSignal): Promise<O>;
  observe(observed: O): Promise<O>;
  /** Whether an action only waits. */
  waits(action: A): boolean;
  /** Resolves when an action may be done or, without one, when the run may end. At once if absent. */
  ready?(action?: A): Promise<unknown>;
  starts?(step: Step<O, A>): void;
  /** Aborts to end the run before its next action, in addition to the user's interruption. */
  cut?: AbortSignal;
  /** Releases resources, however the run ends. */
  close?(): Promise<void>;
}

/** Progress of the verification, which is one step. */
export interface StepProgress extends Pick<Progress, 'note'> {
  done(note?: string): void;
  failed(note: string): void;
}

/**
 * One change of one object: `O` is an observation of it, `A` an action, `R` a report. The engine runs warnings → rights → dry run →
 * plan → confirmation → progress → procedure → verification → report, and knows no subject.
 */
export interface Change<O, A, R extends Ending> {
  procedure: Procedure<O, A>;
  frame: Frame;
  /** The kind of object, for messages: `host`, `instance`. */
  kind: string;
  /** `host metal/worker-0`. */
  where: string;
  /** `host metal/worker-0 was not repaired`. */
  notDone: string;
  /** The same for a declined run: `not repaired`. */
  declined: string;
  /** What withdrawing the opening did: `the pause was removed`. */
  withdrawn: string;
  /** As `-o name` prints it. */
  resource: string;
  plugin: Plugin;
  /** What the result is called as data: `RepairList`. */
  result: string;

  warnings: readonly Warning[];
  /** Missing permissions. */
  denied: Refusal[];
  plan(): string;
  question: string;
  /** The earlier run that this one resumes, for the prompt: `repair`, and what finishing it does: `nothing will be stopped`. */
  resumes?: { run: string; effect?: string } | undefined;
  /** What an earlier run left, for refusals before any change. Empty if there is nothing to add. */
  before(refusals: Refusal[]): Left;

  /** The observation after an action if there is no other writer. */
  fold(action: A, observed: O): O;
  /** The request of an action, or undefined if it writes nothing. `dryRun` is the same with `dryRun=All`. */
  write(
    action: A,
    observed: O,
    start: O,
  ): { request: KubeRequest; dryRun?: KubeRequest | undefined } | undefined;
  /** The observed object that an action writes. */
  objectOf(action: A, observed: O): KubeObject | undefined;
  /** Annotations that hold a record of the run: a diff names them without their content. */
  bookkeeping?: readonly string[];
  /** What a preview shows besides its requests: data for JSON and YAML, text otherwise. */
  more?: { data: object; text(): Promise<string> };

  /** Who else wrote what an action writes again, for messages. Undefined or absent if unknown. */
  writer?(observed: O): string | undefined;
  /** Whether an error means that the observation was out of date and nothing was changed. */
  isStale(error: unknown): boolean;
  /** Whether an error means that an action was refused permanently and nothing was changed. */
  isRefused(error: unknown): boolean;
  work(progress: Progress): Work<O, A>;
  /** Observes again after an unfinished run. Undefined if that fails. */
  lastLook(observed: O): Promise<O | undefined>;
  /** The state after such a run. `found`: whether it was read again. */
  left(outcome: NotDone<O, A>, last: O, found: boolean): Left;
  /** The report of an unusual outcome. Undefined for all others. */
  ends?(outcome: NotDone<O, A>, last: O): Said | undefined;
  /** Checks the result after the procedure. */
  verify(observed: O, shown: StepProgress): Promise<R>;
  report(said: Said, observed: O): R;
}

/** The parts of a call that every change needs. */
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
