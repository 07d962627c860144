import { notAnApiServer } from '../http/answer-to.ts';
import { held, versioned } from './held-write.ts';
import { each, read, type Shape } from './shape.ts';
import type { KubeClient, KubeList, KubeRequest, RawAnswer, RawRequest, WatchEvent } from './types.ts';

/**
 * A client whose answers have their declared types: a malformed object is an error that names the field, before anything is
 * decided on it. No write is sent without the version it was decided on, and a write that admission changes is an error.
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
  async ask(request: RawRequest, signal?: AbortSignal): Promise<RawAnswer> {
    const { method, path } = request;
    if (method !== 'GET' && method !== 'HEAD' && (!PROXIED.test(path) || DOTS.test(path)))
      throw new Error(`${method} ${path} is a write to the API server itself`);
    return client.ask(request, signal);
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

/** The path of what stands behind a pod or a service. */
const PROXIED = /^\/api\/v1\/namespaces\/[^/?#]+\/(?:pods|services)\/[^/?#]+\/proxy\//;

/** A segment that a proxy may resolve to another path. */
const DOTS = /^[^?#]*\/(?:\.|%2e){1,2}(?:[/?#]|$)/i;

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

/** The field selector of a list that selects a single object. */
const NAME = /^metadata\.name=([^,]+)/;

/**
 * The answer to a request, with every known field checked for its type: a list has items, an object the requested name.
 *
 * @throws {Error} that names the first field of another type.
 */
export function readAnswer<T>(answer: object, { method, path, query }: Asked): T {
  const shape = shapeOf(method, path);
  const found = read(answer, shape, { unknown: 'keep' });
  const named = shape === list ? ((found as { items?: Named[] }).items ?? []) : [found as Named];
  const name = shape === list ? NAME.exec(query?.fieldSelector ?? '')?.[1] : scopedOf(path)[1];
  const isOther = ({ metadata }: Named) => metadata.name !== decodeURIComponent(name ?? '');
  if ((shape === list || shape === object) && name !== undefined && named.some(isOther))
    throw new Error('metadata.name: expected the requested name');
  // Go omits an empty list or writes null.
  return (shape === list ? { items: [], ...(found as object) } : found) as T;
}

/** Checks an event of a watch. The Status in an error event is read by `ApiError`. */
const readEvent = <T>(event: WatchEvent<object>): WatchEvent<T> =>
  read(event, event.type === 'ERROR' ? failed : happened, { unknown: 'keep' }) as WatchEvent<T>;

/** The shape of the answer to a request, by its path. Of a deletion or a review, no fields common to all objects are read. */
function shapeOf(method: Asked['method'], path: string): Shape {
  if (path === '/version') return version;
  const scoped = scopedOf(path);
  if (scoped.length === 0) return path.split('/').length === 2 ? groups : served;
  if (method === 'GET') return scoped.length === 1 ? list : object;
  return method === 'DELETE' || REVIEW.test(scoped[0] ?? '') ? 'any' : object;
}

const REVIEW = /^(?:selfsubject|(?:self)?subjectaccess)reviews$/;

/** The collection and, if the path names an object, its name; empty for discovery paths. */
function scopedOf(path: string): string[] {
  const [root, ...rest] = path.split('/').slice(1);
  const inside = root === 'apis' ? rest.slice(2) : rest.slice(1);
  return inside[0] === 'namespaces' && inside.length > 2 ? inside.slice(2) : inside;
}

// The fields that are read from answers without further checks.

const strings: Shape = { map: 'string' };
const quantities: Shape = { map: 'text' };
const resources: Shape = { fields: each(quantities, 'requests', 'limits') };

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
    spec: { fields: { resources } },
  },
};

const containers: Shape = {
  list: { fields: { ...each('string', 'name', 'restartPolicy'), resources } },
};

const selector: Shape = {
  fields: {
    matchLabels: strings,
    matchExpressions: {
      list: {
        fields: { ...each('string', 'key', 'operator'), values: { list: 'string' } },
        required: ['key', 'operator'],
      },
    },
  },
};

const parts = {
  spec: {
    fields: {
      ...each('number', 'replicas', 'shards'),
      paused: 'boolean',
      ...each('string', 'retentionSize', 'storageClassName', 'volumeName', 'holderIdentity', 'renewTime'),
      resources,
      ...each(selector, 'ruleSelector', 'ruleNamespaceSelector'),
      volumeClaimTemplates: { list: template },
      persistentVolumeClaimRetentionPolicy: { fields: each('string', 'whenDeleted', 'whenScaled') },
      storage: { fields: { volumeClaimTemplate: template } },
      ...each(containers, 'containers', 'initContainers'),
      overhead: quantities,
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

/** The fields of any object. A field has the same type in every kind that has it. */
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

const served: Shape = {
  fields: { resources: { list: { fields: { name: 'string' }, required: ['name'] } } },
};

const version: Shape = { fields: { gitVersion: 'string' }, required: ['gitVersion'] };
