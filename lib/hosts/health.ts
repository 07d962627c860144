import { DETACHED, PAUSED_VALUE, PROVISIONED } from '../objects/names.ts';
import { masked } from '../words/masked.ts';
import { pauserOf } from './guards/untouchable.ts';
import { type Host, type Image, isDeployedByMethod, isUnwanted, urlsDiffer } from './host.ts';
import type { Target } from './image.ts';

/** One thing that must hold at the end, with what was found. */
export interface Check {
  name: string;
  ok: boolean;
  found: string;
}

/** The document's three checks (§4.A, verification after step 9). */
export function documentChecks(host: Host, { url }: Target): Check[] {
  const { errorCount, errorMessage, image } = host;
  return [
    { name: 'status.errorCount', ok: errorCount === 0, found: String(errorCount ?? 'absent') },
    { name: 'status.errorMessage', ok: !errorMessage, found: errorMessage ? `"${errorMessage}"` : 'empty' },
    { name: 'spec.image.url', ok: isAt(host, image, url), found: masked(image?.url ?? 'absent') },
  ];
}

/** Why a host can't be healthy again by itself; undefined while it can. */
export function lossOf(host: Host): string | undefined {
  if (host.state !== PROVISIONED) return `the host's state is now "${host.state ?? ''}"`;
  if (host.deleting) return 'the host is being deleted';
  if (host.paused !== undefined) return undefined;
  if (urlsDiffer(host))
    return 'the image address was changed again: status and spec differ, so the operator wipes the host';
  if (isUnwanted(host))
    return 'its deploy method no longer matches its status, or its image is gone, so the operator wipes the host';
  return undefined;
}

/**
 * What a host has yet to show to be healthy, for a person to read; undefined where it is. It is judged against itself
 * as it was at the resume: what the operator has changed since shows that it has looked at the host. `lastUpdated` has
 * whole seconds only, so a quick recovery may leave it equal; then `operationalStatus` leaving `error` is the sign. Errors
 * that were counted before the resume don't count: a repair has set their number to 0, and the operator never does. One
 * that was detached then has to have got another node.
 */
export function lacking(now: Host, resumed: Host, target: Target): string | undefined {
  if (now.paused !== undefined) return `the host to be resumed: it is paused by ${pauser(now)}`;
  const reconciled =
    now.lastUpdated !== resumed.lastUpdated ||
    (now.operationalStatus === 'OK' && resumed.operationalStatus !== 'OK') ||
    (now.errorType === undefined && resumed.errorType !== undefined);
  const healthyBefore = resumed.operationalStatus === 'OK' && resumed.errorType === undefined;
  if (!reconciled && !healthyBefore) return 'the operator to reconcile the host';
  if (now.errorType !== undefined)
    return `the operator to register the host again (now: ${now.errorType}${message(now)})`;
  if (now.operationalStatus !== 'OK')
    return `operationalStatus OK (now: ${now.operationalStatus || 'empty'})`;
  if (resumed.operationalStatus === DETACHED && now.nodeId === resumed.nodeId)
    return 'the operator to enroll the host again';
  const failing = targetChecks({ ...now, errorCount: errorsSince(now, resumed) }, target).find(
    ({ ok }) => !ok,
  );
  return failing && `${failing.name} (now: ${failing.found})`;
}

/** The document's checks, and that the status names the new address too. */
export const targetChecks = (host: Host, target: Target): Check[] => [
  ...documentChecks(host, target),
  {
    name: 'status.provisioning.image.url',
    ok: isAt(host, host.statusImage, target.url),
    found: masked(host.statusImage.url || 'empty'),
  },
];

/** Whether an image is where it should be: nowhere, where a deploy method alone put the system there. */
const isAt = (host: Host, image: Pick<Image, 'url'> | undefined, url: string): boolean =>
  image?.url ? image.url === url : url === '' && isDeployedByMethod(host);

/**
 * What the operator changes when it gets on with a host. Not `lastUpdated`: from 0.13 on it saves a host in error every minute,
 * though nothing but a condition has changed.
 */
export const told = ({ operationalStatus, errorType, errorMessage, errorCount, state }: Host) => ({
  operationalStatus,
  errorType,
  errorMessage,
  errorCount,
  state,
});

/** What else keeps a host with the right address in the error, for a person to look at next. */
export function otherCauses({ errorCount = 0 }: Host, { url }: Target): string[] {
  const all = [
    `the image server does not serve ${masked(url)}: request it from a pod in the cluster`,
    'its service has no ready endpoints, or Ironic (on the host network) does not resolve the short name',
    errorCount > 0 &&
      `the operator is backing off (errorCount ${errorCount}): its next attempt may be ${backoff(errorCount)} away`,
    'Ironic keeps the old address in its own database: kubectl bmh reenroll enrolls the node again',
  ];
  return all.filter((cause) => cause !== false);
}

/** How long the operator waits at most after so many errors: two minutes after the first, doubling up to 8½ hours. */
export function backoff(errorCount: number): string {
  const minutes = 2 ** Math.min(errorCount, 9);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}

/** A run has the value that people use too, and a record beside it. */
const pauser = (host: Host): string =>
  host.paused === PAUSED_VALUE && host.recordText !== undefined ? 'an unfinished run' : pauserOf({ host });

const errorsSince = (now: Host, { errorCount = 0 }: Host): number | undefined =>
  now.errorCount === undefined ? undefined : Math.max(0, now.errorCount - errorCount);

const message = ({ errorMessage }: Host): string => (errorMessage ? `: ${errorMessage}` : '');
