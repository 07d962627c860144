import type { NameSource } from '../../lib/cli/command.ts';
import { rulesPath, servedRuleKind } from '../../lib/cluster/rules/read-ground.ts';
import { workloadsIn } from '../../lib/cluster/scaling/find.ts';
import { DASHBOARD_LABELS } from '../../lib/dashboards/container.ts';
import { collectionPath, isObjectName, pathPart } from '../../lib/kube/api/object-name.ts';
import { COMPONENTS, instancesPath } from '../../lib/objects/components.ts';
import { MONITORING_NAMESPACE } from '../../lib/objects/names.ts';
import { instanceScaled, isInstance, SCALABLE_WORDS, scaledPath } from '../../lib/scaling/scaled.ts';
import { guardNames, inCluster, namesAt, sharedNames } from '../shared/completion-names.ts';
import type { AlertValues } from './alert/shared/flags.ts';
import type { CapacityValues } from './capacity/flags.ts';
import { explained } from './explain/guards.ts';
import type { ResizeValues } from './resize-pvc/flags.ts';
import type { ScaleValues } from './scale/flags.ts';

/** How completion looks up the names that commands take. */
export const names: Record<string, NameSource> = {
  ...sharedNames,
  instance: (call, context) =>
    inCluster(call, context, async function* ({ client, signal }) {
      const { component, namespace = MONITORING_NAMESPACE } = call.values as ResizeValues | CapacityValues;
      const components = component ? [COMPONENTS[component]] : Object.values(COMPONENTS);
      for (const one of components) yield* namesAt(client, instancesPath(one, pathPart(namespace)), signal);
    }),
  alertmanager: (call, context) =>
    inCluster(call, context, async function* ({ client, signal }) {
      const { namespace = MONITORING_NAMESPACE } = call.values as AlertValues;
      yield* namesAt(client, instancesPath(COMPONENTS.alerts, pathPart(namespace)), signal);
    }),
  rule: (call, context) =>
    inCluster(call, context, async function* ({ client, namespace, signal }) {
      const kind = await servedRuleKind(client, undefined);
      if (kind) yield* namesAt(client, rulesPath(kind, namespace), signal);
    }),
  dashboard: (call, context) =>
    inCluster(call, context, async function* ({ client, namespace, signal }) {
      const configMaps = collectionPath('/api/v1', 'configmaps', namespace);
      for (const labelSelector of Object.values(DASHBOARD_LABELS))
        yield* namesAt(client, configMaps, signal, { labelSelector });
    }),
  scaled: (call, context) =>
    inCluster(call, context, async function* ({ client, signal }) {
      const component = SCALABLE_WORDS[call.args[0] ?? ''];
      const { namespace = MONITORING_NAMESPACE } = call.values as ScaleValues;
      if (component && isInstance(component))
        yield* namesAt(client, scaledPath(instanceScaled(component), pathPart(namespace)), signal);
      else if (component)
        for (const { object } of await workloadsIn(client, component, pathPart(namespace)))
          if (isObjectName(object.metadata.name)) yield { value: object.metadata.name };
    }),
  guard: guardNames(explained),
};
