import type { Diagnostic } from '../../audit/diagnostic.ts';
import { type ImageService, readImageService } from '../../audit/service.ts';
import { serviceAddress } from '../../hosts/probe.ts';
import { ApiError } from '../../kube/api/errors.ts';
import { pathPart } from '../../kube/api/object-name.ts';
import { allOf } from '../../kube/api/pages.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import { gapOf } from './gap.ts';

/** What was found of the service that images are served by. */
export interface FoundServices {
  /** Those of its name; undefined where it could not be told whether there is any. */
  services: ImageService[] | undefined;
  /** The one namespace that was looked into; undefined where all were. */
  only?: string;
  /** What could not be looked at. */
  gaps: Diagnostic[];
  /** The same, for who needs to know of other namespaces than `only`. */
  beyond?: Diagnostic[];
}

/**
 * The services of a name: in its own namespace if it has one, else in all or, where these may not be read, in the audited one.
 *
 * @param namespace the audited one; undefined where all are.
 */
export async function readServices(
  client: KubeClient,
  service: string,
  namespace: string | undefined,
): Promise<FoundServices> {
  const { name, namespace: own } = serviceAddress(`http://${service}`) ?? { name: service };
  if (own !== undefined) return { ...(await readIn(client, name, own)), only: own };
  const everywhere = await readIn(client, name, undefined);
  if (everywhere.services || namespace === undefined) return everywhere;
  const here = await readIn(client, name, namespace);
  // One that is not here may be in a namespace that can not be looked into.
  return here.services?.length ? { ...here, only: namespace, beyond: everywhere.gaps } : everywhere;
}

async function readIn(
  client: KubeClient,
  name: string,
  namespace: string | undefined,
): Promise<FoundServices> {
  const scope = namespace === undefined ? '' : `/namespaces/${pathPart(namespace)}`;
  const [services, slices] = await Promise.all([
    all(client, `/api/v1${scope}/services`, { fieldSelector: `metadata.name=${name}` }),
    all(client, `/apis/discovery.k8s.io/v1${scope}/endpointslices`, {
      labelSelector: `${SERVICE_LABEL}=${name}`,
    }),
  ]);
  return {
    services: services.objects?.map((service) =>
      readImageService(
        service,
        slices.objects?.filter((slice) => sameNamespace(slice, service)),
      ),
    ),
    gaps: [
      ...(services.error ? [gapOf({ resource: 'services', namespace }, services.error)] : []),
      ...(slices.error
        ? [gapOf({ resource: 'endpointslices.discovery.k8s.io', namespace }, slices.error)]
        : []),
    ],
  };
}

const sameNamespace = (a: KubeObject, b: KubeObject): boolean =>
  a.metadata.namespace === b.metadata.namespace;

const SERVICE_LABEL = 'kubernetes.io/service-name';

/** A whole collection, which a selector keeps small, or why the server doesn't show it. */
async function all(
  client: KubeClient,
  path: string,
  query: Record<string, string>,
): Promise<{ objects?: KubeObject[]; error?: ApiError }> {
  try {
    return { objects: await allOf<KubeObject>(client, { path, query }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { error };
  }
}
