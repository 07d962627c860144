import type { Interference, Passed } from '../support/relay.ts';
import type { Named, Scene } from './scene.ts';

/** One thing that goes wrong, at a request of a run; `S` is the scene on which it is done. */
export interface Fault<S = Scene> {
  name: string;
  /** Whether the request has not reached the server yet, or the server has done it and its answer is on the way. */
  moment: 'before' | 'after';
  /** Absent: once. `each`: at each request for the same purpose from there on; `on`: at every request from there on. */
  lasts?: 'each' | 'on';
  /** The purposes of the requests that it applies to; absent: all. */
  at?: readonly string[];
  /** Which of those it does not apply to all the same. */
  spares?(request: Named): boolean;
  /** Does it. What it gives is done to the request. */
  strike(scene: S, request: Passed): Promise<Interference | undefined> | Interference | undefined;
  /** Flags that the disturbed run is given. */
  flags?: string[];
  /** Whether the run can't say anything any more. */
  kills?: boolean;
  /** Whether the run gets over it by itself: it ends with exit 0. */
  passes?: boolean;
}
