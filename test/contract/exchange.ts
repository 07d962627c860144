import assert from 'node:assert/strict';
import { type Answer, call } from '../support/http.ts';
import { PATIENCE } from '../support/patience.ts';
import type { Endpoint, TestServer } from '../support/server.ts';
import { type Fields, GAUGES, gauge, gaugeDetails, gauges } from './resources.ts';

/** One thing that an API server does. A case gets a namespace that no other case uses. */
export interface Case {
  name: string;
  run(server: TestServer, namespace: string): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: a case looks into whatever the server sent
export type Json = any;

type Headers = Record<string, string | string[]>;

export const get = (as: Endpoint, path: string, headers?: Headers) =>
  call(as, { path, ...(headers && { headers }) });

export const post = (as: Endpoint, path: string, body: unknown, headers?: Headers) =>
  call(as, { method: 'POST', path, body, ...(headers && { headers }) });

export const put = (as: Endpoint, path: string, body: unknown) => call(as, { method: 'PUT', path, body });

/** A merge patch. */
export const patch = (as: Endpoint, path: string, body: unknown, headers?: Headers) =>
  call(as, { method: 'PATCH', path, body, ...(headers && { headers }) });

export const jsonPatch = (as: Endpoint, path: string, body: unknown) =>
  patch(as, path, body, { 'content-type': 'application/json-patch+json' });

/** A server-side apply, of an object or of its YAML. */
export const apply = (as: Endpoint, path: string, body: unknown) =>
  patch(as, path, body, { 'content-type': 'application/apply-patch+yaml' });

export const remove = (as: Endpoint, path: string, body?: unknown) =>
  call(as, { method: 'DELETE', path, body });

/** What kubectl sends for `get`. */
export const asTable = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json' };

/** The body of an answer that must be a success of this code. */
export function succeeded(answer: Answer, code = 200): Json {
  assert.equal(answer.status, code, answer.text);
  return answer.json;
}

interface Refusal {
  code: number;
  /** Absent where the body has none. */
  reason?: string;
  /** The whole message; an expression only where it quotes what no server promises. */
  message: string | RegExp;
  /** Absent where the body has none. */
  details?: Json;
}

/** Asserts that an answer is a `Status` that says exactly this, in its code, its body, and nothing else. */
export function refused(answer: Answer, { code, reason, message, details }: Refusal): void {
  assert.equal(answer.status, code, answer.text);
  assert.match(String(answer.headers['content-type']), /^application\/json/);
  const { message: said, ...rest } = answer.json;
  if (message instanceof RegExp) assert.match(said, message);
  else assert.equal(said, message);
  assert.deepEqual(rest, {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    code,
    ...(reason !== undefined && { reason }),
    ...(details !== undefined && { details }),
  });
}

/** What is said where gauge `a` is not there. */
export const gaugeMissing: Refusal = {
  code: 404,
  reason: 'NotFound',
  message: `${GAUGES} "a" not found`,
  details: gaugeDetails,
};

/** Makes a gauge as the administrator and gives it as the server answered. */
export const makeGauge = async (server: TestServer, namespace: string, name: string, fields?: Fields) =>
  succeeded(await post(server.admin, gauges(namespace), gauge(name, fields)), 201);

export const readGauge = async (server: TestServer, namespace: string, name: string) =>
  succeeded(await get(server.admin, gauges(namespace, name)));

/**
 * Asks until an answer satisfies `seen` and gives it: for what a server takes up some moments after it is written
 * (a new definition, a new rule). Throws the last answer where it never comes.
 */
export async function eventually(
  ask: () => Promise<Answer>,
  seen: (answer: Answer) => boolean,
): Promise<Answer> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const answer = await ask();
    if (seen(answer)) return answer;
    if (performance.now() > end)
      throw new Error(`not seen in ${PATIENCE} ms: ${answer.status} ${answer.text}`);
  }
}
