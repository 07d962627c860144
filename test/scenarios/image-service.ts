import { addPodService } from '../support/pod-service.ts';
import { podAddress } from '../support/pods.ts';
import type { TestServer } from '../support/server.ts';

/**
 * Puts the service `httpd-http` into namespaces, as a short name is looked up in its own: each with a pod in which the
 * image server answers, at the port that it has on loopback. Gives what makes the pods unreachable.
 */
export async function addImageService(
  server: Pick<TestServer, 'admin' | 'pods'>,
  port: number,
  namespaces: readonly string[],
): Promise<() => void> {
  const { ip, free } = podAddress(server, port);
  await Promise.all(
    namespaces.map((namespace) =>
      addPodService(server.admin, { namespace, name: 'httpd-http', portName: 'http' }, ip),
    ),
  );
  return free;
}
