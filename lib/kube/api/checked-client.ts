import { notAnApiServer } from '../http/answer-to.ts';
import { held, versioned } from './held-write.ts';
import { each, read, type Shape } from './shape.ts';
import type { KubeClient, KubeList, KubeRequest, WatchEvent } from './types.ts';

/**
 * A client whose answers have their types: what another server, or a broken one, says in place of the API's objects is an
 * error that names the part, before anything is decided on it. No write goes without the version that it was decided on, and
 * what admission makes of one is an error too.
 *
 * @param server its address, for messages.
 */
export const checked = (client: KubeClient, server: string): KubeClient => ({
  ...client,
  async send<T>(request: KubeRequest, signal?: AbortSignal): Promise<T> {
    const answer = await client.send<object>(versioned(request), signal);
    return held(
      request,
      sure(request, server, () => readAnswer<T>(answer, request)),
    );
  },
  async *list<T>(request: KubeRequest, signal?: AbortSignal): AsyncGenerator<KubeList<T>> {
    for await (const part of client.list<object>(request, signal))
      yield sure(request, server, () => readAnswer<KubeList<T>>(part, request));
  },
  async *watch<T>(request: KubeRequest, signal?: AbortSignal): AsyncGenerator<WatchEvent<T>> {
    for await (const event of client.watch<WatchEvent<object>>(request, signal))
      yield sure(request, server, () => readEvent<T>(event));
  },
});

function sure<T>({ method, path }: KubeRequest, server: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    const found = `an invalid API object (${(cause as Error).message})`;
    throw notAnApiServer({ server, request: `${method} ${path}` }, found, cause);
  }
}

type Asked = Pick<KubeRequest, 'method' | 'path' | 'query'>;
type Named = { metadata: { name: string } };

/** The name by which a list is asked for a single object. */
const NAME = /^metadata\.name=([^,]+)/;

/**
 * The answer to a request, each part that is read of it sure to have its type: a list has items, an object the name that was
 * asked for.
 *
 * @throws {Error} that names the first part which has not.
 */
export function readAnswer<T>(answer: object, { method, path, query }: Asked): T {
  const shape = shapeOf(method, path);
  const found = read(answer, shape, { unknown: 'keep' });
  const named = shape === list ? ((found as { items?: Named[] }).items ?? []) : [found as Named];
  const name = shape === list ? NAME.exec(query?.fieldSelector ?? '')?.[1] : scopedOf(path)[1];
  const isOther = ({ metadata }: Named) => metadata.name !== decodeURIComponent(name ?? '');
  if ((shape === list || shape === object) && name !== undefined && named.some(isOther))
    throw new Error('metadata.name: expected the requested name');
  // Go leaves an empty list out or writes null.
  return (shape === list ? { items: [], ...(found as object) } : found) as T;
}

/** The same of an event of a watch; what an error says is read by whoever hears it. */
const readEvent = <T>(event: WatchEvent<object>): WatchEvent<T> =>
  read(event, event.type === 'ERROR' ? failed : happened, { unknown: 'keep' }) as WatchEvent<T>;

/** What a request is answered with, by its path. Of a deletion and a review nothing is read that every object has. */
function shapeOf(method: Asked['method'], path: string): Shape {
  if (path === '/version') return version;
  const scoped = scopedOf(path);
  if (scoped.length === 0) return path.split('/').length === 2 ? groups : resources;
  if (method === 'GET') return scoped.length === 1 ? list : object;
  return method === 'DELETE' || scoped[0] === 'selfsubjectaccessreviews' ? 'any' : object;
}

/** The collection and, where a path leads to an object, its name; empty for what tells of the API itself. */
function scopedOf(path: string): string[] {
  const [root, ...rest] = path.split('/').slice(1);
  const inside = root === 'apis' ? rest.slice(2) : rest.slice(1);
  return inside[0] === 'namespaces' && inside.length > 2 ? inside.slice(2) : inside;
}

// What is read of answers without a look at its type.

const strings: Shape = { map: 'string' };
const quantities: Shape = { map: 'text' };
const resourceRequests: Shape = { fields: { requests: quantities } };

const metadata: Shape = {
  fields: {
    ...each('string', 'name', 'namespace', 'uid', 'resourceVersion', 'continue', 'deletionTimestamp'),
    generation: 'number',
    labels: strings,
    annotations: strings,
    ownerReferences: {
      list: {
        fields: { ...each('string', 'apiVersion', 'kind', 'name', 'uid'), controller: 'boolean' },
        required: ['apiVersion', 'kind', 'name', 'uid'],
      },
    },
    managedFields: { list: { fields: each('string', 'manager', 'subresource', 'time') } },
  },
};

const template: Shape = {
  fields: {
    metadata: { fields: { name: 'string' } },
    spec: { fields: { resources: resourceRequests } },
  },
};

const parts = {
  spec: {
    fields: {
      ...each('number', 'replicas', 'shards'),
      paused: 'boolean',
      ...each('string', 'retentionSize', 'storageClassName', 'volumeName'),
      resources: resourceRequests,
      volumeClaimTemplates: { list: template },
      persistentVolumeClaimRetentionPolicy: { fields: each('string', 'whenDeleted', 'whenScaled') },
      storage: { fields: { volumeClaimTemplate: template } },
      source: { fields: { persistentVolumeName: 'string' } },
    },
  },
  status: {
    fields: {
      ...each(quantities, 'capacity', 'hard', 'used'),
      phase: 'string',
      allocatedResourceStatuses: strings,
      conditions: {
        list: { fields: { ...each('string', 'type', 'message'), observedGeneration: 'number' } },
      },
      ...each('number', 'replicas', 'readyReplicas', 'observedGeneration'),
    },
  },
  data: strings,
} as const satisfies Record<string, Shape>;

/** The fields of any object, by the types that they have in every kind that has them. */
const object: Shape = {
  fields: { metadata: { ...metadata, required: ['name'] }, ...parts },
  required: ['metadata'],
};

const list: Shape = { fields: { metadata, items: { list: object } }, required: ['metadata'] };

const happened: Shape = {
  fields: { type: 'string', object: { fields: { metadata, ...parts }, required: ['metadata'] } },
  required: ['type', 'object'],
};
const failed: Shape = { fields: { object: { fields: {} } }, required: ['object'] };

const versions = (of: Record<string, Shape>): Shape => ({
  list: { fields: { version: 'string', ...of }, required: ['version'] },
});

/** Discovery, plain and aggregated. */
const groups: Shape = {
  fields: {
    groups: { list: { fields: { name: 'string', versions: versions({}) }, required: ['name'] } },
    items: {
      list: {
        fields: {
          metadata: { fields: { name: 'string' } },
          versions: versions({ resources: { list: { fields: { resource: 'string' } } } }),
        },
      },
    },
  },
};

const resources: Shape = {
  fields: { resources: { list: { fields: { name: 'string' }, required: ['name'] } } },
};

const version: Shape = { fields: { gitVersion: 'string' }, required: ['gitVersion'] };
