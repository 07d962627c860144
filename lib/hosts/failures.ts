/** Events that report the error: how often each has been counted, by its uid; `unreadable` where the user may not read them. */
export type Failures = ReadonlyMap<string, number> | 'unreadable';

/** Whether an Event is new or was counted again. What can't be read on either side can't be compared. */
export function isReportedAgain(now: Failures | undefined, before: Failures | undefined): boolean {
  if (typeof now !== 'object' || typeof before !== 'object') return false;
  return [...now].some(([uid, count]) => count > (before.get(uid) ?? 0));
}
