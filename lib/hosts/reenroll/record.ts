import { fieldsOf } from '../../fields.ts';
import { REENROLL_ANNOTATION } from '../../names.ts';
import type { Host } from '../host.ts';
import type { RunStamp } from '../record.ts';

/**
 * What an unfinished re-enrolment can't read back from the host: which node it was begun with. One annotation, written in
 * the same patch as the detached one and removed in the same patch. It says whose the detached annotation is.
 */
export interface ReenrollRecord extends RunStamp {
  /** The image address at the start; only shown. */
  url: string;
  /** ID of the node that is to go: a host that has another was enrolled anew. */
  node: string;
}

/** The record of a re-enrolment that is about to be begun. */
export const newReenrollment = ({ image, nodeId = '' }: Host, run: RunStamp): ReenrollRecord => ({
  url: image?.url ?? '',
  node: nodeId,
  ...run,
});

/** The record on a host: undefined where there is none, `'unreadable'` where it isn't one of ours. */
export function reenrollmentOf({
  annotations,
}: Pick<Host, 'annotations'>): ReenrollRecord | 'unreadable' | undefined {
  const text = annotations[REENROLL_ANNOTATION];
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isReenrollment(value) ? value : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

function isReenrollment(value: unknown): value is ReenrollRecord {
  const { url, node, run, version, started } = fieldsOf(value) ?? {};
  return [url, node, run, version, started].every((part) => typeof part === 'string');
}
