/** The fields of any Kubernetes object that every command reads. */
export interface KubeObject {
  apiVersion?: string;
  kind?: string;
  metadata: ObjectMeta;
}

export interface ObjectMeta {
  name: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: OwnerReference[];
  managedFields?: ManagedFields[];
}

export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
}

/** One manager's entry: who wrote, how, through which subresource, and which fields (`f:`-keyed tree). */
export interface ManagedFields {
  manager?: string;
  operation?: 'Apply' | 'Update';
  subresource?: string;
  time?: string;
  fieldsV1?: Record<string, unknown>;
}

export interface KubeList<T> {
  metadata: { resourceVersion?: string; continue?: string; remainingItemCount?: number };
  items: T[];
}

/** A `Status` body: the API server's refusal of a request. */
export interface Status {
  status?: 'Success' | 'Failure';
  message?: string;
  reason?: string;
  code?: number;
  details?: {
    name?: string;
    kind?: string;
    retryAfterSeconds?: number;
    causes?: { reason?: string; message?: string; field?: string }[];
  };
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One request to the API, as data. `path` starts with `/api`; `query` is encoded by the sender. */
export interface KubeRequest {
  method: Method;
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  /** Media type of `body`; default `application/json`. */
  contentType?: string;
  /** Default `application/json`. */
  accept?: string;
}

/** A request to a backend behind the API server, such as the proxy subresource of a service. */
export interface RawRequest {
  /** Only a backend behind a proxy subresource takes others than GET and HEAD. */
  method: 'GET' | 'HEAD' | 'POST' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** The most bytes of the body that are read; default 16 KiB. */
  limit?: number;
}

/** An unparsed response, from the API server or a backend behind it. */
export interface RawAnswer {
  status: number;
  /** Empty if the response has none. */
  contentType: string;
  /** The beginning of the body; empty for a HEAD request. */
  body: string;
}

export interface WatchEvent<T> {
  type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  object: T;
}

/** Sends requests to one API server as one user. Errors are `CommandError`s; refusals by the server, `ApiError`s. */
export interface KubeClient {
  /** The connection flags that a printed command needs to reach the same cluster, quoted for a shell. */
  flags?: readonly string[];
  /** Sends one request and returns the parsed JSON body. */
  send<T>(request: KubeRequest, signal?: AbortSignal): Promise<T>;
  /**
   * Reads a list in parts, as they arrive: each has objects, and the last one the list's metadata, which is empty in the others.
   */
  list<T>(request: KubeRequest, signal?: AbortSignal): AsyncIterable<KubeList<T>>;
  /** Sends one request, once, and returns the response, whatever its status, with the beginning of its body. */
  ask(request: RawRequest, signal?: AbortSignal): Promise<RawAnswer>;
  /** Opens a watch and yields its events until the server ends it or `signal` aborts. */
  watch<T>(request: KubeRequest, signal?: AbortSignal): AsyncIterable<WatchEvent<T>>;
  /** Closes idle connections, so that the process can end. */
  close(): void;
}
