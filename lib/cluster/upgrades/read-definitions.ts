import { allOf } from '../../kube/api/pages.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import { fieldsOf } from '../../objects/fields.ts';
import { MONITORING_GROUP } from '../../objects/names.ts';
import type { Unread } from '../../status/block.ts';
import type { Definition } from '../../upgrades/facts.ts';
import { order } from '../../words/text.ts';
import { readOrNote } from '../block/collections.ts';

/** The annotation with the operator that a CRD is from. */
const OPERATOR = 'operator.prometheus.io/version';

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Metadata alone: the schemas of the operator's CRDs are megabytes. */
const METADATA = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';

/** The CRDs of the operator, by name; undefined if they could not be read. */
export async function readDefinitions(
  client: KubeClient,
  unread: Unread[],
): Promise<Definition[] | undefined> {
  const all = await readOrNote({ what: 'customresourcedefinitions' }, unread, () =>
    allOf<KubeObject>(client, {
      path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      accept: METADATA,
    }),
  );
  return all
    ?.map(({ metadata: { name, annotations } }) => ({
      name,
      operator: asText(fieldsOf(annotations)?.[OPERATOR]),
    }))
    .filter(({ name, operator }) => operator !== undefined || name.endsWith(`.${MONITORING_GROUP}`))
    .toSorted((one, other) => order(one.name, other.name));
}
