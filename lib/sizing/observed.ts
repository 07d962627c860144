import type { InstanceObject } from '../volumes/instance.ts';

import type { Answers } from './measured.ts';
import type { PodObject } from './pod.ts';

/** Something that is not known, and why. */
export interface Gap {
  /** `measured CPU`. */
  what: string;
  reason: string;
}

/** What was read for a sizing. What could not be is undefined or empty, and among the gaps. */
export interface Observed {
  namespace: string;
  /** How many nodes a person asks about; undefined: as many as the cluster has. */
  asked: number | undefined;
  /** How many nodes the cluster has. One of both is known. */
  nodes: number | undefined;
  /** All pods of the namespace. */
  pods: PodObject[] | undefined;
  /** Its metrics servers. */
  servers: InstanceObject[];
  /** How a Prometheus was reached, in words. */
  via: string | undefined;
  answers: Answers;
  gaps: Gap[];
}
