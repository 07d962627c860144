import { type Call, call, watch } from '../support/http.ts';
import { PATIENCE } from '../support/patience.ts';
import type { Endpoint } from '../support/server.ts';
import type { Host, HostStatus } from './host.ts';

type Seen = Host & { status: HostStatus };

/** One host as a watch shows it, from the moment that it is followed. */
export interface Observation {
  /** Every version seen, oldest first. */
  history: Seen[];
  /** Resolves with the first version, of those not yet waited for, that is as wanted; rejects after `PATIENCE`. */
  until(what: string, wanted: (host: Seen) => boolean): Promise<Seen>;
  /** Reads the host, whatever the watch has shown so far. */
  get(): Promise<Seen>;
  /** Merge-patches the host, or its status; gives it as it is then. Throws where that is refused. */
  patch(body: object, subresource?: 'status'): Promise<Seen>;
  stop(): Promise<void>;
}

/** Follows a host by its API, as a user would. */
export function observe(endpoint: Endpoint, namespace: string, name: string): Observation {
  const collection = `/apis/metal3.io/v1alpha1/namespaces/${namespace}/baremetalhosts`;
  const record = `${collection}/${name}`;
  const stopping = new AbortController();
  const history: Seen[] = [];
  let passed = 0;
  let snapshot = () => {};
  const following = (async () => {
    const path = `${collection}?watch=1&fieldSelector=metadata.name%3D${name}`;
    for await (const { object } of watch(endpoint, path, stopping.signal)) {
      history.push(object);
      snapshot();
    }
  })().catch((error) => {
    if (!stopping.signal.aborted) throw error;
  });

  return {
    history,
    until(what, wanted) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          const last = JSON.stringify(history.at(-1)?.status, null, 1);
          reject(new Error(`${namespace}/${name}: not seen: ${what}; the last status was ${last}`));
        }, PATIENCE);
        snapshot = () => {
          const index = history.findIndex((host, position) => position >= passed && wanted(host));
          const host = history[index];
          if (!host) return;
          passed = index + 1;
          clearTimeout(timer);
          snapshot = () => {};
          resolve(host);
        };
        snapshot();
      });
    },
    get: () => ask(endpoint, { path: record }),
    patch: (body, subresource) =>
      ask(endpoint, { method: 'PATCH', path: subresource ? `${record}/${subresource}` : record, body }),
    async stop() {
      stopping.abort();
      await following;
    },
  };
}

async function ask(endpoint: Endpoint, request: Call): Promise<Seen> {
  const { status, text, json } = await call(endpoint, request);
  if (status !== 200) throw new Error(`${request.method ?? 'GET'} ${request.path}: HTTP ${status}: ${text}`);
  return json;
}
