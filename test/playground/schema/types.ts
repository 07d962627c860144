/** Where a value lies: `field` as causes name it, `text` as the messages of the schema's rules do. */
export interface Place {
  field: string;
  text: string;
}

/** The part of OpenAPI v3 that structural schemas of Kubernetes are written in. */
export interface Schema {
  description?: string;
  type?: string;
  format?: string;
  nullable?: boolean;
  default?: unknown;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  required?: string[];
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: boolean;
  exclusiveMaximum?: boolean;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minProperties?: number;
  maxProperties?: number;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  not?: Schema;
  'x-kubernetes-preserve-unknown-fields'?: boolean;
  'x-kubernetes-embedded-resource'?: boolean;
  'x-kubernetes-int-or-string'?: boolean;
  'x-kubernetes-list-type'?: 'atomic' | 'set' | 'map';
  'x-kubernetes-list-map-keys'?: string[];
  'x-kubernetes-map-type'?: 'atomic' | 'granular';
}

/** The schema of a member of a map: its own property's, or that of all further ones. */
export function memberSchema(schema: Schema | undefined, key: string): Schema | undefined {
  const property = schema?.properties?.[key];
  if (property !== undefined) return property;
  return typeof schema?.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}
