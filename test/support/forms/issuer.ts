import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { KeyPair } from '../certificates.ts';

/** An OpenID Connect issuer that knows one client and one refresh token at a time, each good for one renewal. */
export interface Issuer {
  url: string;
  /** The ID tokens that it gave out. */
  issued: string[];
  stop(): Promise<void>;
}

/** Gives `refresh-1` for `refresh-0`, and so on. */
export async function startIssuer(tls: KeyPair): Promise<Issuer> {
  const issued: string[] = [];
  const server = createServer(tls, async (request, response) => {
    const url = urlOf();
    const answer = (code: number, body: object) =>
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/.well-known/openid-configuration') {
      return answer(200, { issuer: url, token_endpoint: `${url}/token`, jwks_uri: `${url}/keys` });
    }
    const form = new URLSearchParams(await text(request));
    if (form.get('refresh_token') !== `refresh-${issued.length}`)
      return answer(400, { error: 'invalid_grant' });
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: url, aud: 'kubernetes', sub: 'jane', iat: now, exp: now + 3600 };
    issued.push(unsignedToken({ ...claims, serial: issued.length }));
    return answer(200, {
      access_token: 'unused',
      token_type: 'Bearer',
      expires_in: 3600,
      id_token: issued.at(-1),
      refresh_token: `refresh-${issued.length}`,
    });
  });
  const urlOf = () => `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: urlOf(),
    issued,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** An unsigned JSON web token, for clients that only read it. */
export function unsignedToken(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}.${Buffer.from('none').toString('base64url')}`;
}
