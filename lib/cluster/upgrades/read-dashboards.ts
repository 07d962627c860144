import { jsonIn } from '../../input/json.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import type { Unread } from '../../status/block.ts';
import { expressionsIn } from '../../upgrades/expressions.ts';
import type { Dashboard } from '../../upgrades/facts.ts';
import { panelsIn } from '../../upgrades/panels.ts';
import { readCollection } from '../block/collections.ts';
import type { Scope } from '../block/read-objects.ts';
import { isOfChart } from './own.ts';

interface ConfigMapObject extends KubeObject {
  data?: Record<string, unknown>;
}

/** The labels of ConfigMaps with dashboards: the chart's, and the platform's (§2.3). */
const LABELS = ['grafana_dashboard', 'ui_dashboard'];

/** The dashboards in the ConfigMaps of all namespaces, but those of the chart itself; undefined if they could not be read. */
export async function readDashboards(
  client: KubeClient,
  { fallback }: Scope,
  unread: Unread[],
): Promise<Dashboard[] | undefined> {
  const read = await Promise.all(
    LABELS.map((labelSelector) =>
      readCollection<ConfigMapObject>(
        client,
        { api: '/api/v1', resource: 'configmaps', labelSelector, namespace: undefined, fallback },
        unread,
      ),
    ),
  );
  if (read.some(({ items }) => items === undefined)) return undefined;
  const objects = read.flatMap(({ items }) => items ?? []);
  return objects.filter((object) => !isOfChart(object)).flatMap(dashboardsOf);
}

/** What is wrong with a dashboard is not a matter of upgrades. */
function dashboardsOf({ metadata: { namespace, name }, data }: ConfigMapObject): Dashboard[] {
  return Object.entries(data ?? {}).flatMap(([key, text]) => {
    const dashboard = key.endsWith('.json') && typeof text === 'string' ? jsonIn(text) : undefined;
    return dashboard === undefined
      ? []
      : [
          {
            object: `ConfigMap ${namespace}/${name}: ${key}`,
            panels: panelsIn(dashboard),
            expressions: expressionsIn(dashboard),
          },
        ];
  });
}
