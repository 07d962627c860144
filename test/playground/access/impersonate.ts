import type { IncomingMessage } from 'node:http';
import { badRequest } from '../http/status.ts';
import { type Attempt, type Authorizer, refusalOf } from './authorize.ts';
import { impersonationAttempts, impersonationModes } from './impersonation-modes.ts';
import { AUTHENTICATED, anonymous, serviceAccount, UNAUTHENTICATED, type User } from './user.ts';

/** Decides as whom requests are judged. */
export interface Impersonator {
  /**
   * The user whom a request's Impersonate headers name, if `sender` may take every name, group, uid and extra of
   * it for this attempt; `sender` itself where there are no such headers. Throws a 400 or 403.
   */
  actingUser(request: IncomingMessage, sender: User, attempt: Attempt): User;
}

export function createImpersonator(authorizer: Authorizer): Impersonator {
  // The way that worked last is tried first, so that it is the one that a later refusal is about.
  const lastMode = new Map<string, string>();
  return {
    actingUser(request, sender, attempt) {
      const wanted = wantedUser(request);
      if (wanted === undefined) return sender;
      const last = lastMode.get(sender.name);
      const fitting = impersonationModes(wanted).toSorted((a, b) => Number(b === last) - Number(a === last));
      const refusals = fitting.map((mode) => {
        const attempts = impersonationAttempts(wanted, mode, attempt);
        const refusal = attempts
          .map((one) => refusalOf(authorizer, sender, one))
          .find((one) => one !== undefined);
        if (refusal === undefined) lastMode.set(sender.name, mode);
        return refusal;
      });
      if (refusals.includes(undefined)) return { ...wanted, groups: withImplied(wanted) };
      throw refusals[0];
    },
  };
}

const EXTRA = 'impersonate-extra-';

/** Whom a request's headers name, with the groups that they say; undefined without such headers. */
function wantedUser(request: IncomingMessage): User | undefined {
  const headers = request.headersDistinct;
  const name = headers['impersonate-user']?.[0] ?? '';
  const uid = headers['impersonate-uid']?.[0];
  const groups = headers['impersonate-group'] ?? [];
  const extra = Object.fromEntries(
    Object.entries(headers)
      .filter(([header]) => header.startsWith(EXTRA))
      .map(([header, values = []]) => [decodeURIComponent(header.slice(EXTRA.length)), values]),
  );
  const hasExtra = Object.keys(extra).length > 0;
  if (name === '' && (uid !== undefined || groups.length > 0 || hasExtra)) {
    throw badRequest(`requested ${JSON.stringify({ uid, groups, extra })} without impersonating a user name`);
  }
  if (name === '') return undefined;
  return { name, groups, ...(uid !== undefined && { uid }), ...(hasExtra && { extra }) };
}

/** The groups that a user is in beside those that were asked for. */
function withImplied({ name, groups }: User): string[] {
  const account = serviceAccount({ name });
  const own =
    account && groups.length === 0
      ? ['system:serviceaccounts', `system:serviceaccounts:${account.namespace}`]
      : [];
  const everyone = name === anonymous.name ? UNAUTHENTICATED : AUTHENTICATED;
  const known = groups.includes(everyone) || groups.includes(UNAUTHENTICATED);
  return [...groups, ...own, ...(known ? [] : [everyone])];
}
