import { isFields, list, type Obj } from '../objects/model.ts';

/** Writes the times of an object's conditions, in place, also where nobody knows them, as pods and claims do: null. */
export function fillConditionTimes({ status }: Obj): void {
  if (!isFields(status) || !Array.isArray(status.conditions)) return;
  status.conditions = list(status, 'conditions').map((one) =>
    isFields(one) ? { lastProbeTime: null, lastTransitionTime: null, ...one } : one,
  );
}
