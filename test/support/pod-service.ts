import type { RequestListener } from 'node:http';
import { create, status } from '../scenarios/requests.ts';
import { listen } from './listen.ts';
import { POD_PORT, podAddress } from './pods.ts';
import type { Endpoint, TestServer } from './server.ts';

/** A service, and the pod of the same name behind it. */
export interface PodService {
  namespace: string;
  name: string;
  /** The name of its one port, 80; none when absent. */
  portName?: string;
}

/** Makes a service with one pod behind it, which is ready and has the address `ip`. */
export async function addPodService(admin: Endpoint, service: PodService, ip: string): Promise<void> {
  const { namespace, name, portName } = service;
  const path = `/api/v1/namespaces/${namespace}/pods`;
  await create(admin, path, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: { app: name } },
    spec: { containers: [{ name: 'httpd', image: 'httpd:2.4', ports: [{ containerPort: POD_PORT }] }] },
  });
  const conditions = [{ type: 'Ready', status: 'True' }];
  await status(admin, `${path}/${name}`, { phase: 'Running', podIP: ip, podIPs: [{ ip }], conditions });
  await addService(admin, service);
  const ports = [{ port: POD_PORT, ...(portName !== undefined && { name: portName }) }];
  const targetRef = { kind: 'Pod', namespace, name };
  await addEndpoints(admin, service, [{ addresses: [{ ip, targetRef }], ports }]);
}

/** Makes a service without anything behind it. */
export async function addService(admin: Endpoint, { namespace, name, portName }: PodService): Promise<void> {
  const ports = [{ port: 80, targetPort: POD_PORT, ...(portName !== undefined && { name: portName }) }];
  await create(admin, `/api/v1/namespaces/${namespace}/services`, {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, labels: { app: name } },
    spec: { selector: { app: name }, ports },
  });
}

/** Makes what a controller makes of a service and its pods in a whole cluster; here no controller runs. */
export async function addEndpoints(
  admin: Endpoint,
  { namespace, name }: PodService,
  subsets: object[],
): Promise<void> {
  await create(admin, `/api/v1/namespaces/${namespace}/endpoints`, {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: { name, labels: { app: name } },
    subsets,
  });
}

interface WithPodOptions {
  handler: RequestListener;
  secure?: boolean;
}

/** Makes a service with a pod in which `handler` answers for as long as `use`, which is given its address, takes. */
export async function withPodService(
  server: Pick<TestServer, 'admin' | 'pods'>,
  service: PodService,
  { handler, secure = false }: WithPodOptions,
  use: (ip: string) => Promise<void>,
): Promise<void> {
  const { port, stop } = await listen(handler, secure);
  const { ip, free } = podAddress(server, port);
  try {
    await addPodService(server.admin, service, ip);
    await use(ip);
  } finally {
    free();
    await stop();
  }
}
