import { PAUSED_VALUE, PROVISIONED } from '../objects/names.ts';
import type { Denied } from '../procedure/guard.ts';
import { type Host, type HostObject, isUnwanted, readHost, urlsDiffer } from './host.ts';
import { isAtFixedAddress } from './image.ts';
import type { Payloads } from './payloads.ts';
import type { ImageProbe } from './probe.ts';
import { type Goal, hasGoal, type RepairRecord, recordOn } from './record.ts';
import type { Remediation } from './remediation.ts';

/** What stands around a host and decides with it. */
export interface HostContext {
  /** The Cluster that owns the host's machine; undefined where there is none or it could not be read. */
  cluster: { namespace: string; name: string; paused: boolean } | undefined;
  /** What is, or may be, done to the host's Machine; absent where nothing is or it could not be read. */
  remediation?: Remediation;
  /** What the image server says of the new addresses; absent where it was not asked. */
  probe?: ImageProbe;
  /** The writes of a run that are not allowed, and the rule that would allow them; absent where all are. */
  denied?: Denied;
}

/** Everything that a run decides on. */
export interface Observed {
  object: HostObject;
  group: string;
  host: Host;
  record: RepairRecord | 'unreadable' | undefined;
  context: HostContext;
  /** Whether this run has seen a record on the host: one that is gone then was ended by somebody. */
  held: boolean;
  /** The goal whose addresses this run has seen in the spec: what is there instead then was written by another writer. */
  placed?: Goal;
  /** Whether this is what was read for the resume, after the pause was kept for as long as asked. */
  looked: boolean;
  /** Whether the patches of this run were tried, and would be kept as they are. */
  tried: boolean;
  /** The payload files of this run, and whether they were read back (§4.A steps 4 and 5). */
  files?: { payloads: Payloads; valid: boolean };
}

/** The observation of a host record as the API just gave it. */
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

/** The same observation with a newer copy of the record and, where they were read again, of its context. */
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

/** The same observation once the payload files were read back. */
export const withValidFiles = (before: Observed): Observed =>
  before.files ? { ...before, files: { ...before.files, valid: true } } : before;

/**
 * Whether a host at an IP address may be in the middle of a retry: then the operator clears its error for some seconds, until
 * the adoption fails again, and leaves the count of errors alone.
 */
export const mayBeRetried = ({ image, statusImage, state, errorType, errorCount = 0 }: Host): boolean =>
  state === PROVISIONED &&
  errorType === undefined &&
  errorCount > 0 &&
  [image, statusImage].some((one) => one !== undefined && isAtFixedAddress(one));

/** Whether a host's own record shows anything that is to be judged: an error, an unfinished run, what would have it wiped. */
export const isTroubled = ({ host, record }: Pick<Observed, 'host' | 'record'>): boolean =>
  host.errorType !== undefined ||
  record !== undefined ||
  urlsDiffer(host) ||
  (host.state === PROVISIONED && isUnwanted(host)) ||
  mayBeRetried(host);

/** Whose pause a host is under. Ours is one with the document's value beside a record that claims it. */
export type Pause = 'none' | 'ours' | 'foreign';

export function pauseOf({ host, record }: Pick<Observed, 'host' | 'record'>): Pause {
  if (host.paused === undefined) return 'none';
  const claimed = record !== undefined && record !== 'unreadable' && record.foreignPause === undefined;
  return claimed && host.paused === PAUSED_VALUE ? 'ours' : 'foreign';
}
