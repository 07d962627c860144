import type { WatchdogFacts } from '../../alerts/watchdog/facts.ts';
import { allOf } from '../../kube/api/pages.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import { fieldsOf } from '../../objects/fields.ts';
import { itemsOf } from '../../versions/install.ts';
import { reportable } from '../../words/errors.ts';
import { ruleResource, rulesPath, servedRuleKind } from '../rules/read-ground.ts';

/** The rule objects of all namespaces that have an alert; undefined if they cannot be read. */
export async function findRules(client: KubeClient, alert: string): Promise<WatchdogFacts['rules']> {
  try {
    const served = await servedRuleKind(client, undefined);
    if (!served) return undefined;
    const resource = ruleResource(served);
    const objects = await allOf<KubeObject>(client, { path: rulesPath(served, undefined) });
    return objects
      .filter((object) => hasAlert(object, alert))
      .map(({ metadata: { name, namespace = '' } }) => ({ resource, namespace, name }));
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
