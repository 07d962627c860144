import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Call, call } from '../support/http.ts';
import type { Endpoint } from '../support/server.ts';

const NAME = 'baremetal-operator';

/** Where an operator for all namespaces runs. */
export const OPERATOR_NAMESPACE = 'baremetal-operator-system';

/** Seconds between two renewals. */
const RENEWAL = 2;

/** Seconds for which a lease is held without being renewed. */
const DURATION = 15;

export interface LeaseOptions {
  namespace: string;
  /** What the seconds of the operator are, in milliseconds. */
  milliseconds(seconds: number): number;
  /** Aborted: the lease is released. */
  signal: AbortSignal;
}

/**
 * Takes the operator's Lease, which shows others that it runs, and renews it until `signal` aborts.
 *
 * @returns when it is held; `ended` resolves when it is released.
 */
export async function holdLease(
  endpoint: Endpoint,
  { namespace, milliseconds, signal }: LeaseOptions,
): Promise<{ ended: Promise<void> }> {
  await takeLease(endpoint, namespace);
  const renewed = async (): Promise<void> => {
    while (!signal.aborted) {
      await delay(milliseconds(RENEWAL), undefined, { signal }).catch(() => {});
      // In trouble, the server is asked again at the next renewal.
      if (!signal.aborted) await write(endpoint, namespace, { renewTime: microTime() }).catch(() => {});
    }
    const released = { holderIdentity: null, leaseDurationSeconds: 1, renewTime: microTime() };
    await write(endpoint, namespace, released).catch(() => {});
  };
  return { ended: renewed() };
}

/** Takes the Lease in a namespace, created if there is none, as an operator that then disappears. */
export async function takeLease(endpoint: Endpoint, namespace: string): Promise<void> {
  const now = microTime();
  const spec = {
    holderIdentity: `${NAME}-controller-manager-0_${randomUUID()}`,
    leaseDurationSeconds: DURATION,
    acquireTime: now,
    renewTime: now,
  };
  await ensure(endpoint, '/api/v1/namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace },
  });
  const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: NAME }, spec };
  if (await ensure(endpoint, leases(namespace), lease)) return;
  await write(endpoint, namespace, spec);
}

const leases = (namespace: string) => `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;

const write = (endpoint: Endpoint, namespace: string, spec: object): Promise<number> =>
  send(endpoint, { method: 'PATCH', path: `${leases(namespace)}/${NAME}`, body: { spec } }, [200, 404]);

/** Makes an object; gives whether there was none. */
const ensure = async (endpoint: Endpoint, path: string, body: object): Promise<boolean> =>
  (await send(endpoint, { method: 'POST', path, body }, [201, 409])) === 201;

async function send(endpoint: Endpoint, request: Call, accepted: number[]): Promise<number> {
  const { status, text } = await call(endpoint, request);
  if (accepted.includes(status)) return status;
  throw new Error(`${request.method} ${request.path}: HTTP ${status}: ${text}`);
}

/** Now, as a Lease has it. Milliseconds are what the clock here tells. */
const microTime = (): string => new Date().toISOString().replace('Z', '000Z');
