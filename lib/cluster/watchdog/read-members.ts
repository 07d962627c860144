import { pathPart } from '../../kube/api/object-name.ts';
import { allOf } from '../../kube/api/pages.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import { COMPONENTS, instancesPath } from '../../objects/components.ts';
import type { PodObject } from '../../objects/pod.ts';
import { CommandError } from '../../words/errors.ts';
import type { Members } from './read-chains.ts';

/**
 * Reads the Prometheuses and Alertmanagers of a namespace, and their pods.
 *
 * @throws {CommandError} if they cannot be read, or there are none.
 */
export async function readMembers(client: KubeClient, namespace: string): Promise<Members> {
  const of = pathPart(namespace);
  const [servers, managers, pods] = await Promise.all([
    allOf<KubeObject>(client, { path: instancesPath(COMPONENTS.metrics, of) }),
    allOf<KubeObject>(client, { path: instancesPath(COMPONENTS.alerts, of) }),
    allOf<PodObject>(client, { path: `/api/v1/namespaces/${of}/pods` }),
  ]);
  if (servers.length + managers.length === 0)
    throw new CommandError('api', `error: there is no Prometheus in namespace ${namespace}`, {
      hint: `Choose its namespace with -n: ${['kubectl', 'get', 'prometheuses', '-A', ...(client.flags ?? [])].join(' ')}`,
    });
  const members = (objects: readonly KubeObject[]) => objects.map((object) => ({ object, pods }));
  return { servers: members(servers), managers: members(managers) };
}
