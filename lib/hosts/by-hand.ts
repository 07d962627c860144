import {
  HELD_VALUE,
  HOST_RESOURCE,
  PROVISIONED,
  pausedAnnotation,
  RECORD_ANNOTATION,
} from '../objects/names.ts';
import { isPausedByController } from './guards/untouchable.ts';
import { urlsDiffer } from './host.ts';
import { dangers } from './manual-pause.ts';
import type { Observed } from './observed.ts';
import { hasLostStatus } from './risk.ts';

/** A kubectl command without the connection flags, which go before `last`. */
export interface ByHand {
  words: string[];
  last: string[];
}

type Seen = Pick<Observed, 'group' | 'host'>;

/**
 * The kubectl command with which a user continues on a host that no run of this tool can finish. It fails if the host was written
 * to since. Undefined if nothing holds the host, or if another user or a controller has to release it.
 *
 * @param url the address to write to the status; by default the address in the spec.
 */
export function byHand(seen: Observed, url = seen.host.image?.url): ByHand | undefined {
  const { host } = seen;
  if (hasLostStatus(seen)) return givingStatusBack(seen);
  if (urlsDiffer(host)) return url ? patchingStatus(seen, { provisioning: { image: { url } } }) : undefined;
  const isTheirs = host.paused === undefined || host.paused === HELD_VALUE || isPausedByController(seen);
  return isTheirs || dangers(seen).length > 0 ? undefined : unpausing(seen);
}

/** Removes the pause and the record. */
export const unpausing = ({ group, host }: Seen): ByHand => ({
  words: [
    'kubectl',
    'annotate',
    `${HOST_RESOURCE}.${group}`,
    host.name,
    `${pausedAnnotation(group)}-`,
    ...(host.recordText === undefined ? [] : [`${RECORD_ANNOTATION}-`]),
  ],
  last: host.resourceVersion === undefined ? [] : [`--resource-version=${host.resourceVersion}`],
});

/** Restores a lost status: the image is on the disk. The other fields are those that the API requires. */
const givingStatusBack = (seen: Seen): ByHand =>
  patchingStatus(seen, {
    errorCount: 0,
    errorMessage: '',
    operationalStatus: '',
    poweredOn: true,
    provisioning: { ID: '', state: PROVISIONED, image: seen.host.image },
  });

/** Admission webhooks do not see status patches, and a status change alone triggers no provisioning. */
const patchingStatus = ({ group, host: { name, resourceVersion } }: Seen, status: object): ByHand => ({
  words: [
    'kubectl',
    'patch',
    `${HOST_RESOURCE}.${group}`,
    name,
    '--subresource=status',
    '--type=merge',
    '-p',
    JSON.stringify({ metadata: { resourceVersion }, status }),
  ],
  last: [],
});
