import { serviceAddress } from '../hosts/probe.ts';
import { fieldsOf, textOf } from '../objects/fields.ts';
import { ipsIn, isServedBy } from './address.ts';
import { type Finding, RULES, type RuleName } from './finding.ts';
import { addressesIn } from './places.ts';

/** A service in a cluster that may serve images. */
export interface ImageService {
  namespace: string;
  name: string;
  /** Its own addresses, inside the cluster and from outside. */
  addresses: string[];
  /** The addresses of the pods behind it. */
  endpoints: string[];
  /** Whether at least one endpoint is ready; true for an ExternalName service. */
  ready: boolean;
}

/**
 * Reads a Service and its EndpointSlices.
 *
 * @param slices undefined if they may not be read: the service then counts as ready.
 */
export function readImageService(service: unknown, slices: readonly unknown[] | undefined): ImageService {
  const { metadata, spec, status } = fieldsOf(service) ?? {};
  const { clusterIP, clusterIPs, externalIPs, type } = fieldsOf(spec) ?? {};
  const ingress = listOf(fieldsOf(fieldsOf(status)?.loadBalancer)?.ingress).map((one) => fieldsOf(one)?.ip);
  const endpoints = (slices ?? []).flatMap((slice) => listOf(fieldsOf(slice)?.endpoints)).map(fieldsOf);
  return {
    namespace: textOf(fieldsOf(metadata)?.namespace ?? ''),
    name: textOf(fieldsOf(metadata)?.name ?? ''),
    addresses: ips([clusterIP, ...listOf(clusterIPs), ...listOf(externalIPs), ...ingress]),
    endpoints: ips(endpoints.flatMap((endpoint) => listOf(endpoint?.addresses))),
    // By the API's contract, an endpoint without a `ready` condition is ready.
    ready:
      slices === undefined ||
      type === 'ExternalName' ||
      endpoints.some((endpoint) => fieldsOf(endpoint?.conditions)?.ready !== false && endpoint !== undefined),
  };
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const ips = (values: unknown[]): string[] => [
  ...new Set(values.flatMap((value) => (typeof value === 'string' ? ipsIn(value) : []))),
];

/** The owner of each IP address of the services, as text. */
export const pinsOf = (services: readonly ImageService[]): Map<string, string> =>
  new Map(
    services.flatMap(({ namespace, name, addresses, endpoints }) => [
      ...endpoints.map((ip): [string, string] => [ip, `a pod behind service ${namespace}/${name}`]),
      ...addresses.map((ip): [string, string] => [ip, `service ${namespace}/${name}`]),
    ]),
  );

/** The namespaces in which an object's addresses expect the service. */
export const namespacesNamed = (object: unknown, service: string): string[] =>
  addressesIn(object).flatMap(({ value }) => {
    const namespace = isServedBy(value, service) ? serviceAddress(value)?.namespace : undefined;
    return namespace === undefined ? [] : [namespace];
  });

/** What is known of the service. */
export interface Serving {
  /** As given by the user: a name, optionally with a namespace. */
  service: string;
  /** The audited namespace; undefined for all. */
  namespace: string | undefined;
  /** The services of that name. */
  services: readonly ImageService[];
  /** The only namespace that was searched; undefined if all were. */
  only: string | undefined;
  /** The namespaces in which addresses expect it. */
  named: ReadonlySet<string>;
}

/**
 * The findings of rule 3 about the service itself: it is missing, or has no ready endpoint. A name without a namespace means
 * the service of the audited namespace or, if that has none, those of all namespaces.
 */
export function serviceFindings({ service, namespace, services, only, named }: Serving): Finding[] {
  const { name, namespace: own } = serviceAddress(`http://${service}`) ?? { name: service };
  const wanted = new Set(own === undefined ? named : [own, ...named]);
  const absent = [...wanted].filter(
    (one) => (only === undefined || only === one) && services.every((found) => found.namespace !== one),
  );
  const near = services.filter((found) => found.namespace === namespace);
  const meant = near.length > 0 ? near : services;
  const used = services.filter((found) => meant.includes(found) || wanted.has(found.namespace));
  const missing = (where: { namespace?: string }, message: string): Finding =>
    finding('service-missing', { name, ...where }, [
      message,
      `restore it${where.namespace ? ` in namespace ${where.namespace}` : ''}, or pass its name here with --service; ${name} must keep its name across updates`,
    ]);
  return [
    ...(services.length === 0 && wanted.size === 0
      ? [missing({}, `no namespace has a service ${name}`)]
      : []),
    ...absent.toSorted().map((one) => missing({ namespace: one }, `namespace ${one} has no service ${name}`)),
    ...used
      .filter(({ ready }) => !ready)
      .map(({ namespace: one }) =>
        finding('service-not-ready', { name, namespace: one }, [
          'the service has no ready endpoint: nothing serves the images',
          `check the pods behind it: kubectl describe service ${name} -n ${one}`,
        ]),
      ),
  ];
}

const finding = (
  rule: RuleName,
  where: { name: string; namespace?: string },
  [message, hint]: [message: string, hint: string],
): Finding => ({
  rule,
  level: RULES[rule].level,
  kind: 'Service',
  apiVersion: 'v1',
  ...where,
  path: [],
  value: where.name,
  message,
  hint,
});
