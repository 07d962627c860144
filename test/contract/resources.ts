import { randomBytes } from 'node:crypto';

/** Tells this run's group and names from those of another run on the same server. */
export const RUN = randomBytes(4).toString('hex');
export const GROUP = `${RUN}.contract.example`;
export const VERSION = 'v1alpha1';
export const API_VERSION = `${GROUP}/${VERSION}`;

/** `gauges` as refusals and details name them. */
export const GAUGES = `gauges.${GROUP}`;

/** `details` of a refusal that is about gauge `a`. */
export const gaugeDetails = { name: 'a', group: GROUP, kind: 'gauges' };

/** Path of a namespaced resource of this run's group: the collection, one object, or its subresource. */
export const gauges = (namespace: string, name?: string, subresource?: string): string =>
  [`/apis/${API_VERSION}/namespaces/${namespace}/gauges`, name, subresource].filter(Boolean).join('/');

/** Path of this run's cluster-scoped resource. */
export const zones = (name?: string): string =>
  [`/apis/${API_VERSION}/zones`, name].filter(Boolean).join('/');

/** Path of the CustomResourceDefinitions. */
export const definitions = (name?: string): string =>
  ['/apis/apiextensions.k8s.io/v1/customresourcedefinitions', name].filter(Boolean).join('/');

export interface Fields {
  metadata?: Record<string, unknown>;
  spec?: Record<string, unknown>;
  [field: string]: unknown;
}

/** A gauge that passes the schema unless `fields` break it. */
export const gauge = (name: string, { metadata, spec, ...rest }: Fields = {}) => ({
  apiVersion: API_VERSION,
  kind: 'Gauge',
  metadata: { name, ...metadata },
  spec: { online: true, ...spec },
  ...rest,
});

export const zone = (name: string, fields: Fields = {}) => ({
  apiVersion: API_VERSION,
  kind: 'Zone',
  ...fields,
  metadata: { name, ...fields.metadata },
});

/** Namespaced, with a status subresource, printer columns, a default and one of each schema check. */
export const gaugeDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: GAUGES },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: {
      kind: 'Gauge',
      listKind: 'GaugeList',
      plural: 'gauges',
      singular: 'gauge',
      shortNames: [`g${RUN}`],
      categories: [`all${RUN}`],
    },
    versions: [
      {
        name: VERSION,
        served: true,
        storage: true,
        subresources: { status: {} },
        additionalPrinterColumns: [
          { name: 'State', type: 'string', jsonPath: '.status.state', description: 'what it is in' },
          { name: 'Online', type: 'boolean', jsonPath: '.spec.online' },
          { name: 'Size', type: 'integer', jsonPath: '.spec.size', priority: 1 },
          { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
        ],
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                required: ['online'],
                properties: {
                  online: { type: 'boolean' },
                  size: { type: 'integer', minimum: 1, maximum: 10 },
                  mode: { type: 'string', enum: ['auto', 'manual'], default: 'auto' },
                  serial: { type: 'string', pattern: '^[A-Z]+$' },
                  note: { type: 'string', nullable: true },
                  tags: { type: 'array', maxItems: 3, items: { type: 'string' } },
                  code: { type: 'string', minLength: 2, maxLength: 4 },
                  checkedAt: { type: 'string', format: 'date-time' },
                  image: {
                    type: 'object',
                    required: ['url'],
                    properties: { url: { type: 'string' }, checksum: { type: 'string' } },
                  },
                },
              },
              status: {
                type: 'object',
                required: ['errorCount'],
                properties: {
                  state: { type: 'string' },
                  errorCount: { type: 'integer' },
                  errorType: { type: 'string', enum: ['adoption error', 'power error'] },
                  image: { type: 'object', properties: { url: { type: 'string' } } },
                  conditions: {
                    type: 'array',
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['type'],
                    items: {
                      type: 'object',
                      required: ['type'],
                      properties: { type: { type: 'string' }, status: { type: 'string' } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    ],
  },
};

/** Cluster-scoped, without a status subresource, printer columns or a word about its fields. */
export const zoneDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `zones.${GROUP}` },
  spec: {
    group: GROUP,
    scope: 'Cluster',
    names: { kind: 'Zone', listKind: 'ZoneList', plural: 'zones', singular: 'zone' },
    versions: [
      {
        name: VERSION,
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};
