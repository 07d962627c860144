import type { Diagnostic } from '../../audit/diagnostic.ts';
import { isIronicSettings } from '../../audit/fields.ts';
import type { Finding } from '../../audit/finding.ts';
import { ApiError, isNotFound } from '../../kube/api/errors.ts';
import { pathPart } from '../../kube/api/object-name.ts';
import { pagesOf } from '../../kube/api/pages.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import type { Collection } from './collections.ts';
import { gapOf, type Where } from './gap.ts';

/** What some objects were found to have, and which of them could not be read. */
export interface Read {
  findings: Finding[];
  gaps: Diagnostic[];
}

type Judge = (object: KubeObject) => Finding[];

/** Reads and judges the objects of a collection as they arrive. */
export const readCollection = (
  client: KubeClient,
  { kind, apiVersion, resource, namespace, path }: Collection,
  judge: Judge,
): Promise<Read> =>
  orGap({ resource, namespace }, async () => {
    const findings: Finding[] = [];
    for await (const page of pagesOf<KubeObject>(client, { path }))
      for (const object of page) findings.push(...judge({ ...object, kind, apiVersion }));
    return findings;
  });

/** The settings of Ironic and the operator: ConfigMaps are told by their names, and the others' contents are not asked for. */
export const readSettings = (
  client: KubeClient,
  namespace: string | undefined,
  judge: Judge,
): Promise<Read> =>
  orGap({ resource: 'configmaps', namespace }, async () => {
    const scope = namespace === undefined ? '' : `/namespaces/${pathPart(namespace)}`;
    const found: KubeObject[] = [];
    const names = { path: `/api/v1${scope}/configmaps`, accept: NAMES_ONLY };
    for await (const page of pagesOf<KubeObject>(client, names)) found.push(...page.filter(isIronicSettings));
    const objects = await Promise.all(found.map(({ metadata }) => get(client, 'configmaps', metadata)));
    return objects.flatMap((object) =>
      object ? judge({ ...object, kind: 'ConfigMap', apiVersion: 'v1' }) : [],
    );
  });

/** The Secrets with the data of hosts, one by one: no other is touched. Those of a namespace that are refused count as one gap. */
export async function readSecrets(
  client: KubeClient,
  wanted: { namespace: string; name: string }[],
  judge: Judge,
): Promise<Read> {
  const read = await Promise.all(
    wanted.map(({ namespace, name }) =>
      orGap({ resource: `secrets/${name}`, namespace }, async () => {
        const secret = await get(client, 'secrets', { namespace, name });
        return secret ? judge({ ...secret, kind: 'Secret', apiVersion: 'v1' }) : [];
      }),
    ),
  );
  const alike = Map.groupBy(
    read.flatMap(({ gaps }) => gaps),
    ({ namespace, hint }) => `${namespace} ${hint}`,
  );
  return {
    findings: read.flatMap(({ findings }) => findings),
    gaps: [...alike.values()].flatMap(([first, ...others]) =>
      first
        ? [others.length === 0 ? first : { ...first, reason: `${first.reason} (and ${others.length} more)` }]
        : [],
    ),
  };
}

const NAMES_ONLY = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';

/** An object that may be gone by now. */
const get = (
  client: KubeClient,
  resource: string,
  { namespace = '', name }: { namespace?: string; name: string },
): Promise<KubeObject | undefined> =>
  client
    .send<KubeObject>({
      method: 'GET',
      path: `/api/v1/namespaces/${pathPart(namespace)}/${resource}/${pathPart(name)}`,
    })
    .catch((error: unknown) => {
      if (isNotFound(error)) return undefined;
      throw error;
    });

/** What the server refuses to show of one collection must not hide what is found in the others. */
async function orGap(where: Where, read: () => Promise<Finding[]>): Promise<Read> {
  try {
    return { findings: await read(), gaps: [] };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { findings: [], gaps: [gapOf(where, error)] };
  }
}
