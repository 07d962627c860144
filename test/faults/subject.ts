import type { TestServer } from '../support/server.ts';
import type { Fault } from './fault.ts';
import type { Ended, Named, Scene } from './scene.ts';

/** A command whose every request is disturbed. */
export interface Procedure {
  /** Of the line that counts its cases. */
  name: string;
  /** With where it starts, as a case names it. */
  title: string;
}

/** One fault at one request of a procedure. */
export interface Case<P extends Procedure, F> {
  /** By which `--only` finds it. */
  name: string;
  procedure: P;
  request: Named;
  fault: F;
}

/** What came of a case. */
export interface Result<P extends Procedure = Procedure, F = unknown> {
  of: Case<P, F>;
  /** Whether the request came that the fault was to be done at. */
  struck: boolean;
  /** What is not as it has to be; where there is nothing, the case has converged. */
  problems: readonly string[];
  /** What was done, in words. */
  done: readonly string[];
  runs: readonly Ended[];
  /** How what the tool works on was meanwhile, a line each. */
  history: readonly string[];
}

/** Scenes, one after the other, each for one case. */
export interface Supply<P extends Procedure, S> {
  next(procedure: P): Promise<S>;
  stop(): Promise<void>;
}

/** What is put through the matrix, with all that is particular to it. */
export interface Subject<P extends Procedure, F extends Fault<S>, S extends Scene, R extends Result<P, F>> {
  procedures: readonly P[];
  /** Everything that is made to go wrong in a procedure. */
  faultsOf(procedure: P): readonly F[];
  /** Whether a request that an undisturbed run has sent comes each time, so that it can be disturbed. */
  isDisturbed(procedure: P, request: Named): boolean;
  /** What a sample has to have a case of, as texts: those of this case. */
  keysOf(one: Case<P, F>): readonly string[];
  /** The same of what the real server is asked again: each fault of each line, not each request. */
  realKeysOf(one: Case<P, F>): readonly string[];
  /** Starts what all scenes of a server share; they are opened while it is held. */
  hold(server: TestServer): Promise<{ stop(): Promise<void> }>;
  openSupply(server: TestServer): Supply<P, S>;
  /** Brings a scene to where its procedure starts. */
  prepare(scene: S): Promise<void>;
  /** The command, without the flags that every call gets. */
  words(scene: S): string[];
  /** Plays a case: the disturbed run, the same command again, and how things are then. */
  play(of: Case<P, F>, scene: S): Promise<R>;
  /** Lines that count the cases. */
  lines(server: string, results: readonly R[]): string[];
}

/** Whether nothing is wrong with what came of a case. */
export const isWell = ({ problems }: Pick<Result, 'problems'>): boolean => problems.length === 0;
