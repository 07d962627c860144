import { PROVISIONED, RECORD_ANNOTATION } from '../objects/names.ts';
import { masked } from '../words/masked.ts';
import { type Check, targetChecks } from './health.ts';
import type { Host } from './host.ts';
import { isAtFixedAddress, NO_TARGET, type Target, type TargetOptions, targetOf } from './image.ts';
import { type Observed, pauseOf } from './observed.ts';

/**
 * The addresses that a healthy host has: the target of an unfinished repair, or those requested by `options`. Without either,
 * the current address is right unless it contains an IP address, which a repair would replace.
 */
export function expectedTarget(
  { host, record }: Pick<Observed, 'host' | 'record'>,
  options: Pick<TargetOptions, 'service' | 'imageUrl'> = {},
): Target {
  if (typeof record === 'object' && record.goal === 'repair') return record.target;
  const { url = '', checksum = '' } = host.image ?? {};
  const isAsked = options.service !== undefined || options.imageUrl !== undefined;
  if (!isAsked && url && !isAtFixedAddress({ url, checksum: undefined })) return { url, checksum };
  return targetOf(url, options) ?? NO_TARGET;
}

/**
 * The checks of a repaired host: the documented verification (§4.A, after step 9) and, in addition, that no run is unfinished
 * and no error or IP address is left.
 */
export function verificationOf(observed: Observed, target: Target): Check[] {
  const { host } = observed;
  return [
    ...targetChecks(host, target),
    ...(host.customDeploy || host.statusCustomDeploy
      ? [
          {
            name: 'spec.customDeploy.method',
            ok: !host.statusCustomDeploy || host.statusCustomDeploy === host.customDeploy,
            found: host.customDeploy || 'absent',
          },
        ]
      : []),
    { name: 'status.provisioning.state', ok: host.state === PROVISIONED, found: host.state || 'empty' },
    {
      name: 'status.operationalStatus',
      ok: host.operationalStatus === 'OK',
      found: host.operationalStatus || 'empty',
    },
    { name: 'status.errorType', ok: host.errorType === undefined, found: host.errorType ?? 'absent' },
    {
      name: 'spec.image.checksum',
      ok: !isAtFixedAddress({ url: undefined, checksum: host.image?.checksum }),
      found: masked(host.image?.checksum ?? 'absent'),
    },
    { name: 'pause', ok: host.paused === undefined, found: pauseText(observed) },
    {
      name: RECORD_ANNOTATION,
      ok: host.recordText === undefined,
      found: host.recordText === undefined ? 'absent' : 'an unfinished run',
    },
    {
      name: 'metadata.deletionTimestamp',
      ok: !host.deleting,
      found: host.deleting ? 'being deleted' : 'absent',
    },
  ];
}

/** Whether a host has no image and its state needs none, so that there is nothing to verify. */
export const isWithoutImage = ({ image, statusImage, state }: Host): boolean =>
  !image?.url && !statusImage.url && state !== PROVISIONED;

/** Why there is nothing to verify or to wait for on such a host. */
export const nothingProvisioned = ({ state }: Host): string =>
  `its state is "${state ?? ''}", and it has no image`;

/** What is said of the hosts without an image that a selection contains. */
export const skippedText = (count: number, purpose: 'to verify' | 'to wait for'): string =>
  count === 1
    ? `Skipped 1 spare host: it has no image ${purpose}`
    : `Skipped ${count} spare hosts: they have no image ${purpose}`;

const pauseText = (observed: Observed): string =>
  ({
    none: 'absent',
    ours: 'of an unfinished run',
    foreign: observed.host.paused ? `value "${observed.host.paused}"` : 'without a value',
  })[pauseOf(observed)];
