import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { connect } from '../../../../lib/kube/config/connect.ts';
import type { Connection, ConnectionFlags } from '../../../../lib/kube/config/connection.ts';
import { type Authority, createAuthority } from '../../../support/certificates.ts';
import type { TestServer } from '../../../support/server.ts';

/** A server for one test, of TLS unless `plain`, that answers as the test says. It ends with the test. */
export interface ApiServer {
  url: string;
  authority: Authority;
  /** The flags of a connection to it, with a token. */
  flags: ConnectionFlags;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export async function startApiServer(
  t: TestContext,
  handler: Handler,
  { plain = false }: { plain?: boolean } = {},
): Promise<ApiServer> {
  const authority = await createAuthority();
  const tls = { ...(await authority.serverCertificate()), ca: authority.ca, requestCert: true };
  const server = plain
    ? createHttpServer(handler)
    : createServer({ ...tls, rejectUnauthorized: false }, handler);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
  const url = `${plain ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, authority, flags: { server: url, token: 'test-token', insecureSkipTlsVerify: !plain } };
}

/** A connection without any kubeconfig; what it warns of is in `warnings`. */
export const connectTo = (flags: ConnectionFlags, warnings: string[] = []): Promise<Connection> =>
  connect(flags, { env: { HOME: '/nonexistent' }, interactive: false, warn: (text) => warnings.push(text) });

/** A folder that goes with the test. */
export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kube-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

/** Answers with JSON. */
export function json(response: ServerResponse, body: unknown, code = 200): void {
  const text = JSON.stringify(body);
  response.writeHead(code, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

/** Answers with a Status, as an API server refuses. */
export const refuse = (response: ServerResponse, code: number, reason: string, message: string): void =>
  json(response, { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message }, code);

/** What the identity server saw of a request. */
export interface Seen {
  user: string;
  impersonate: Record<string, string | string[] | undefined>;
  acceptEncoding: string | undefined;
}

const TOKEN = 'administrator';

/**
 * A server that knows one token and its authority's client certificates, refuses all others with 401, and says whom
 * it saw.
 */
export async function startIdentityServer(t: TestContext): Promise<TestServer> {
  const { url, authority } = await startApiServer(t, (request, response) => {
    const user = userOf(request);
    if (user === undefined) return refuse(response, 401, 'Unauthorized', 'Unauthorized');
    const impersonate = Object.entries(request.headers).filter(([name]) => name.startsWith('impersonate-'));
    json(response, {
      user,
      impersonate: Object.fromEntries(impersonate),
      acceptEncoding: request.headers['accept-encoding'],
    });
  });
  return {
    name: 'embedded',
    admin: { url, ca: authority.ca, token: TOKEN },
    weak: { url, ca: authority.ca, token: 'weak' },
    clientCertificate: (user, groups) => authority.clientCertificate(user, groups),
    pods: new Map(),
    stop: async () => undefined,
  };
}

function userOf(request: IncomingMessage): string | undefined {
  const socket = request.socket as TLSSocket;
  if (socket.authorized) return String(socket.getPeerCertificate().subject.CN);
  return request.headers.authorization === `Bearer ${TOKEN}` ? 'admin' : undefined;
}
