import type { Answer } from '../support/http.ts';
import type { TestServer } from '../support/server.ts';
import { type Json, post, refused, succeeded } from './exchange.ts';
import { GROUP } from './resources.ts';

const RBAC = 'rbac.authorization.k8s.io';

export interface Rule {
  apiGroups?: string[];
  resources?: string[];
  resourceNames?: string[];
  nonResourceURLs?: string[];
  verbs: string[];
}

interface Subject {
  kind: 'User' | 'Group';
  name: string;
}

const WEAK: Subject = { kind: 'User', name: 'weak' };

/** A Role and a RoleBinding in `namespace`, or, for the namespace `*`, a ClusterRole and its ClusterRoleBinding. */
export async function grant(
  server: TestServer,
  namespace: string,
  rules: Rule[],
  subject = WEAK,
  name = 'granted',
) {
  await makeRole(server, namespace, name, rules);
  await bind(server, namespace, { kind: namespace === '*' ? 'ClusterRole' : 'Role', name }, subject);
}

export async function makeRole(
  server: TestServer,
  namespace: string,
  name: string,
  rules: Rule[],
): Promise<Json> {
  const role = namespace === '*' ? 'ClusterRole' : 'Role';
  return make(server, namespace, { kind: role, metadata: { name }, rules });
}

export async function bind(
  server: TestServer,
  namespace: string,
  role: { kind: 'Role' | 'ClusterRole'; name: string },
  subject = WEAK,
): Promise<Json> {
  const kind = namespace === '*' ? 'ClusterRoleBinding' : 'RoleBinding';
  return make(server, namespace, {
    kind,
    metadata: { name: role.name },
    roleRef: { apiGroup: RBAC, ...role },
    subjects: [{ apiGroup: RBAC, ...subject }],
  });
}

/** Path of one kind's collection, `rolebindings` and the like, in a namespace or (`*`) of the cluster. */
export const rbac = (namespace: string, resource: string): string =>
  `/apis/${RBAC}/v1/${namespace === '*' ? '' : `namespaces/${namespace}/`}${resource}`;

async function make(
  server: TestServer,
  namespace: string,
  object: { kind: string; [field: string]: unknown },
): Promise<Json> {
  const path = rbac(namespace, `${object.kind.toLowerCase()}s`);
  return succeeded(await post(server.admin, path, { apiVersion: `${RBAC}/v1`, ...object }), 201);
}

interface Attempt {
  user: string;
  verb: string;
  /** `gauges` of this run's group unless given. */
  group?: string;
  resource?: string;
  subresource?: string;
  name?: string;
  /** Absent: at the cluster scope. */
  namespace?: string;
}

/** Asserts a 403 that names the attempt in the words of the real API server. */
export function forbidden(answer: Answer, attempt: Attempt): void {
  const { user, verb, group = GROUP, resource = 'gauges', subresource, name, namespace } = attempt;
  const what = group === '' ? resource : `${resource}.${group}`;
  const full = subresource === undefined ? resource : `${resource}/${subresource}`;
  const where = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  refused(answer, {
    code: 403,
    reason: 'Forbidden',
    message: `${what}${name === undefined ? '' : ` "${name}"`} is forbidden: User "${user}" cannot ${verb} resource "${full}" in API group "${group}" ${where}`,
    details: { ...(name !== undefined && { name }), ...(group !== '' && { group }), kind: resource },
  });
}
