import type { PackedEnd, PackedRun } from '../support/packed.ts';
import type { RelayOptions } from '../support/relay.ts';
import type { Stage } from '../support/stage.ts';
import type { Procedure } from './procedures.ts';

/** A broken host of its own, on a stage where the operator runs. */
export interface Place {
  stage: Stage;
  namespace: string;
  name: string;
}

/** How one process went, with the words that it was started with. */
export interface Ended extends PackedEnd {
  words: string[];
}

/** A process of the tool at work on the host. */
export interface Started {
  process: PackedRun;
  ended: Promise<Ended>;
}

/** One case while it is played: the host, and what has happened to it. */
export interface Scene extends Place {
  procedure: Procedure;
  /** Starts the tool, through a relay where `hooks` are to see its requests. */
  start(words: string[], hooks?: RelayOptions): Promise<Started>;
  /** The run that is disturbed; there as soon as it sends anything. */
  disturbed: Started | undefined;
  /** All runs, in the order of their start. */
  started: Promise<Ended>[];
  /** Whether somebody removed the pause while the two addresses differed, with what the documented order leaves. */
  sawWindow: boolean;
  /** What was done to the host, in words, one line each. */
  done: string[];
  /** What is not as it has to be. */
  problems: string[];
}
