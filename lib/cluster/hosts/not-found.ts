import { ApiError } from '../../kube/api/errors.ts';
import type { KubeClient, KubeList, KubeObject } from '../../kube/api/types.ts';
import { HOST_RESOURCE, HOST_VERSION } from '../../objects/names.ts';
import { CommandError } from '../../words/errors.ts';

/** The error for a host that does not exist, as kubectl words it. Its hint names the namespaces that have a host of that name. */
export async function hostNotFound(
  client: KubeClient,
  group: string,
  { namespace, name }: { namespace: string; name: string },
): Promise<ApiError> {
  const message = `${HOST_RESOURCE}.${group} "${name}" not found`;
  const [found, ...others] = await namespacesWith(client, group, name);
  const list = (words: string[]): string => ['kubectl bmh list', ...words, ...(client.flags ?? [])].join(' ');
  const hint =
    found === undefined
      ? `There is no such host in namespace "${namespace}". To find it: ${list(['-A'])}`
      : others.length === 0
        ? `It is in namespace "${found}": use -n ${found}. To see it: ${list([name, '-n', found])}`
        : `Hosts of this name are in the namespaces ${[found, ...others].join(', ')}: choose one with -n. To see them: ${list(['-A', `--field-selector=metadata.name=${name}`])}`;
  return new ApiError({ status: 'Failure', reason: 'NotFound', message }, 404, hint);
}

/** The namespaces that have a host of this name; none if they may not be read. */
async function namespacesWith(client: KubeClient, group: string, name: string): Promise<string[]> {
  try {
    const { items } = await client.send<KubeList<KubeObject>>({
      method: 'GET',
      path: `/apis/${group}/${HOST_VERSION}/${HOST_RESOURCE}`,
      query: { fieldSelector: `metadata.name=${name}` },
    });
    return items.map(({ metadata }) => metadata.namespace ?? '').toSorted();
  } catch (error) {
    if (error instanceof CommandError && error.kind !== 'aborted') return [];
    throw error;
  }
}
