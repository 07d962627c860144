import { groupsServing } from '../../kube/api/discovery.ts';
import { collectionPath } from '../../kube/api/object-name.ts';
import { allOf } from '../../kube/api/pages.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import { apiOf, COMPONENTS } from '../../objects/components.ts';
import type { LabelSelector } from '../../objects/label-selector.ts';
import type { Naming } from '../../objects/monitoring-names.ts';
import { MONITORING_GROUP } from '../../objects/names.ts';

/** A kind of rule objects that the cluster serves. */
export interface ServedRuleKind {
  names: Naming;
  group: string;
}

/** The name by which kubectl reads rule objects. */
export const ruleResource = ({ names }: ServedRuleKind): string =>
  names === 'platform' ? 'metricsrule' : 'prometheusrule';

/** `/apis/monitoring.coreos.com/v1`. */
export const ruleApi = ({ group }: ServedRuleKind): string => `/apis/${group}/v1`;

/** The path of the rule objects of a namespace, or of all. */
export const rulesPath = (kind: ServedRuleKind, namespace: string | undefined): string =>
  collectionPath(ruleApi(kind), `${ruleResource(kind)}s`, namespace);

/** What new rules have to fit. */
export interface RuleGround {
  /** The rule kind that the cluster serves; undefined if it serves none. */
  served: ServedRuleKind | undefined;
  /** The metrics server whose selector new rules follow: the first that selects rules, by namespace and name. */
  metricsServer: { namespace: string; name: string; selector: LabelSelector } | undefined;
}

interface PrometheusObject extends KubeObject {
  spec?: { ruleSelector?: LabelSelector | null };
}

/** @param names which rule kind to look for; undefined: the platform's if it is served, else upstream's. */
export async function readRuleGround(client: KubeClient, names: Naming | undefined): Promise<RuleGround> {
  const served = await servedRuleKind(client, names);
  const servers = (await groupsServing(client, COMPONENTS.metrics.plural)).includes(MONITORING_GROUP)
    ? await allOf<PrometheusObject>(client, {
        path: `${apiOf(COMPONENTS.metrics)}/${COMPONENTS.metrics.plural}`,
      })
    : [];
  const [metricsServer] = servers
    .flatMap(({ metadata: { name, namespace = '' }, spec }) =>
      spec?.ruleSelector ? [{ namespace, name, selector: spec.ruleSelector }] : [],
    )
    .toSorted((one, other) => keyOf(one).localeCompare(keyOf(other), 'en'));
  return { served, metricsServer };
}

/** The rule kind that the cluster serves with these names, or the platform's before upstream's; undefined if it serves none. */
export async function servedRuleKind(
  client: KubeClient,
  names: Naming | undefined,
): Promise<ServedRuleKind | undefined> {
  const [platform, upstream] = await Promise.all([
    groupsServing(client, 'metricsrules'),
    groupsServing(client, 'prometheusrules'),
  ]);
  return [
    ...platform.map((group) => ({ names: 'platform' as const, group })),
    ...upstream.map((group) => ({ names: 'upstream' as const, group })),
  ].find((one) => names === undefined || one.names === names);
}

const keyOf = ({ namespace, name }: { namespace: string; name: string }): string => `${namespace}/${name}`;
