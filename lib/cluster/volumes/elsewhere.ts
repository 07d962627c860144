import { isForbidden, isNotFound } from '../../kube/api/errors.ts';
import { allOf } from '../../kube/api/pages.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import { apiOf, type Component } from '../../objects/components.ts';

/** The namespaces that have an instance of this name; none if they may not be searched. */
export async function namespacesWith(
  client: KubeClient,
  component: Component,
  name: string,
): Promise<string[]> {
  const path = `${apiOf(component)}/${component.plural}`;
  const query = { fieldSelector: `metadata.name=${name}` };
  try {
    const found = await allOf<KubeObject>(client, { path, query });
    return found.map(({ metadata: { namespace = '' } }) => namespace).toSorted();
  } catch (error) {
    if (isForbidden(error) || isNotFound(error)) return [];
    throw error;
  }
}
