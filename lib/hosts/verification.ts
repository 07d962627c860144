import { PROVISIONED, RECORD_ANNOTATION } from '../objects/names.ts';
import { masked } from '../words/masked.ts';
import { type Check, targetChecks } from './health.ts';
import type { Host } from './host.ts';
import { isAtFixedAddress, NO_TARGET, type Target, type TargetOptions, targetOf } from './image.ts';
import { type Observed, pauseOf } from './observed.ts';

/**
 * The addresses that a healthy host has: those that an unfinished repair brings in or, without one, those that are asked
 * for. Where nothing is asked for, its own are right unless they hold an IP address, which is what a repair replaces.
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
 * What must hold of a repaired host as it is now: the document's verification (§4.A, after step 9) and, beyond it, that
 * nothing is unfinished and no error or IP address is left.
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

/** Whether a host has no image and is in no state that needs one: there is nothing of it to verify. */
export const isWithoutImage = ({ image, statusImage, state }: Host): boolean =>
  !image?.url && !statusImage.url && state !== PROVISIONED;

/** That there is nothing of such a host to verify or to wait for. */
export const nothingProvisioned = ({ state }: Host): string =>
  `its state is "${state ?? ''}", and it has no image`;

const pauseText = (observed: Observed): string =>
  ({
    none: 'absent',
    ours: 'of an unfinished run',
    foreign: observed.host.paused ? `value "${observed.host.paused}"` : 'without a value',
  })[pauseOf(observed)];
