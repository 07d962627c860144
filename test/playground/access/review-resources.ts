import type { Resource } from '../resources/types.ts';
import { anything } from '../schema/shorthand.ts';

const review = (group: string, kind: string): Resource => ({
  group,
  version: 'v1',
  kind,
  listKind: `${kind}List`,
  plural: `${kind.toLowerCase()}s`,
  singular: kind.toLowerCase(),
  namespaced: false,
  verbs: ['create'],
  subresources: [],
  custom: false,
  counted: false,
  schema: { type: 'object', properties: { spec: anything, status: anything } },
  columns: [],
});

/** Questions about oneself, answered and not stored. */
export const reviewResources: readonly Resource[] = [
  review('authentication.k8s.io', 'SelfSubjectReview'),
  review('authorization.k8s.io', 'SelfSubjectAccessReview'),
  review('authorization.k8s.io', 'SelfSubjectRulesReview'),
];
