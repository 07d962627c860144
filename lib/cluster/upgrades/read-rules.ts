import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import { ruleKind } from '../../objects/monitoring-names.ts';
import { rulesIn } from '../../rules/recognize.ts';
import type { Unread } from '../../status/block.ts';
import type { RuleObject } from '../../upgrades/facts.ts';
import { readCollection, readOrNote } from '../block/collections.ts';
import type { Scope } from '../block/read-objects.ts';
import { ruleApi, ruleResource, servedRuleKind } from '../rules/read-ground.ts';
import { isOfChart } from './own.ts';

/** The rules of all namespaces but those of the chart, which it replaces itself; undefined if they could not be read. */
export async function readRules(
  client: KubeClient,
  { fallback }: Scope,
  unread: Unread[],
): Promise<RuleObject[] | undefined> {
  const kind = await readOrNote({ what: 'kinds of rules' }, unread, async () => ({
    served: await servedRuleKind(client, undefined),
  }));
  if (!kind?.served) return kind && [];
  const resource = `${ruleResource(kind.served)}s`;
  const { items } = await readCollection<KubeObject>(
    client,
    { api: ruleApi(kind.served), resource, namespace: undefined, fallback },
    unread,
  );
  const name = ruleKind(kind.served.names);
  return items
    ?.filter((object) => !isOfChart(object))
    .flatMap((object) => {
      const rules = rulesIn({ ...object, kind: name });
      const { namespace, name: own } = object.metadata;
      return rules ? [{ object: `${name} ${namespace}/${own}`, rules }] : [];
    });
}
