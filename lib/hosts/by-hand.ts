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

/** A command of kubectl, without the flags that lead to its cluster, which come before `last`. */
export interface ByHand {
  words: string[];
  last: string[];
}

type Seen = Pick<Observed, 'group' | 'host'>;

/**
 * What a person does next by hand with a host that no run of this tool can end: one command, which fails where anybody has
 * written to the host since. Undefined where nothing keeps the host, or where it is for others to let it go.
 *
 * @param url the address that the status is to have; that of the spec when absent.
 */
export function byHand(seen: Observed, url = seen.host.image?.url): ByHand | undefined {
  const { host } = seen;
  if (hasLostStatus(seen)) return givingStatusBack(seen);
  if (urlsDiffer(host)) return url ? patchingStatus(seen, { provisioning: { image: { url } } }) : undefined;
  const isTheirs = host.paused === undefined || host.paused === HELD_VALUE || isPausedByController(seen);
  return isTheirs || dangers(seen).length > 0 ? undefined : unpausing(seen);
}

/** Takes a pause away, and the record beside it. */
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

/** Says of a host without a status that its image is on its disk, with what the API requires of a status. */
const givingStatusBack = (seen: Seen): ByHand =>
  patchingStatus(seen, {
    errorCount: 0,
    errorMessage: '',
    operationalStatus: '',
    poweredOn: true,
    provisioning: { ID: '', state: PROVISIONED, image: seen.host.image },
  });

/** A status is what admission webhooks leave alone, and a change of it alone starts nothing. */
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
