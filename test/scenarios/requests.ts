import { type Answer, type Call, call } from '../support/http.ts';
import type { Endpoint } from '../support/server.ts';

/** Creates an object. */
export const create = (admin: Endpoint, path: string, body: object): Promise<Answer> =>
  expect(admin, { method: 'POST', path, body }, 201);

/** Creates what scenarios share; it may be there already. */
export const ensure = (admin: Endpoint, path: string, body: object): Promise<Answer> =>
  expect(admin, { method: 'POST', path, body }, 201, 409);

/** Writes the status of the object at `path` through its subresource. */
export const status = (admin: Endpoint, path: string, value: unknown): Promise<Answer> =>
  expect(admin, { method: 'PATCH', path: `${path}/status`, body: { status: value } }, 200);

/** @throws if the status is not an accepted one; the message has the answer. */
export async function expect(admin: Endpoint, request: Call, ...accepted: number[]): Promise<Answer> {
  const answer = await call(admin, request);
  if (accepted.includes(answer.status)) return answer;
  throw new Error(`${request.method} ${request.path}: HTTP ${answer.status}: ${answer.text}`);
}
