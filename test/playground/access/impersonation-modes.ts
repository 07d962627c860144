import type { Attempt } from './authorize.ts';
import { serviceAccount, type User } from './user.ts';

const AUTHENTICATION = 'authentication.k8s.io';
const NODE = 'system:node:';

/** The way of old: one verb for everything, whatever the impersonated user then does. */
const LEGACY = '';

/** The ways in which a user may be impersonated, in the order in which they are tried. */
export function impersonationModes(wanted: User): string[] {
  const { name, uid, groups, extra } = wanted;
  const nameAlone = uid === undefined && groups.length === 0 && extra === undefined;
  if (name.startsWith(NODE)) return nameAlone ? ['arbitrary-node', LEGACY] : [LEGACY];
  if (serviceAccount(wanted) !== undefined) return nameAlone ? ['serviceaccount', LEGACY] : [LEGACY];
  return ['user-info', LEGACY];
}

/**
 * What taking a user's place needs the right to, one attempt a part of the user. Except in the way of old, the
 * request itself must be allowed to be made so, too.
 */
export function impersonationAttempts(wanted: User, mode: string, attempt: Attempt): Attempt[] {
  const constrained = mode !== LEGACY;
  const verb = constrained ? `impersonate:${mode}` : 'impersonate';
  const group = constrained ? AUTHENTICATION : '';
  const take = (
    plural: string,
    name: string,
    place: { namespace?: string; subresource?: string; group?: string } = {},
  ) => ({
    verb,
    path: '',
    resource: { group, version: 'v1', plural, name, namespace: '', subresource: '', ...place },
  });
  const { name, uid, groups, extra = {} } = wanted;
  const account = serviceAccount(wanted);
  return [
    ...(constrained ? [{ ...attempt, verb: `impersonate-on:${mode}:${attempt.verb}` }] : []),
    account
      ? take('serviceaccounts', account.name, { namespace: account.namespace })
      : mode === 'arbitrary-node'
        ? take('nodes', name.slice(NODE.length))
        : take('users', name),
    ...(uid === undefined ? [] : [take('uids', uid, { group: AUTHENTICATION })]),
    ...groups.map((one) => take('groups', one)),
    ...Object.entries(extra).flatMap(([key, values]) =>
      values.map((value) => take('userextras', value, { group: AUTHENTICATION, subresource: key })),
    ),
  ];
}
