import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import { program } from '../../../cmd/kubectl-bmh/program.ts';
import { base64, kubeconfigOf, put } from '../../support/forms/form.ts';
import { execEntry } from '../../support/forms/plugins.ts';
import { type Ran, runCommand } from '../../support/run-command.ts';
import { type ApiServer, json, refuse, startApiServer, temporaryFolder } from './support/api-server.ts';

/** A kind of credentials: user, server, and the secrets that must not be printed. */
interface Form {
  user?: object;
  /** The server's address, if not the default one. */
  server?: string;
  args?: string[];
  secrets: string[];
}

const secret = (): string => `S3cr"t/${randomBytes(12).toString('base64')}`;
/** A secret that is valid in a header. */
const token = (): string => `t0ken+${randomBytes(12).toString('base64')}`;

const FORMS: Record<string, (server: ApiServer, folder: string) => Promise<Form>> = {
  'a token': async () => {
    const one = token();
    return { user: { token: one }, secrets: [one] };
  },
  'a token as a flag': async () => {
    const one = token();
    return { args: ['--token', one], secrets: [one] };
  },
  'a token that is not valid in a header': async () => {
    const one = `${token()}\n${token()}`;
    return { user: { token: one }, secrets: one.split('\n') };
  },
  'a token file': async (_, folder) => {
    const one = token();
    return { user: { tokenFile: await put(folder, 'token', one) }, secrets: [one] };
  },
  'a name and a password': async () => {
    const password = secret();
    return { user: { username: 'jane', password }, secrets: [password, base64(`jane:${password}`)] };
  },
  'a password in the address': async ({ url }) => {
    const password = secret();
    const server = url.replace('://', `://jane:${encodeURIComponent(password)}@`);
    return { server, secrets: [password, base64(`jane:${password}`)] };
  },
  'a password in an invalid address': async () => {
    const password = token().replaceAll('/', '');
    return { server: `ftp://jane:${password}@127.0.0.1`, secrets: [password] };
  },
  'a client certificate with its key': async ({ authority }) => {
    const { cert, key } = await authority.clientCertificate('jane');
    const user = { 'client-certificate-data': base64(cert), 'client-key-data': base64(key) };
    return { user, secrets: [key, base64(key), ...key.split('\n').filter((line) => /^[^-]{20}/.test(line))] };
  },
  'an invalid key': async ({ authority }) => {
    const { cert } = await authority.clientCertificate('jane');
    const key = secret();
    return {
      user: { 'client-certificate-data': base64(cert), 'client-key-data': base64(key) },
      secrets: [key],
    };
  },
  'the token of a plugin': async (_, folder) => {
    const one = token();
    return {
      user: { exec: await execEntry(folder, { body: `return { token: '${one}' };` }) },
      secrets: [one],
    };
  },
  'a plugin that returns no token': async (_, folder) => {
    const one = token();
    const body = `console.log('${one}'); return {};`;
    return { user: { exec: await execEntry(folder, { body }) }, secrets: [one] };
  },
  'an auth provider': async () => {
    const [one, other] = [token(), secret()];
    const config = { 'id-token': one, 'refresh-token': other, 'client-id': 'me' };
    return { user: { 'auth-provider': { name: 'oidc', config } }, secrets: [one, other] };
  },
};

/** Servers that fail a request and repeat everything they received. */
const FAILURES: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  'a refusal': (request, response) => refuse(response, 403, 'Forbidden', `${request.rawHeaders} may not`),
  'a refusal of the login': (request, response) =>
    refuse(response, 401, 'Unauthorized', JSON.stringify(request.headers)),
  'an HTML page': (request, response) => {
    const { authorization = '' } = request.headers;
    const [, presented = ''] = authorization.split(' ');
    response.setHeader('Warning', `299 - "${presented}"`);
    response.setHeader('Set-Cookie', presented);
    response.writeHead(502, { 'Content-Type': 'text/html' });
    response.end(`<pre>${authorization} ${presented} ${Buffer.from(presented, 'base64')}</pre>`);
  },
  'not an API server': (request, response) =>
    json(response, [request.headers, { kind: 'Secret', data: request.headers }]),
  'no answer': (_, response) => void response.destroy(),
};

for (const [what, form] of Object.entries(FORMS))
  test(`never prints ${what}, whatever fails`, async (t) => {
    const seen: string[] = [];
    const { secrets } = await runAll(t, form, seen);
    const output = seen.join('\n');
    for (const shape of secrets.flatMap(shapesOf)) assert(!output.includes(shape), `${shape} in:\n${output}`);
  });

/** Runs a command against each kind of failure with the highest verbosity; returns the leaked secrets. */
async function runAll(t: TestContext, form: (typeof FORMS)[string], seen: string[]): Promise<Form> {
  let failing: (typeof FAILURES)[string] = () => undefined;
  const server = await startApiServer(t, (request, response) => failing(request, response));
  const folder = await temporaryFolder(t);
  const prepared = await form(server, folder);
  const { user = {}, args = [] } = prepared;
  const cluster = {
    server: prepared.server ?? server.url,
    'certificate-authority-data': base64(server.authority.ca),
  };
  const config = await put(folder, 'config', kubeconfigOf(cluster, user));
  const run = (...words: string[]): Promise<Ran> =>
    runCommand(program, [...words, '--kubeconfig', config, '-v=10', ...args]);
  for (const one of Object.values(FAILURES)) {
    failing = one;
    for (const words of [['list'], ['version', '-o', 'json']]) {
      const { code, stdout, stderr } = await run(...words);
      assert.equal(code, 1, stderr);
      assert.match(stderr, /^(error:|Error from server|Unable to connect)/m);
      seen.push(stdout, stderr);
    }
  }
  return prepared;
}

/** A secret in plain text, in JSON, in a URL and in base64. */
const shapesOf = (text: string): string[] => [
  text,
  JSON.stringify(text).slice(1, -1),
  encodeURIComponent(text),
  base64(text),
];
