import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type Permission, policyRule } from '../../lib/kube/api/access.ts';
import { create } from '../scenarios/requests.ts';
import { call } from './http.ts';
import { PATIENCE } from './patience.ts';
import type { Endpoint, TestServer } from './server.ts';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const apiGroup = 'rbac.authorization.k8s.io';

/**
 * Lets a user do this in a namespace, or where a permission names none in the cluster, beside what that user may do already.
 * Resolves when the server knows of it. An administrator becomes that user by `--as`.
 */
export async function allowUser(
  { admin }: Pick<TestServer, 'admin'>,
  { name, namespace }: { name: string; namespace: string },
  allowed: readonly Permission[],
): Promise<void> {
  const subjects = [{ apiGroup, kind: 'User', name }];
  for (const [role, scope] of [
    ['Role', `${RBAC}/namespaces/${namespace}/`],
    ['ClusterRole', `${RBAC}/cluster`],
  ] as const) {
    const rules = allowed
      .filter((permission) => (permission.namespace === undefined) === (role === 'ClusterRole'))
      .map(({ group, resource, subresource, verb }) =>
        policyRule({
          group,
          resources: [subresource === undefined ? resource : `${resource}/${subresource}`],
          names: [],
          verbs: [verb],
        }),
      );
    if (rules.length === 0) continue;
    const metadata = { name: `${name}-${randomBytes(4).toString('hex')}` };
    await create(admin, `${scope}roles`, { metadata, rules });
    const roleRef = { apiGroup, kind: role, name: metadata.name };
    await create(admin, `${scope}rolebindings`, { metadata, roleRef, subjects });
  }
  for (const permission of allowed) await untilAllowed(admin, name, permission);
}

/** The server learns of roles some moments after they are made. */
async function untilAllowed(admin: Endpoint, user: string, resourceAttributes: Permission): Promise<void> {
  const body = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes },
  };
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
  const headers = { 'impersonate-user': user };
  const end = performance.now() + PATIENCE;
  for (;;) {
    const { json, text } = await call(admin, { method: 'POST', path, body, headers });
    if (json.status?.allowed) return;
    assert.ok(performance.now() < end, text);
  }
}

/** The same permission for each verb; `pods/proxy` is a subresource. */
export const permissions = (
  namespace: string,
  [group, named]: readonly [group: string, resource: string],
  ...verbs: string[]
): Permission[] => {
  const [resource = '', subresource] = named.split('/');
  return verbs.map((verb) => ({
    group,
    resource,
    ...(subresource !== undefined && { subresource }),
    verb,
    namespace,
  }));
};
