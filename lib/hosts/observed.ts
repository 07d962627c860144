import { PAUSED_VALUE, PROVISIONED } from '../objects/names.ts';
import type { Denied } from '../procedure/guard.ts';
import { type Host, type HostObject, isUnwanted, readHost, urlsDiffer } from './host.ts';
import { isAtFixedAddress } from './image.ts';
import type { Payloads } from './payloads.ts';
import type { ImageProbe } from './probe.ts';
import { type Goal, hasGoal, type RepairRecord, recordOn } from './record.ts';
import type { Remediation } from './remediation.ts';

/** What decisions read besides the host itself. */
export interface HostContext {
  /** The Cluster that owns the host's Machine; undefined if it has none or it could not be read. */
  cluster: { namespace: string; name: string; paused: boolean } | undefined;
  /** Remediation of the host's Machine, in progress or possible; absent if it has none or it could not be read. */
  remediation?: Remediation;
  /** The image server's answers for the new addresses; absent if it was not asked. */
  probe?: ImageProbe;
  /** The writes that are not allowed; absent if all are. */
  denied?: Denied;
  /** The connection flags that a printed command needs to reach the host's cluster, quoted for a shell. */
  flags?: readonly string[] | undefined;
}

/** Everything that a run decides on. */
export interface Observed {
  object: HostObject;
  group: string;
  host: Host;
  record: RepairRecord | 'unreadable' | undefined;
  context: HostContext;
  /** Whether this run has seen a record on the host; if it is gone later, another process ended the run. */
  held: boolean;
  /** The goal whose addresses this run has seen in the spec; different ones later are from another writer. */
  placed?: Goal;
  /** Whether this was read for the resume, after the pause was held as long as requested. */
  looked: boolean;
  /** Whether the patches passed a dry run unchanged. */
  tried: boolean;
  /** The payload files of this run, and whether they were read back (§4.A steps 4 and 5). */
  files?: { payloads: Payloads; valid: boolean };
}

/** A new observation of a host. */
export function observed(object: HostObject, group: string, context: HostContext): Observed {
  const host = readHost(object, group);
  const record = recordOn(host);
  return {
    object,
    group,
    host,
    record,
    context,
    held: typeof record === 'object',
    ...(typeof record === 'object' && hasGoal(host, record) && { placed: record.goal }),
    looked: false,
    tried: false,
  };
}

/** The observation with a newer copy of the host and, if it was read again, of its context. */
export function withObject(
  { group, context, held, placed, tried, files }: Observed,
  object: HostObject,
  read: HostContext = context,
): Observed {
  const next = observed(object, group, read);
  return {
    ...(placed !== undefined && { placed }),
    ...next,
    held: held || next.held,
    tried,
    ...(files && { files }),
  };
}

/**
 * Whether the operator may be retrying a host at an IP address: it clears the error for some seconds until the adoption fails
 * again, and keeps the error count.
 */
export const mayBeRetried = ({ image, statusImage, state, errorType, errorCount = 0 }: Host): boolean =>
  state === PROVISIONED &&
  errorType === undefined &&
  errorCount > 0 &&
  [image, statusImage].some((one) => one !== undefined && isAtFixedAddress(one));

/** Whether the host itself shows a problem: an error, an unfinished run, or a reason for the operator to wipe it. */
export const isTroubled = ({ host, record }: Pick<Observed, 'host' | 'record'>): boolean =>
  host.errorType !== undefined ||
  record !== undefined ||
  urlsDiffer(host) ||
  (host.state === PROVISIONED && isUnwanted(host)) ||
  mayBeRetried(host);

/** Whose pause a host is under: `ours` has the documented value and a record that claims it. */
export type Pause = 'none' | 'ours' | 'foreign';

export function pauseOf({ host, record }: Pick<Observed, 'host' | 'record'>): Pause {
  if (host.paused === undefined) return 'none';
  const claimed = record !== undefined && record !== 'unreadable' && record.foreignPause === undefined;
  return claimed && host.paused === PAUSED_VALUE ? 'ours' : 'foreign';
}
