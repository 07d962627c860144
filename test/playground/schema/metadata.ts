import type { Schema } from './types.ts';

const string: Schema = { type: 'string' };
const integer: Schema = { type: 'integer' };
const strings: Schema = { type: 'object', additionalProperties: string };
const time: Schema = { type: 'string', nullable: true };

/** `metadata` of every object: what it may hold, and how its lists are owned and merged item by item. */
export const metadataSchema: Schema = {
  type: 'object',
  properties: {
    name: string,
    generateName: string,
    namespace: string,
    selfLink: string,
    uid: string,
    resourceVersion: string,
    generation: integer,
    creationTimestamp: time,
    deletionTimestamp: time,
    deletionGracePeriodSeconds: integer,
    labels: strings,
    annotations: strings,
    finalizers: { type: 'array', items: string, 'x-kubernetes-list-type': 'set' },
    ownerReferences: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['uid'],
      items: {
        type: 'object',
        'x-kubernetes-map-type': 'atomic',
        properties: {
          apiVersion: string,
          kind: string,
          name: string,
          uid: string,
          controller: { type: 'boolean' },
          blockOwnerDeletion: { type: 'boolean' },
        },
      },
    },
    managedFields: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          manager: string,
          operation: string,
          apiVersion: string,
          time,
          fieldsType: string,
          fieldsV1: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
          subresource: string,
        },
      },
    },
  },
};

/** A resource's schema with `metadata` told in full, as field ownership and merges need it. */
export const withMetadata = (schema: Schema): Schema => ({
  ...schema,
  properties: { ...schema.properties, metadata: metadataSchema },
});
