import type { Fields } from '../objects/model.ts';
import { AUTHENTICATED, MASTERS, UNAUTHENTICATED } from './user.ts';

const VERSION = 'rbac.authorization.k8s.io/v1';
const GROUP = 'rbac.authorization.k8s.io';
const labels = { 'kubernetes.io/bootstrapping': 'rbac-defaults' };

const role = (name: string, rules: Fields[]): Fields => ({
  apiVersion: VERSION,
  kind: 'ClusterRole',
  metadata: { name, labels },
  rules,
});

const binding = (name: string, groups: string[]): Fields => ({
  apiVersion: VERSION,
  kind: 'ClusterRoleBinding',
  metadata: { name, labels },
  roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name },
  subjects: groups.map((group) => ({ apiGroup: GROUP, kind: 'Group', name: group })),
});

const health = ['/healthz', '/livez', '/readyz', '/version', '/version/'];

/** The roles that every cluster starts with, as far as anybody here is bound to them, and their bindings. */
export const bootstrapRoles: readonly Fields[] = [
  role('cluster-admin', [
    { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
    { verbs: ['*'], nonResourceURLs: ['*'] },
  ]),
  role('system:discovery', [
    {
      verbs: ['get'],
      nonResourceURLs: ['/api', '/api/*', '/apis', '/apis/*', '/openapi', '/openapi/*', ...health].sort(),
    },
  ]),
  role('system:basic-user', [
    {
      verbs: ['create'],
      apiGroups: ['authorization.k8s.io'],
      resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
    },
    { verbs: ['create'], apiGroups: ['authentication.k8s.io'], resources: ['selfsubjectreviews'] },
  ]),
  role('system:public-info-viewer', [{ verbs: ['get'], nonResourceURLs: health }]),
  binding('cluster-admin', [MASTERS]),
  binding('system:discovery', [AUTHENTICATED]),
  binding('system:basic-user', [AUTHENTICATED]),
  binding('system:public-info-viewer', [AUTHENTICATED, UNAUTHENTICATED]),
];
