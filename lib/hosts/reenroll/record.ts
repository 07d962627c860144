import { parseJson } from '../../input/json.ts';
import { fieldsOf } from '../../objects/fields.ts';
import { REENROLL_ANNOTATION } from '../../objects/names.ts';
import type { Host } from '../host.ts';
import type { RunStamp } from '../record.ts';

/**
 * What an unfinished re-enrolment can't read back from the host: which node it was begun with. One annotation, written in
 * the same patch as the detached one and removed in the same patch. It says whose the detached annotation is.
 */
export interface ReenrollRecord extends RunStamp {
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
