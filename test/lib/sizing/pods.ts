import type { ContainerObject, PodObject, Quantities } from '../../../lib/objects/pod.ts';
import type { InstanceObject } from '../../../lib/volumes/instance.ts';

/** A container with these requests and limits. */
export const container = (requests?: Quantities, limits?: Quantities, name = 'main'): ContainerObject => ({
  name,
  image: 'main:v1',
  resources: { ...(requests && { requests }), ...(limits && { limits }) },
});

/** A pod with that spec. */
export const podOf = (spec: PodObject['spec'], name = 'p'): PodObject => ({
  metadata: { name, namespace: 'n' },
  spec,
});

/** A pod of a Prometheus, whose only container has 1 GiB and half a core. */
export const serverPod = (name: string, instance = 'k8s'): PodObject => ({
  metadata: {
    name,
    namespace: 'n',
    labels: {
      'app.kubernetes.io/managed-by': 'prometheus-operator',
      'app.kubernetes.io/name': 'prometheus',
      'app.kubernetes.io/instance': instance,
    },
  },
  spec: {
    containers: [container({ cpu: '500m', memory: '1Gi' }, { cpu: '1', memory: '2Gi' }, 'prometheus')],
  },
});

/** A Prometheus with claims of that size. */
export const server = (name: string, spec: Record<string, unknown> = {}, size = '50Gi'): InstanceObject => ({
  metadata: { name, namespace: 'n' },
  spec: {
    ...spec,
    storage: { volumeClaimTemplate: { spec: { resources: { requests: { storage: size } } } } },
  },
});
