import type { PackedEnd, PackedName, PackedRun } from '../support/packed.ts';
import type { Passed, RelayOptions } from '../support/relay.ts';
import type { Endpoint } from '../support/server.ts';

/** One request of a run. */
export interface Named {
  purpose: string;
  /** Tells it from the others of that purpose. */
  name: string;
}

/** What a program is run with on a scene. */
export interface Ground {
  program: PackedName;
  /** The server, without a relay. */
  endpoint: Endpoint;
  /** A folder that goes with the scene. */
  folder: string;
  /** Writes a kubeconfig and gives its path. */
  kubeconfig(endpoint: Endpoint): Promise<string>;
  /** Flags that every call gets, beside the kubeconfig. */
  flags: readonly string[];
  /** Names the requests of one run, in their order. */
  requestNames(): (request: Passed) => Named;
  /** The purposes of requests that write. */
  writes: readonly string[];
}

/** How one process went, with what it was started with. */
export interface Ended extends PackedEnd {
  program: PackedName;
  words: string[];
}

/** A process of the tool at work. */
export interface Started {
  process: PackedRun;
  ended: Promise<Ended>;
}

/** One case while it is played: where, and what has happened. */
export interface Scene extends Ground {
  /** Starts the tool, through a relay where `hooks` are to see its requests. */
  start(words: string[], hooks?: RelayOptions): Promise<Started>;
  /** The run that is disturbed; there as soon as it sends anything. */
  disturbed: Started | undefined;
  /** All runs, in the order of their start. */
  started: Promise<Ended>[];
  /** What was done to it, in words, one line each. */
  done: string[];
  /** What is not as it has to be. */
  problems: string[];
}
