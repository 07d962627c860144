import type { Asking } from '../../lib/cli/command.ts';
import { pathPart } from '../../lib/kube/object-name.ts';
import { MONITORING_NAMESPACE } from '../../lib/names.ts';
import { COMPONENTS, instancesPath } from '../../lib/volumes/component.ts';
import { guardNames, inCluster, namesAt, sharedNames } from '../completion-names.ts';
import { explained } from './explain/guards.ts';
import type { ResizeValues } from './resize-pvc.ts';

/** How the names are asked for that the commands of `kubectl monitoring` take. */
export const names: Record<string, Asking> = {
  ...sharedNames,
  instance: (call, around) =>
    inCluster(call, around, ({ client, signal }) => {
      const { component, namespace = MONITORING_NAMESPACE } = call.values as ResizeValues;
      const path = instancesPath(COMPONENTS[component], pathPart(namespace));
      return namesAt(client, path, signal);
    }),
  guard: guardNames(explained),
};
