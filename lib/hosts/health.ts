import { DETACHED, PAUSED_VALUE, PROVISIONED } from '../objects/names.ts';
import { masked } from '../words/masked.ts';
import { pauserOf } from './guards/untouchable.ts';
import { type Host, type Image, isDeployedByMethod, isUnwanted, urlsDiffer } from './host.ts';
import type { Target } from './image.ts';

/** One final check, with the value found. */
export interface Check {
  name: string;
  ok: boolean;
  found: string;
}

/** The three checks of the platform document (§4.A, verification after step 9). */
export function documentChecks(host: Host, { url }: Target): Check[] {
  const { errorCount, errorMessage, image } = host;
  return [
    { name: 'status.errorCount', ok: errorCount === 0, found: String(errorCount ?? 'absent') },
    { name: 'status.errorMessage', ok: !errorMessage, found: errorMessage ? `"${errorMessage}"` : 'empty' },
    { name: 'spec.image.url', ok: isAt(host, image, url), found: masked(image?.url ?? 'absent') },
  ];
}

/** Why a host cannot recover by itself; undefined while it can. */
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
 * What a host still lacks to be healthy, as text; undefined if it is healthy. It is compared with the host at the resume: a
 * change since then shows that the operator has reconciled it. `lastUpdated` has whole seconds, so a quick recovery may leave
 * it equal; then the change of `operationalStatus` or `errorType` shows it. Errors counted before the resume are ignored: only
 * a repair resets their number, never the operator. A host that was detached must have a new node.
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

/** The documented checks, and that the status has the new address too. */
export const targetChecks = (host: Host, target: Target): Check[] => [
  ...documentChecks(host, target),
  {
    name: 'status.provisioning.image.url',
    ok: isAt(host, host.statusImage, target.url),
    found: masked(host.statusImage.url || 'empty'),
  },
];

/** Whether an image has this address; a host deployed by a custom method has none. */
const isAt = (host: Host, image: Pick<Image, 'url'> | undefined, url: string): boolean =>
  image?.url ? image.url === url : url === '' && isDeployedByMethod(host);

/**
 * The fields whose change shows progress by the operator. Not `lastUpdated`: since 0.13 it saves a host in error every minute
 * although only a condition has changed.
 */
export const progressOf = ({ operationalStatus, errorType, errorMessage, errorCount, state }: Host) => ({
  operationalStatus,
  errorType,
  errorMessage,
  errorCount,
  state,
});

/** Other causes of the error on a host with the right address, for the user to check next. */
export function otherCauses({ errorCount = 0 }: Host, { url }: Target): string[] {
  const all = [
    `the image server does not serve ${masked(url)}: request it from a pod in the cluster`,
    'its service has no ready endpoints, or Ironic (on the host network) does not resolve the short name',
    errorCount > 0 &&
      `the operator is backing off (errorCount ${errorCount}): its next attempt may be ${backoff(errorCount)} away`,
    'Ironic keeps the old address in its own database; "kubectl bmh reenroll" enrolls the node again',
  ];
  return all.filter((cause) => cause !== false);
}

/** The operator's longest wait after this many errors: two minutes after the first, doubling up to 8½ hours. */
export function backoff(errorCount: number): string {
  const minutes = 2 ** Math.min(errorCount, 9);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}

/** A run pauses with the same value as users do, but adds a record. */
const pauser = (host: Host): string =>
  host.paused === PAUSED_VALUE && host.recordText !== undefined ? 'an unfinished run' : pauserOf({ host });

const errorsSince = (now: Host, { errorCount = 0 }: Host): number | undefined =>
  now.errorCount === undefined ? undefined : Math.max(0, now.errorCount - errorCount);

const message = ({ errorMessage }: Host): string => (errorMessage ? `: ${errorMessage}` : '');
