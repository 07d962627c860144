import type { Diagnostic } from '../../audit/diagnostic.ts';
import { type ImageService, readImageService } from '../../audit/service.ts';
import { serviceAddress } from '../../hosts/probe.ts';
import { collectionPath } from '../../kube/api/object-name.ts';
import { allOf } from '../../kube/api/pages.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import { orGap } from './gap.ts';

export interface FoundServices {
  /** The services of the name; undefined if they could not be read. */
  services: ImageService[] | undefined;
  /** The only namespace that was searched; undefined if all were. */
  only?: string;
  /** What could not be read. */
  gaps: Diagnostic[];
  /** What could not be read in namespaces other than `only`. */
  beyond?: Diagnostic[];
}

/**
 * The services of a name: in its own namespace if it has one, else in all namespaces or, if those may not be read, in the
 * audited one.
 *
 * @param namespace the audited one; undefined for all.
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
  // A service that is missing here may be in a namespace that cannot be read.
  return here.services?.length ? { ...here, only: namespace, beyond: everywhere.gaps } : everywhere;
}

async function readIn(
  client: KubeClient,
  name: string,
  namespace: string | undefined,
): Promise<FoundServices> {
  const [services, slices] = await Promise.all([
    orGap({ resource: 'services', namespace }, () =>
      allOf<KubeObject>(client, {
        path: collectionPath('/api/v1', 'services', namespace),
        query: { fieldSelector: `metadata.name=${name}` },
      }),
    ),
    orGap({ resource: 'endpointslices.discovery.k8s.io', namespace }, () =>
      allOf<KubeObject>(client, {
        path: collectionPath('/apis/discovery.k8s.io/v1', 'endpointslices', namespace),
        query: { labelSelector: `kubernetes.io/service-name=${name}` },
      }),
    ),
  ]);
  return {
    services: services.found?.map((service) =>
      readImageService(
        service,
        slices.found?.filter(({ metadata }) => metadata.namespace === service.metadata.namespace),
      ),
    ),
    gaps: [services.gap ?? [], slices.gap ?? []].flat(),
  };
}
