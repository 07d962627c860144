import { serviceAddress } from '../hosts/probe.ts';
import { fieldsOf } from '../objects/fields.ts';
import { ipsIn, isServedBy } from './address.ts';
import { type Finding, RULES, type RuleName } from './finding.ts';
import { addressesIn } from './places.ts';

/** A service that images may be served by, as a cluster has it. */
export interface ImageService {
  namespace: string;
  name: string;
  /** Its own addresses: inside the cluster, and those that lead to it from outside. */
  addresses: string[];
  /** The addresses of the pods behind it. */
  endpoints: string[];
  /** Whether at least one of them is ready; true for a service that is another name for something outside. */
  ready: boolean;
}

/**
 * A Service and the EndpointSlices that belong to it, as the API sends them.
 *
 * @param slices undefined where they may not be read: nothing then says that the service is not ready.
 */
export function readImageService(service: unknown, slices: readonly unknown[] | undefined): ImageService {
  const { metadata, spec, status } = fieldsOf(service) ?? {};
  const { clusterIP, clusterIPs, externalIPs, type } = fieldsOf(spec) ?? {};
  const ingress = listOf(fieldsOf(fieldsOf(status)?.loadBalancer)?.ingress).map((one) => fieldsOf(one)?.ip);
  const endpoints = (slices ?? []).flatMap((slice) => listOf(fieldsOf(slice)?.endpoints)).map(fieldsOf);
  return {
    namespace: String(fieldsOf(metadata)?.namespace ?? ''),
    name: String(fieldsOf(metadata)?.name ?? ''),
    addresses: ips([clusterIP, ...listOf(clusterIPs), ...listOf(externalIPs), ...ingress]),
    endpoints: ips(endpoints.flatMap((endpoint) => listOf(endpoint?.addresses))),
    // An endpoint of which nothing is known is to be taken for ready.
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

/** What each IP address of the services is the address of. */
export const pinsOf = (services: readonly ImageService[]): Map<string, string> =>
  new Map(
    services.flatMap(({ namespace, name, addresses, endpoints }) => [
      ...endpoints.map((ip): [string, string] => [ip, `a pod behind service ${namespace}/${name}`]),
      ...addresses.map((ip): [string, string] => [ip, `service ${namespace}/${name}`]),
    ]),
  );

/** The namespaces that an object's addresses say the service is in. */
export const namespacesNamed = (object: unknown, service: string): string[] =>
  addressesIn(object).flatMap(({ value }) => {
    const namespace = isServedBy(value, service) ? serviceAddress(value)?.namespace : undefined;
    return namespace === undefined ? [] : [namespace];
  });

/** What was found out of the service, and who needs it. */
export interface Serving {
  /** As it was asked for: a name with a namespace or without. */
  service: string;
  /** The audited namespace; undefined where all are. */
  namespace: string | undefined;
  /** Those of that name. */
  services: readonly ImageService[];
  /** The one namespace that was looked into; undefined where all were. */
  only: string | undefined;
  /** The namespaces that addresses say it is in. */
  named: ReadonlySet<string>;
}

/**
 * What rule 3 finds of the service itself: none where it is looked for, or nothing behind it that answers. A name without a
 * namespace means the service of the audited one or, without one there, those of all.
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
  return [
    ...(services.length === 0 && wanted.size === 0
      ? [finding('service-missing', { name }, `no namespace has a service ${name}`)]
      : []),
    ...absent
      .toSorted()
      .map((one) =>
        finding('service-missing', { name, namespace: one }, `namespace ${one} has no service ${name}`),
      ),
    ...used
      .filter(({ ready }) => !ready)
      .map((found) =>
        finding(
          'service-not-ready',
          { name, namespace: found.namespace },
          'the service has no ready endpoint: nothing serves the images',
        ),
      ),
  ];
}

const MENDS: Partial<Record<RuleName, (name: string, namespace: string | undefined) => string>> = {
  'service-missing': (name, namespace) =>
    `restore it${namespace ? ` in namespace ${namespace}` : ''}, or pass its name here with --service; ${name} must keep its name across updates`,
  'service-not-ready': (name, namespace) =>
    `check the pods behind it: kubectl describe service ${name} -n ${namespace}`,
};

function finding(
  rule: RuleName,
  { name, namespace }: { name: string; namespace?: string },
  message: string,
): Finding {
  return {
    rule,
    level: RULES[rule].level,
    kind: 'Service',
    apiVersion: 'v1',
    ...(namespace !== undefined && { namespace }),
    name,
    path: [],
    value: name,
    message,
    hint: MENDS[rule]?.(name, namespace) ?? RULES[rule].hint,
  };
}
