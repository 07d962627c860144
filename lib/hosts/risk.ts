import { STATUS_ANNOTATION } from '../objects/names.ts';
import { type Host, specDiffers } from './host.ts';
import type { Observed } from './observed.ts';
import { detachmentOf } from './reenroll/record.ts';

/**
 * Whether the operator wipes a host as soon as it looks at it, and nothing of ours or of others keeps it from looking: a
 * pause, or an unfinished re-enrolment, under which it takes no action.
 */
export const isAboutToBeWiped = (observed: Observed): boolean =>
  observed.host.paused === undefined && specDiffers(observed.host) && detachmentOf(observed) !== 'ours';

/**
 * Whether a host was moved while it was paused: CAPM3 takes any pause for its own, and then saves no status, so that the host
 * arrives paused and without one. Its disk is safe until it is resumed; then the operator provisions it again. One that is
 * consumed was provisioned before; one with a saved status gets it back.
 */
export const hasLostStatus = ({ host }: Pick<Observed, 'host'>): boolean =>
  host.paused !== undefined && isUnprovisionedYet(host) && !(STATUS_ANNOTATION in host.annotations);

/** Whether the operator, looking at a host, would begin with it from the start and then provision it for its consumer. */
const isUnprovisionedYet = ({ state = '', image, consumer }: Host): boolean =>
  state === '' && Boolean(image?.url) && consumer !== undefined;
