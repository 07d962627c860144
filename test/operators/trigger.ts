import { isDeepStrictEqual } from 'node:util';
import type { Host } from './host.ts';

/** A change of the spec, the annotations or the finalizers starts a reconcile; one of the status or labels does not. */
export function startsReconcile({ metadata: before }: Host, { metadata: after }: Host): boolean {
  return (
    before.uid !== after.uid ||
    before.generation !== after.generation ||
    before.deletionTimestamp !== after.deletionTimestamp ||
    !isDeepStrictEqual(before.annotations, after.annotations) ||
    !isDeepStrictEqual(before.finalizers, after.finalizers)
  );
}
