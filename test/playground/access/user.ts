/** Who sends a request. */
export interface User {
  name: string;
  uid?: string;
  groups: string[];
  extra?: Record<string, string[]>;
}

export const AUTHENTICATED = 'system:authenticated';
export const UNAUTHENTICATED = 'system:unauthenticated';
export const MASTERS = 'system:masters';

export const anonymous: User = { name: 'system:anonymous', groups: [UNAUTHENTICATED] };

/** Namespace and name of the service account that a user is; undefined for any other user. */
export function serviceAccount({
  name,
}: Pick<User, 'name'>): { namespace: string; name: string } | undefined {
  const [, namespace, account] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(name) ?? [];
  return namespace !== undefined && account !== undefined ? { namespace, name: account } : undefined;
}
