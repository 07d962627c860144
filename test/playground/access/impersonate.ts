import type { IncomingMessage } from 'node:http';
import { badRequest } from '../http/status.ts';
import { type Attempt, type Authorizer, refuseUnlessAllowed } from './authorize.ts';
import { AUTHENTICATED, anonymous, serviceAccount, UNAUTHENTICATED, type User } from './user.ts';

const EXTRA = 'impersonate-extra-';

/**
 * The user whom a request is to be judged as: the one whom its Impersonate headers name, if `user` may take every
 * name, group, uid and extra of it (403), else `user`.
 */
export function impersonate(request: IncomingMessage, user: User, authorizer: Authorizer): User {
  const headers = request.headersDistinct;
  const name = headers['impersonate-user']?.[0] ?? '';
  const uid = headers['impersonate-uid']?.[0];
  const groups = headers['impersonate-group'] ?? [];
  const extra = Object.fromEntries(
    Object.entries(headers)
      .filter(([header]) => header.startsWith(EXTRA))
      .map(([header, values = []]) => [decodeURIComponent(header.slice(EXTRA.length)), values]),
  );
  const more = uid !== undefined || groups.length > 0 || Object.keys(extra).length > 0;
  if (name === '' && !more) return user;
  if (name === '') {
    const asked = JSON.stringify({ uid, groups, extra });
    throw badRequest(`requested ${asked} without impersonating a user name`);
  }
  const wanted: User = {
    name,
    groups: withImplied(name, groups),
    ...(uid !== undefined && { uid }),
    ...(Object.keys(extra).length > 0 && { extra }),
  };
  for (const attempt of attempts(wanted, groups)) refuseUnlessAllowed(authorizer, user, attempt);
  return wanted;
}

/** What taking a user's place needs the right to, one attempt a part. */
function attempts({ name, uid, extra = {} }: User, groups: string[]): Attempt[] {
  const attempt = (group: string, plural: string, taken: string): Attempt => ({
    verb: 'impersonate',
    path: '',
    resource: { group, version: 'v1', plural, name: taken, namespace: '', subresource: '' },
  });
  const account = serviceAccount({ name });
  const authentication = 'authentication.k8s.io';
  const user = attempt('', account ? 'serviceaccounts' : 'users', account?.name ?? name);
  if (user.resource && account) user.resource.namespace = account.namespace;
  return [
    user,
    ...groups.map((group) => attempt('', 'groups', group)),
    ...(uid === undefined ? [] : [attempt(authentication, 'uids', uid)]),
    ...Object.entries(extra).flatMap(([key, values]) =>
      values.map((value): Attempt => {
        const { resource, ...rest } = attempt(authentication, 'userextras', value);
        return { ...rest, ...(resource && { resource: { ...resource, subresource: key } }) };
      }),
    ),
  ];
}

function withImplied(name: string, asked: string[]): string[] {
  const account = serviceAccount({ name });
  const implied =
    account && asked.length === 0
      ? ['system:serviceaccounts', `system:serviceaccounts:${account.namespace}`]
      : [];
  const groups = [...asked, ...implied];
  if (groups.includes(UNAUTHENTICATED) || groups.includes(AUTHENTICATED)) return groups;
  return [...groups, name === anonymous.name ? UNAUTHENTICATED : AUTHENTICATED];
}
