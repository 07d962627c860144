import { PROVISIONED } from '../names.ts';
import { type Host, urlsDiffer } from './host.ts';
import { masked, type Target } from './image.ts';

/** One thing that must hold at the end, with what was found. */
export interface Check {
  name: string;
  ok: boolean;
  found: string;
}

/** The document's three checks (§4.A, verification after step 9). */
export function documentChecks({ errorCount, errorMessage, image }: Host, { url }: Target): Check[] {
  return [
    { name: 'status.errorCount', ok: errorCount === 0, found: String(errorCount ?? 'absent') },
    { name: 'status.errorMessage', ok: !errorMessage, found: errorMessage ? `"${errorMessage}"` : 'empty' },
    { name: 'spec.image.url', ok: image?.url === url, found: masked(image?.url ?? 'absent') },
  ];
}

/** What a recovery is still waiting for, or that it has come, or that it can't come any more. */
export type Recovery =
  | { kind: 'recovered' }
  | { kind: 'waiting'; for: string }
  | { kind: 'lost'; reason: string };

/**
 * Whether the operator has taken the host back, judged against the host as it was at the resume. `lastUpdated` has
 * whole seconds only, so a quick recovery may leave it equal; then `operationalStatus` leaving `error` is the sign.
 */
export function recovery(now: Host, resumed: Host, target: Target): Recovery {
  if (now.state !== PROVISIONED)
    return { kind: 'lost', reason: `the host's state is now "${now.state ?? ''}"` };
  if (urlsDiffer(now) && now.paused === undefined)
    return { kind: 'lost', reason: 'somebody changed the image address again: status and spec differ' };
  const waiting = (what: string): Recovery => ({ kind: 'waiting', for: what });
  if (now.paused !== undefined) return waiting('the host to be resumed');
  const moved =
    now.lastUpdated !== resumed.lastUpdated ||
    (now.operationalStatus === 'OK' && resumed.operationalStatus !== 'OK') ||
    (now.errorType === undefined && resumed.errorType !== undefined);
  const healthyBefore = resumed.operationalStatus === 'OK' && resumed.errorType === undefined;
  if (!moved && !healthyBefore) return waiting('the operator to reconcile the host');
  if (now.errorType !== undefined)
    return waiting(`the operator to register the host again (now: ${now.errorType}${message(now)})`);
  if (now.operationalStatus !== 'OK')
    return waiting(`operationalStatus OK (now: ${now.operationalStatus || 'empty'})`);
  const failing = documentChecks(now, target).find(({ ok }) => !ok);
  return failing ? waiting(`${failing.name} (now: ${failing.found})`) : { kind: 'recovered' };
}

/** What else keeps a host with the right address in the error, for a person to look at next. */
export function otherCauses({ errorCount = 0 }: Host, { url }: Target): string[] {
  const all = [
    `the image server does not serve ${masked(url)}: ask for it from a pod in the cluster`,
    'its service has no ready endpoints, or Ironic (on the host network) does not resolve the short name',
    errorCount > 0 &&
      `the operator is backing off (errorCount ${errorCount}): the next try may be hours away`,
    'Ironic keeps the old address in its own database: the node has to be enrolled again',
  ];
  return all.filter((cause) => cause !== false);
}

const message = ({ errorMessage }: Host): string => (errorMessage ? `: ${errorMessage}` : '');
