import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { unauthorized } from '../http/status.ts';
import { AUTHENTICATED, anonymous, type User } from './user.ts';

/**
 * Who sends a request: the client certificate's user, the bearer token's, or system:anonymous.
 * Throws a 401 for a certificate that the server's CA did not sign and for an unknown token.
 */
export function authenticate(request: IncomingMessage, tokens: ReadonlyMap<string, User>): User {
  const socket = request.socket as TLSSocket;
  const { subject } = socket.getPeerCertificate();
  if (subject !== undefined) {
    if (!socket.authorized) throw unauthorized();
    return { name: one(subject.CN), groups: [...many(subject.O), AUTHENTICATED] };
  }
  const { authorization } = request.headers;
  if (authorization === undefined) return anonymous;
  const [, token = ''] = /^Bearer +(\S+)/i.exec(authorization) ?? [];
  const user = tokens.get(token);
  if (user === undefined) throw unauthorized();
  return { ...user, groups: [...user.groups, AUTHENTICATED] };
}

/** A name in a certificate that may be there once, often or not at all. */
const many = (names: string | string[] | undefined): string[] => (names === undefined ? [] : [names].flat());

const one = (names: string | string[] | undefined): string => many(names)[0] ?? '';
