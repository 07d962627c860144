import type { Named } from '../../alerts/watchdog/facts.ts';
import { collectionPath } from '../../kube/api/object-name.ts';
import { allOf } from '../../kube/api/pages.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import { fieldsOf } from '../../objects/fields.ts';
import { itemsOf } from '../../versions/install.ts';
import { reportable } from '../../words/errors.ts';
import { servedRuleKind } from '../rules/read-ground.ts';

/** The rule objects of all namespaces that have an alert; undefined if they cannot be read. */
export async function findRules(
  client: KubeClient,
  alert: string,
): Promise<(Named & { resource: string })[] | undefined> {
  try {
    const served = await servedRuleKind(client, undefined);
    if (!served) return undefined;
    const resource = served.names === 'platform' ? 'metricsrule' : 'prometheusrule';
    const kind = served.names === 'platform' ? 'MetricsRule' : 'PrometheusRule';
    const objects = await allOf<KubeObject>(client, {
      path: collectionPath(`/apis/${served.group}/v1`, `${resource}s`, undefined),
    });
    return objects
      .filter((object) => hasAlert(object, alert))
      .map(({ metadata: { name, namespace = '' } }) => ({ kind, resource, namespace, name }));
  } catch (error) {
    // What to do is said without them, too.
    reportable(error);
    return undefined;
  }
}

const hasAlert = (object: KubeObject, alert: string): boolean =>
  itemsOf(fieldsOf(fieldsOf(object)?.spec)?.groups)
    .flatMap(({ rules }) => itemsOf(rules))
    .some((rule) => rule.alert === alert);
