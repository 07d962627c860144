import { urlsDiffer } from './host.ts';
import type { Observed } from './observed.ts';
import { detachmentOf } from './reenroll/state.ts';

/**
 * Whether the operator wipes a host as soon as it looks at it, and nothing of ours or of others keeps it from looking: a
 * pause, or an unfinished re-enrolment, under which it takes no action.
 */
export const isAboutToBeWiped = (observed: Observed): boolean =>
  observed.host.paused === undefined && urlsDiffer(observed.host) && detachmentOf(observed) !== 'ours';
