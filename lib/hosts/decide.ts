import { REGISTRATION_ERROR } from '../names.ts';
import type { Refusal } from '../procedure/procedure.ts';
import { type Guard, guards, refusalsOf, unequalUrls, untouchable } from './guards.ts';
import { type Host, urlsDiffer } from './host.ts';
import { contradicts, isAtFixedAddress, masked, type Target, type TargetWish, targetOf } from './image.ts';
import type { Observed } from './observed.ts';

/** What a person asked for, beside the host's name. */
export interface Wish extends TargetWish {
  accepted: ReadonlySet<string>;
  /** Repair a host that has no error yet. */
  preventive: boolean;
}

/** What is to be done about a host (§4.A step 1, read and decided). */
export type Decision =
  /** Nothing is wrong with it: nothing is changed. */
  | { kind: 'healthy' }
  /** It has the error and the new address already: nothing is patched, only verified. */
  | { kind: 'on-target'; target: Target }
  | { kind: 'repair'; target: Target; why: 'error' | 'preventive' | 'unfinished' | 'urls-differ' }
  | { kind: 'refuse'; refusals: Refusal[] };

/** Decides afresh, or on the record of an unfinished run, what the next run does. */
export function decide(observed: Observed, wish: Wish): Decision {
  const { host, record } = observed;
  const target =
    typeof record === 'object' ? record.target : targetOf(host.image?.url ?? host.statusImage.url, wish);
  const refusals = (list: Guard[]) =>
    refusalsOf(list, observed, { target: target ?? NOWHERE, accepted: wish.accepted });
  const refuse = (found: Refusal[]): Decision => ({ kind: 'refuse', refusals: found });

  const stopped = refusals(untouchable);
  if (stopped.some(({ acceptable }) => !acceptable)) return refuse(stopped);
  if (!target) return refuse([...stopped, noImageName(host.image?.url)]);
  const differ = urlsDiffer(host);
  const onTarget = !differ && host.image?.url === target.url && host.image.checksum === target.checksum;
  if (record === undefined && onTarget && isOurs(host)) return { kind: 'on-target', target };
  if (stopped.length > 0)
    return refuse([
      ...refusals([unequalUrls]),
      ...stopped,
      ...refusals(record || differ ? guards : [...entry, ...guards]),
    ]);
  if (typeof record === 'object')
    return contradicts(wish, record.target)
      ? refuse([otherTarget(record.target, wish, host.image?.url)])
      : { kind: 'repair', target, why: 'unfinished' };
  if (differ) {
    // Paused, there is time to judge it first; unpaused there is none.
    const found = host.paused === undefined ? [] : refusals(guards);
    return found.length > 0 ? refuse(found) : { kind: 'repair', target, why: 'urls-differ' };
  }
  const wrong = host.errorType !== undefined;
  if (!wrong && (!wish.preventive || onTarget)) return { kind: 'healthy' };
  const found = refusals([...entry, ...guards]);
  if (found.length > 0) return refuse(found);
  return { kind: 'repair', target, why: wrong ? 'error' : 'preventive' };
}

/** Whether a host's error is the one that this procedure is for. */
const isOurs = ({ errorType, errorMessage }: Host): boolean =>
  errorType === REGISTRATION_ERROR && !isMissingInformation(errorMessage);

/** What must be so for a repair to be begun; one that is unfinished is not asked again. */
export const entry: Guard[] = [
  {
    name: 'other-error',
    protects: 'an error that a new image address does not mend',
    acceptable: false,
    check: ({ host: { errorType } }) =>
      errorType === undefined || errorType === REGISTRATION_ERROR
        ? undefined
        : {
            reason: `the host's error is a "${errorType}", not a "${REGISTRATION_ERROR}"`,
            mend: 'read status.errorMessage; a "registration error" is about the BMC (address, credentials, power)',
          },
  },
  {
    name: 'missing-information',
    protects: 'an error that is about image information that is missing, not about its address',
    acceptable: false,
    check: ({ host }) =>
      isMissingInformation(host.errorMessage)
        ? {
            reason: 'the error says that image information is missing, not that the address does not answer',
            mend: 'look at the node in Ironic (instance_info); a new address does not bring it back',
          }
        : undefined,
  },
  {
    name: 'address-not-ip',
    protects: 'an image whose address is a name already, so that the error has another cause',
    acceptable: true,
    check: ({ host: { image } }) =>
      image && !isAtFixedAddress(image)
        ? {
            reason: `the image address ${masked(image.url ?? '')} holds no IP address, so it is not what this procedure repairs`,
            mend: 'see whether the image server answers there; --accept address-not-ip replaces the address all the same',
          }
        : undefined,
  },
];

/** Stands in for a target that can't be told while it is decided whether the host may be touched at all. */
const NOWHERE: Target = { url: '', checksum: '' };

const isMissingInformation = (message: string | undefined): boolean =>
  /cannot validate image information/i.test(message ?? '') && /\bmissing\b/i.test(message ?? '');

const noImageName = (url: string | undefined): Refusal => ({
  guard: 'no-image-name',
  acceptable: false,
  reason: `no image name can be told from the host's image address (${masked(url ?? 'none')})`,
  mend: 'give --image-name NAME, or --image-url URL with --checksum-url URL',
});

const otherTarget = (held: Target, wish: TargetWish, current: string | undefined): Refusal => ({
  guard: 'other-target',
  acceptable: false,
  reason: `an unfinished run is changing this host to ${shown(held)}, and the flags ask for ${shown(targetOf(current, wish))}`,
  mend: 'run it without these flags to finish that run; then run it again with them',
});

const shown = (target: Target | undefined): string =>
  target ? `${masked(target.url)} (checksum ${masked(target.checksum)})` : 'another image';
