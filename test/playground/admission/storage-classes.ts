import { forbidden } from '../http/status.ts';
import { at, type Obj, text } from '../objects/model.ts';
import type { Store } from '../objects/store.ts';
import type { Admission } from '../resources/types.ts';
import { compareQuantities } from '../schema/quantity.ts';

const CLASSES = 'storageclasses.storage.k8s.io';
const DEFAULT = 'storageclass.kubernetes.io/is-default-class';

/** Whether claims that name no class get this one. */
export const isDefaultClass = ({ metadata }: Obj): boolean => metadata.annotations?.[DEFAULT] === 'true';

/** The name of the class that claims get which name none: the newest of the default ones. */
export function defaultClass(store: Store): string | undefined {
  const made = ({ metadata }: Obj) => metadata.creationTimestamp ?? '';
  const [newest] = store
    .list(CLASSES)
    .filter(isDefaultClass)
    .toSorted((a, b) => (made(a) === made(b) ? 0 : made(a) < made(b) ? 1 : -1));
  return newest?.metadata.name;
}

/** Refuses to let a claim ask for more where it has no volume, or its class does not let volumes grow: 403. */
export function holdExpansion(claim: Obj, { old, store }: Admission): void {
  const size = (one: Obj) => at(one, 'spec', 'resources', 'requests', 'storage');
  if (old === undefined || compareQuantities(size(claim), size(old)) <= 0) return;
  const refuse = (why: string) =>
    forbidden({ group: '', plural: 'persistentvolumeclaims' }, claim.metadata.name, why);
  if (text(old, 'status', 'phase') !== 'Bound') {
    throw refuse('Only bound persistent volume claims can be expanded');
  }
  const name = text(claim, 'spec', 'storageClassName');
  if (store.get(CLASSES, '', name)?.allowVolumeExpansion !== true) {
    throw refuse(
      'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize',
    );
  }
}
