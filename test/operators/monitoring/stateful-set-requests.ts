import type { KubeObject, OwnerReference } from '../../../lib/kube/api/types.ts';
import type { Call } from '../../support/http.ts';
import type { Action } from './stateful-set.ts';

export const sets = (namespace: string): string => `/apis/apps/v1/namespaces/${namespace}/statefulsets`;

export const history = (namespace: string): string =>
  `/apis/apps/v1/namespaces/${namespace}/controllerrevisions`;

export const core = (namespace: string, resource: 'pods' | 'persistentvolumeclaims'): string =>
  `/api/v1/namespaces/${namespace}/${resource}`;

/** The request that an action is. A pod of the same name that came meanwhile is not deleted. */
export function requestOf(action: Action, namespace: string): Call {
  const pods = core(namespace, 'pods');
  const claims = core(namespace, 'persistentvolumeclaims');
  switch (action.verb) {
    case 'create-claim':
      return { method: 'POST', path: claims, body: action.claim };
    case 'own-claim':
      return ownersPatch(claims, action.claim, action.owners);
    case 'create-pod':
      return { method: 'POST', path: pods, body: action.pod };
    case 'delete-pod': {
      const { name, uid } = action.pod.metadata;
      const body = { apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid } };
      return { method: 'DELETE', path: `${pods}/${name}`, body };
    }
  }
}

/** Gives an object these owners, where it is still as it was read. */
export const ownersPatch = (
  collection: string,
  { metadata: { name, uid, resourceVersion } }: KubeObject,
  ownerReferences: OwnerReference[],
): Call => ({
  method: 'PATCH',
  path: `${collection}/${name}`,
  body: { metadata: { uid, resourceVersion, ownerReferences } },
});
