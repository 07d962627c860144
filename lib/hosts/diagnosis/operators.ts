import type { KubeObject } from '../../kube/api/types.ts';
import { fieldsOf } from '../../objects/fields.ts';
import { BARE_METAL_OPERATOR, type Install, IRONIC, installsIn, itemsOf } from '../../versions/install.ts';
import type { Ironic, Operator } from './evidence.ts';

/** A workload, and the kind that it was read as. */
export interface Workload {
  object: KubeObject;
  kind: string;
}

/** The data of ConfigMaps by `namespace/name`, from which a container may take its environment. */
export type ConfigMaps = ReadonlyMap<string, Record<string, string>>;

const ENDPOINT = 'IRONIC_ENDPOINT';

/** The ConfigMaps that usually set an operator's Ironic if its container names none. */
const USUAL = ['ironic', 'ironic-bmo-configmap'];

/** The operators among these workloads, each with the Ironic that it uses. */
export const operatorsIn = (
  workloads: readonly Workload[],
  maps: ConfigMaps,
  resources: readonly KubeObject[],
): Operator[] =>
  workloads.flatMap(({ object, kind }) =>
    installsIn(object, kind, [BARE_METAL_OPERATOR]).map((install) => {
      const { replicas } = fieldsOf(fieldsOf(object)?.spec) ?? {};
      const { readyReplicas } = fieldsOf(fieldsOf(object)?.status) ?? {};
      return {
        install,
        wanted: typeof replicas === 'number' ? replicas : 1,
        ready: typeof readyReplicas === 'number' ? readyReplicas : 0,
        endpoint:
          inEnvironment(object, install, maps) ??
          inMaps(object, install, maps) ??
          inResources(install, resources),
      };
    }),
  );

/** The Ironics among these workloads. */
export const ironicsIn = (workloads: readonly Workload[]): Ironic[] =>
  workloads.flatMap(({ object, kind }) =>
    installsIn(object, kind, [IRONIC]).map((install) => {
      const { hostNetwork, dnsPolicy } = podSpecOf(object);
      const isOnHost = hostNetwork === true;
      return {
        install,
        hostNetwork: isOnHost,
        clusterDns: !isOnHost || dnsPolicy === 'ClusterFirstWithHostNet',
      };
    }),
  );

/** Names of the ConfigMaps that may set the Ironic endpoint of a workload's operator, likeliest first. */
export const mapsOf = (object: KubeObject): string[] => [
  ...new Set([...containersOf(object).flatMap(mapsIn), ...USUAL]),
];

function inEnvironment(
  object: KubeObject,
  { kind, namespace, resource }: Install,
  maps: ConfigMaps,
): Operator['endpoint'] {
  const entry = containersOf(object)
    .flatMap(({ env }) => itemsOf(env))
    .find(({ name }) => name === ENDPOINT);
  const { name, key } = keyRefOf(entry) ?? {};
  if (name !== undefined && key !== undefined) {
    const url = maps.get(`${namespace}/${name}`)?.[key];
    return url ? { url, from: `${key} of ConfigMap ${namespace}/${name}` } : undefined;
  }
  const value = entry?.value;
  return typeof value === 'string' && value
    ? { url: value, from: `${ENDPOINT} of ${kind} ${namespace}/${resource}` }
    : undefined;
}

function inMaps(object: KubeObject, { namespace }: Install, maps: ConfigMaps): Operator['endpoint'] {
  for (const name of mapsOf(object)) {
    const url = maps.get(`${namespace}/${name}`)?.[ENDPOINT];
    if (url) return { url, from: `ConfigMap ${namespace}/${name}` };
  }
  return undefined;
}

/** An Ironic resource has a Service of its own name, which its operators are pointed at. */
function inResources({ namespace }: Install, resources: readonly KubeObject[]): Operator['endpoint'] {
  const own = resources.find(({ metadata }) => metadata.namespace === namespace) ?? resources[0];
  if (!own) return undefined;
  const where = `${own.metadata.namespace ?? ''}/${own.metadata.name}`;
  return { url: `the Service of ${where}`, from: `Ironic ${where}` };
}

const podSpecOf = (object: KubeObject): Record<string, unknown> =>
  fieldsOf(fieldsOf(fieldsOf(fieldsOf(object)?.spec)?.template)?.spec) ?? {};

const containersOf = (object: KubeObject): Record<string, unknown>[] => itemsOf(podSpecOf(object).containers);

function mapsIn({ env, envFrom }: Record<string, unknown>): string[] {
  const whole = itemsOf(envFrom).map(({ configMapRef }) => fieldsOf(configMapRef)?.name);
  const keys = itemsOf(env)
    .filter(({ name }) => name === ENDPOINT)
    .map((entry) => keyRefOf(entry)?.name);
  return [...keys, ...whole].filter((name) => typeof name === 'string');
}

/** The key of a ConfigMap that a variable takes its value from. */
function keyRefOf(entry: Record<string, unknown> | undefined): { name: string; key: string } | undefined {
  const { name, key } = fieldsOf(fieldsOf(entry?.valueFrom)?.configMapKeyRef) ?? {};
  return typeof name === 'string' && typeof key === 'string' ? { name, key } : undefined;
}
