import type { Fields } from './resources.ts';

const API_VERSION = 'monitoring.coreos.com/v1';

/** A rule whose groups are a list by name; the rules of a group are one field. */
export const rules = (groups: Fields[], metadata: Fields = {}) => ({
  apiVersion: API_VERSION,
  kind: 'PrometheusRule',
  metadata: { name: 'a', ...metadata },
  spec: { groups },
});

/** Path of rule `a`. */
export const rulesPath = (namespace: string): string =>
  `/apis/${API_VERSION}/namespaces/${namespace}/prometheusrules/a`;

/** What owns a whole group of this name has of it, with these further fields. */
export const ownedGroup = (name: string, fields: Fields = {}): Fields => ({
  [`k:{"name":"${name}"}`]: { '.': {}, 'f:name': {}, ...fields },
});
