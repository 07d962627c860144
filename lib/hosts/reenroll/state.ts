import { DETACHED, DETACHED_VALUE, detachedAnnotation } from '../../objects/names.ts';
import type { Host } from '../host.ts';
import type { Observed } from '../observed.ts';
import { type ReenrollRecord, reenrollmentOf } from './record.ts';

/** Everything that a re-enrolment decides on. */
export interface Enrolment {
  observed: Observed;
  record: ReenrollRecord | 'unreadable' | undefined;
  /** The record that this run has seen last: where there is none any more, the re-enrolment was ended. */
  last: ReenrollRecord | undefined;
}

/** What is observed of a host, as a re-enrolment sees it; `before` is what the same run saw before. */
export function enrolmentOf(observed: Observed, before?: Enrolment): Enrolment {
  const record = reenrollmentOf(observed.host);
  return { observed, record, last: typeof record === 'object' ? record : before?.last };
}

/** Who has asked the operator to let go of a host. Ours is the annotation with our value beside a record that claims it. */
export type Detachment = 'none' | 'ours' | 'foreign';

export function detachmentOf({ group, host }: Pick<Observed, 'group' | 'host'>): Detachment {
  const value = host.annotations[detachedAnnotation(group)];
  if (value === undefined) return 'none';
  return value === DETACHED_VALUE && typeof reenrollmentOf(host) === 'object' ? 'ours' : 'foreign';
}

/** Whether the operator has let go of a host: its node is gone, and nothing is done about it until it is attached. */
export const isDetached = ({ operationalStatus }: Host): boolean => operationalStatus === DETACHED;

/** Whether the node that a re-enrolment was begun with is gone, or has another in its place. */
export const isNodeGone = (host: Host, { node }: ReenrollRecord): boolean =>
  isDetached(host) || (host.nodeId ?? '') !== node;
