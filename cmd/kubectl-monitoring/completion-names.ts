import type { Asking } from '../../lib/cli/command.ts';
import { COMPONENTS, instancesPath } from '../../lib/components.ts';
import { pathPart } from '../../lib/kube/object-name.ts';
import { MONITORING_NAMESPACE } from '../../lib/names.ts';
import { guardNames, inCluster, namesAt, sharedNames } from '../completion-names.ts';
import type { CapacityValues } from './capacity.ts';
import { explained } from './explain/guards.ts';
import type { ResizeValues } from './resize-pvc.ts';

/** How the names are asked for that the commands of `kubectl monitoring` take. */
export const names: Record<string, Asking> = {
  ...sharedNames,
  instance: (call, around) =>
    inCluster(call, around, async function* ({ client, signal }) {
      const { component, namespace = MONITORING_NAMESPACE } = call.values as ResizeValues | CapacityValues;
      const components = component ? [COMPONENTS[component]] : Object.values(COMPONENTS);
      for (const one of components) yield* namesAt(client, instancesPath(one, pathPart(namespace)), signal);
    }),
  guard: guardNames(explained),
};
