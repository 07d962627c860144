import { addPodService } from '../support/pod-service.ts';
import { POD_PORT, podAddress } from '../support/pods.ts';
import type { Endpoint, TestServer } from '../support/server.ts';
import { create } from './requests.ts';

const NAME = 'httpd-http';

/**
 * Puts the service `httpd-http` into namespaces, as a short name is looked up in its own: each with a pod in which the
 * image server answers, at the port that it has on loopback, which is ready by its Endpoints and its slice. Gives what makes the pods unreachable.
 */
export async function addImageService(
  server: Pick<TestServer, 'admin' | 'pods'>,
  port: number,
  namespaces: readonly string[],
): Promise<() => void> {
  const { ip, free } = podAddress(server, port);
  await Promise.all(
    namespaces.map(async (namespace) => {
      const service = { namespace, name: NAME, portName: 'http' };
      await addPodService(server.admin, service, ip);
      await addSlice(server.admin, service, ip);
    }),
  );
  return free;
}

/** Makes what a controller makes of Endpoints in a whole cluster, and what readers of today ask for. */
const addSlice = (
  admin: Endpoint,
  { namespace, name, portName }: { namespace: string; name: string; portName: string },
  ip: string,
): Promise<unknown> =>
  create(admin, `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`, {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name, labels: { app: name, 'kubernetes.io/service-name': name } },
    addressType: 'IPv4',
    endpoints: [
      { addresses: [ip], conditions: { ready: true }, targetRef: { kind: 'Pod', namespace, name } },
    ],
    ports: [{ name: portName, port: POD_PORT, protocol: 'TCP' }],
  });
