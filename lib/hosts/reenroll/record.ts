import { parseJson } from '../../input/json.ts';
import { fieldsOf } from '../../objects/fields.ts';
import { DETACHED, DETACHED_VALUE, detachedAnnotation, REENROLL_ANNOTATION } from '../../objects/names.ts';
import type { Host } from '../host.ts';
import type { Observed } from '../observed.ts';
import type { RunStamp } from '../record.ts';

/**
 * What an unfinished reenroll cannot read back from the host: its original node. One annotation, written in the same patch as
 * the detached annotation and removed with it. It shows who owns the detached annotation.
 */
interface ReenrollRecord extends RunStamp {
  /** The image address at the start; informational. */
  url: string;
  /** uid of the host; absent in records of older versions, which are valid on any host. */
  uid?: string;
  /** ID of the old node: a host with another one was re-enrolled. */
  node: string;
}

/** The record of a reenroll that is about to start. */
export const newReenrollment = ({ uid, image, nodeId = '' }: Host, run: RunStamp): ReenrollRecord => ({
  url: image?.url ?? '',
  node: nodeId,
  ...(uid !== undefined && { uid }),
  ...run,
});

/** The record on a host: undefined if there is none, `'unreadable'` if runs on this host must not follow it. */
export function reenrollmentOf({
  annotations,
  uid,
}: Pick<Host, 'annotations' | 'uid'>): ReenrollRecord | 'unreadable' | undefined {
  const text = annotations[REENROLL_ANNOTATION];
  if (text === undefined) return undefined;
  try {
    const value: unknown = parseJson(text);
    return isReenrollment(value) && (value.uid === undefined || value.uid === uid) ? value : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

function isReenrollment(value: unknown): value is ReenrollRecord {
  const { url, node, uid = '', run, version, started } = fieldsOf(value) ?? {};
  return [url, node, uid, run, version, started].every((part) => typeof part === 'string');
}

/** Everything that a reenroll decides on. */
export interface Enrollment {
  observed: Observed;
  record: ReenrollRecord | 'unreadable' | undefined;
  /** The record that this run saw last: if it is gone now, the reenroll has ended. */
  last: ReenrollRecord | undefined;
}

/** A host as a reenroll observes it; `before` is the previous observation of the same run. */
export function enrollmentOf(observed: Observed, before?: Enrollment): Enrollment {
  const record = reenrollmentOf(observed.host);
  return { observed, record, last: typeof record === 'object' ? record : before?.last };
}

/** Who detached a host. Ours is the annotation with our value beside a record that claims it. */
type Detachment = 'none' | 'ours' | 'foreign';

export function detachmentOf({ group, host }: Pick<Observed, 'group' | 'host'>): Detachment {
  const value = host.annotations[detachedAnnotation(group)];
  if (value === undefined) return 'none';
  return value === DETACHED_VALUE && typeof reenrollmentOf(host) === 'object' ? 'ours' : 'foreign';
}

/** Whether the operator has detached a host: its node is gone, and it takes no action until the attach. */
export const isDetached = ({ operationalStatus }: Host): boolean => operationalStatus === DETACHED;

/** Whether the node from the start of a reenroll is gone or replaced. */
export const isNodeGone = (host: Host, { node }: ReenrollRecord): boolean =>
  isDetached(host) || (host.nodeId ?? '') !== node;
