import { parseJson } from '../../input/json.ts';
import { fieldsOf } from '../../objects/fields.ts';
import { DETACHED, DETACHED_VALUE, detachedAnnotation, REENROLL_ANNOTATION } from '../../objects/names.ts';
import type { Host } from '../host.ts';
import type { Observed } from '../observed.ts';
import type { RunStamp } from '../record.ts';

/**
 * What an unfinished re-enrolment can't read back from the host: which node it was begun with. One annotation, written in
 * the same patch as the detached one and removed in the same patch. It says whose the detached annotation is.
 */
interface ReenrollRecord extends RunStamp {
  /** The image address at the start; only shown. */
  url: string;
  /** uid of the host; absent in records of older versions, which are followed wherever they are. */
  uid?: string;
  /** ID of the node that is to go: a host that has another was enrolled anew. */
  node: string;
}

/** The record of a re-enrolment that is about to be begun. */
export const newReenrollment = ({ uid, image, nodeId = '' }: Host, run: RunStamp): ReenrollRecord => ({
  url: image?.url ?? '',
  node: nodeId,
  ...(uid !== undefined && { uid }),
  ...run,
});

/** The record on a host: undefined where there is none, `'unreadable'` where it isn't one that this host's runs may follow. */
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

/** Everything that a re-enrolment decides on. */
export interface Enrolment {
  observed: Observed;
  record: ReenrollRecord | 'unreadable' | undefined;
  /** The record that this run has seen last: where there is none any more, the re-enrolment was ended. */
  last: ReenrollRecord | undefined;
}

/** What is observed of a host, as a re-enrolment sees it; `before` is what the same run saw before. */
export function enrolmentOf(observed: Observed, before?: Enrolment): Enrolment {
  const record = reenrollmentOf(observed.host);
  return { observed, record, last: typeof record === 'object' ? record : before?.last };
}

/** Who has asked the operator to let go of a host. Ours is the annotation with our value beside a record that claims it. */
type Detachment = 'none' | 'ours' | 'foreign';

export function detachmentOf({ group, host }: Pick<Observed, 'group' | 'host'>): Detachment {
  const value = host.annotations[detachedAnnotation(group)];
  if (value === undefined) return 'none';
  return value === DETACHED_VALUE && typeof reenrollmentOf(host) === 'object' ? 'ours' : 'foreign';
}

/** Whether the operator has let go of a host: its node is gone, and nothing is done about it until it is attached. */
export const isDetached = ({ operationalStatus }: Host): boolean => operationalStatus === DETACHED;

/** Whether the node that a re-enrolment was begun with is gone, or has another in its place. */
export const isNodeGone = (host: Host, { node }: ReenrollRecord): boolean =>
  isDetached(host) || (host.nodeId ?? '') !== node;
