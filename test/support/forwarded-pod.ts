import type { RequestListener } from 'node:http';
import { NODE } from '../cluster/controllers.ts';
import { addNode } from '../scenarios/install.ts';
import { create, status } from '../scenarios/requests.ts';
import { listen } from './listen.ts';
import { POD_PORT, podAddress } from './pods.ts';
import type { TestServer } from './server.ts';
import { waitForObject } from './wait-for-object.ts';

/** A pod, and what answers in it. */
export interface ForwardedPod {
  namespace: string;
  name: string;
  labels?: Record<string, string>;
  handler: RequestListener;
  /** Whether it speaks TLS, with an unknown certificate. */
  secure?: boolean;
}

/**
 * Makes a pod on a node, whose ports can be forwarded, in which `handler` answers at `POD_PORT` for as long as `use`,
 * which is given its address, takes. On the real control plane, hold its parts (`holdParts`) meanwhile.
 */
export async function withForwardedPod(
  server: TestServer,
  { namespace, name, labels = {}, handler, secure }: ForwardedPod,
  use: (ip: string) => Promise<void>,
): Promise<void> {
  const { admin, pods } = server;
  const path = `/api/v1/namespaces/${namespace}/pods`;
  if (server.name === 'embedded') await addNode(admin, NODE);
  await create(admin, path, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels },
    spec: {
      nodeName: NODE,
      containers: [{ name: 'main', image: 'httpd:2.4', ports: [{ containerPort: POD_PORT }] }],
    },
  });
  const { port, stop } = await listen(handler, secure);
  const own = server.name === 'embedded' ? podAddress(server, port) : undefined;
  if (own !== undefined) {
    const conditions = [{ type: 'Ready', status: 'True' }];
    const podIPs = [{ ip: own.ip }];
    await status(admin, `${path}/${name}`, { phase: 'Running', podIP: own.ip, podIPs, conditions });
  }
  const pod = await waitForObject(admin, `${path}/${name}`, (found) => Boolean(found?.status?.podIP));
  const ip: string = pod.status.podIP;
  pods.set(`${ip}:${POD_PORT}`, port);
  try {
    await use(ip);
  } finally {
    pods.delete(`${ip}:${POD_PORT}`);
    await stop();
  }
}
