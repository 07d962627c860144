import type { Diagnostic } from '../../audit/diagnostic.ts';
import { isIronicSettings } from '../../audit/fields.ts';
import type { Finding } from '../../audit/finding.ts';
import { unlessMissing } from '../../kube/api/errors.ts';
import { collectionPath, pathPart } from '../../kube/api/object-name.ts';
import { pagesOf } from '../../kube/api/pages.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import type { Collection } from './collections.ts';
import { orGap } from './gap.ts';

/** The findings in some objects, or why they could not be read. */
export interface Read {
  found?: Finding[];
  gap?: Diagnostic;
}

type Judge = (object: KubeObject) => Finding[];

/** Reads a collection and checks its objects as they arrive. */
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

/** Reads the settings of Ironic and the operator. Lists only the names of ConfigMaps, and reads the contents of no other. */
export const readSettings = (
  client: KubeClient,
  namespace: string | undefined,
  judge: Judge,
): Promise<Read> =>
  orGap({ resource: 'configmaps', namespace }, async () => {
    const found: KubeObject[] = [];
    const names = { path: collectionPath('/api/v1', 'configmaps', namespace), accept: NAMES_ONLY };
    for await (const page of pagesOf<KubeObject>(client, names)) found.push(...page.filter(isIronicSettings));
    const objects = await Promise.all(found.map(({ metadata }) => get(client, 'configmaps', metadata)));
    return objects.flatMap((object) =>
      object ? judge({ ...object, kind: 'ConfigMap', apiVersion: 'v1' }) : [],
    );
  });

/** Reads the Secrets with the data of hosts one by one, and no others. Refusals in one namespace make one gap. */
export async function readSecrets(
  client: KubeClient,
  wanted: { namespace: string; name: string }[],
  judge: Judge,
): Promise<Read[]> {
  const read = await Promise.all(
    wanted.map(({ namespace, name }) =>
      orGap({ resource: `secrets/${name}`, namespace }, async () => {
        const secret = await get(client, 'secrets', { namespace, name });
        return secret ? judge({ ...secret, kind: 'Secret', apiVersion: 'v1' }) : [];
      }),
    ),
  );
  const gaps = read.flatMap(({ gap }) => gap ?? []);
  const alike = Map.groupBy(gaps, ({ namespace, hint }) => `${namespace} ${hint}`);
  return [
    ...read.filter(({ found }) => found),
    ...[...alike.values()].flatMap(([gap, ...more]) => {
      if (!gap) return [];
      const reason = more.length === 0 ? gap.reason : `${gap.reason} (and ${more.length} more)`;
      return [{ gap: { ...gap, reason } }];
    }),
  ];
}

const NAMES_ONLY = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';

/** An object; undefined if it no longer exists. */
const get = (
  client: KubeClient,
  resource: string,
  { namespace = '', name }: { namespace?: string; name: string },
): Promise<KubeObject | undefined> =>
  unlessMissing(
    client.send<KubeObject>({
      method: 'GET',
      path: `${collectionPath('/api/v1', resource, namespace)}/${pathPart(name)}`,
    }),
  );
