import { isFields, list, type Obj } from '../objects/model.ts';

/** Writes the times of an object's conditions, in place; unknown times are null, as in pods and claims. */
export function fillConditionTimes({ status }: Obj): void {
  if (!isFields(status) || !Array.isArray(status.conditions)) return;
  status.conditions = list(status, 'conditions').map((one) =>
    isFields(one) ? { lastProbeTime: null, lastTransitionTime: null, ...one } : one,
  );
}
