import { PROVISIONED, STATUS_ANNOTATION } from '../objects/names.ts';
import { type Host, isUnwanted, specDiffers } from './host.ts';
import type { Observed } from './observed.ts';
import { detachmentOf } from './reenroll/record.ts';

/**
 * Whether the operator wipes a host on the next reconcile, because neither a pause nor an unfinished reenroll of this tool keeps it
 * from acting.
 */
export const isAboutToBeWiped = (observed: Observed): boolean =>
  observed.host.paused === undefined && specDiffers(observed.host) && detachmentOf(observed) !== 'ours';

/** Whether a host is unpaused and the operator deprovisions it on the next reconcile. */
export const isAtRisk = (host: Host): boolean =>
  host.state === PROVISIONED && host.paused === undefined && isUnwanted(host);

/**
 * Whether a host was moved while it was paused: CAPM3 treats any pause as its own and then saves no status, so the host arrives
 * paused and without one. Its disk is safe until it is resumed; then the operator provisions it again. A host with a consumer
 * was provisioned before; one with a saved status gets it back.
 */
export const hasLostStatus = ({ host }: Pick<Observed, 'host'>): boolean =>
  host.paused !== undefined && isUnprovisionedYet(host) && !(STATUS_ANNOTATION in host.annotations);

/** Whether the operator would treat a host as new and provision it for its consumer. */
const isUnprovisionedYet = ({ state = '', image, consumer }: Host): boolean =>
  state === '' && Boolean(image?.url) && consumer !== undefined;
