import type { KubeObject } from '../../../lib/kube/api/types.ts';
import { type Answer, call } from '../../support/http.ts';
import type { Endpoint } from '../../support/server.ts';

/** One request that a controller decides on, as data. */
export interface Change {
  method: 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body: object;
  /** What it was decided on. */
  of: KubeObject;
  /** What has to be true on the server itself, where the watches may lag behind. */
  confirm?: { path: string; by(answer: Answer): boolean };
}

/** A merge patch of the object at `path` that only holds for the version that it was decided on. */
export const patch = (path: string, of: KubeObject, body: object): Change => ({
  method: 'PATCH',
  path,
  body: { ...body, metadata: { ...metadataOf(body), resourceVersion: of.metadata.resourceVersion } },
  of,
});

const metadataOf = (body: object): object => ('metadata' in body ? (body.metadata as object) : {});

/** A deletion of the object at `path`, which must be this one and no later one of its name. */
export const remove = (path: string, of: KubeObject, options: object = {}): Change => ({
  method: 'DELETE',
  path,
  body: { ...options, preconditions: { uid: of.metadata.uid } },
  of,
});

/** Identifies a change: decisions on the same version of the same object are the same. */
export const identity = ({ method, path, of: { metadata } }: Change): string =>
  `${method} ${path} ${metadata.uid} ${metadata.resourceVersion}`;

/**
 * Sends the change as `manager`, by whose name the server lists the fields that it wrote.
 *
 * @returns `granted` where the server did it, or what it is for is gone; `lost` where another user overtook us, or the
 *   server is in trouble, so that it must be decided again.
 * @throws where the server refuses what we send: a defect of the stand-in.
 */
export async function send(
  endpoint: Endpoint,
  { method, path, body, confirm }: Change,
  manager: string,
): Promise<'granted' | 'lost'> {
  const query = method === 'DELETE' ? '' : `?fieldManager=${manager}`;
  try {
    if (confirm && !confirm.by(await call(endpoint, { path: confirm.path }))) return 'lost';
    const { status, text } = await call(endpoint, { method, path: path + query, body });
    if (status < 300 || status === 404) return 'granted';
    if (status === 409 || status === 429 || status >= 500 || isEnding(status, text)) return 'lost';
    throw new Error(`${method} ${path}: HTTP ${status}: ${text}`);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return 'lost';
    throw error;
  }
}

/** In a namespace that is being deleted, nothing can be made. */
const isEnding = (status: number, text: string): boolean =>
  status === 403 && text.includes('because it is being terminated');
