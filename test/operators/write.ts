import { call } from '../support/http.ts';
import type { Endpoint } from '../support/server.ts';
import type { HostEvent } from './draft.ts';
import type { Host } from './host.ts';

const MANAGER = 'baremetal-operator';

/**
 * Saves the host, or its status alone, with a full update.
 *
 * @returns the host as the server has it now; `lost` where another user overtook us or the server is in trouble, so
 *   that it must be tried again; `gone` where there is no such host any more.
 * @throws where the server refuses what we send: a defect of the stand-in.
 */
export async function save(
  endpoint: Endpoint,
  host: Host,
  part: 'record' | 'status',
): Promise<Host | 'lost' | 'gone'> {
  const { namespace, name } = host.metadata;
  const path = `/apis/metal3.io/v1alpha1/namespaces/${namespace}/baremetalhosts/${name}`;
  const subresource = part === 'status' ? '/status' : '';
  try {
    const { status, text, json } = await call(endpoint, {
      method: 'PUT',
      path: `${path}${subresource}?fieldManager=${MANAGER}`,
      body: host,
    });
    if (status === 200) return json;
    if (status === 404) return 'gone';
    if (status === 409 || status === 429 || status >= 500) return 'lost';
    throw new Error(`PUT ${path}${subresource}: HTTP ${status}: ${text}`);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return 'lost';
    throw error;
  }
}

/** Publishes an Event about the host; gives whether the server took it. */
export async function publish(
  endpoint: Endpoint,
  host: Host,
  { reason, message }: HostEvent,
): Promise<boolean> {
  const { namespace = '', name, uid, resourceVersion } = host.metadata;
  const now = timestamp();
  const body = {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { generateName: `${reason.toLowerCase()}-`, namespace },
    involvedObject: {
      apiVersion: 'metal3.io/v1alpha1',
      kind: 'BareMetalHost',
      namespace,
      name,
      uid,
      resourceVersion,
    },
    reason,
    message,
    type: 'Normal',
    source: { component: 'metal3-baremetal-controller' },
    reportingComponent: 'metal3.io/baremetal-controller',
    firstTimestamp: now,
    lastTimestamp: now,
    count: 1,
  };
  try {
    const path = `/api/v1/namespaces/${namespace}/events?fieldManager=${MANAGER}`;
    return (await call(endpoint, { method: 'POST', path, body })).status === 201;
  } catch {
    return false;
  }
}

/** The time as a record carries it: in whole seconds. */
export const timestamp = (): string => `${new Date().toISOString().slice(0, 19)}Z`;
