import { call, watch } from '../support/http.ts';
import type { TestServer } from '../support/server.ts';
import { get, type Json, succeeded } from './exchange.ts';
import { gauges } from './resources.ts';

export interface Event {
  type: string;
  object: Json;
}

export const query = (path: string, parameters: Record<string, string> = {}) =>
  `${path}?${new URLSearchParams({ watch: 'true', ...parameters })}`;

/** The first events of a watch, as many as asked for; the watch ends then. */
export async function take(server: TestServer, path: string, count: number): Promise<Event[]> {
  const events: Event[] = [];
  for await (const event of watch(server.admin, path)) {
    events.push(event);
    if (events.length === count) break;
  }
  return events;
}

export const now = async (server: TestServer, namespace: string): Promise<string> =>
  succeeded(await get(server.admin, gauges(namespace))).metadata.resourceVersion;

export const brief = ({ type, object }: Event) => [type, object.metadata.name, object.spec?.size];

/** A watch of a second, unless it says otherwise, from `resourceVersion`, as raw text: the server must end it by itself. */
export const second = (server: TestServer, path: string, parameters: Record<string, string>) =>
  call(server.admin, { path: query(path, { timeoutSeconds: '1', ...parameters }) });
