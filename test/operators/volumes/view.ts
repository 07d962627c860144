import type { KubeObject } from '../../../lib/kube/api/types.ts';
import type { Endpoint } from '../../support/server.ts';
import { follow, keyOf } from '../follow.ts';
import type { Attachment, Claim, Pod, StorageClass, Volume } from './objects.ts';

/** What the watches show: objects by `namespace/name`, or by name where they are the whole cluster's. */
export interface View {
  pods: Map<string, Pod>;
  claims: Map<string, Claim>;
  volumes: Map<string, Volume>;
  classes: Map<string, StorageClass>;
  attachments: Map<string, Attachment>;
}

export type Kind = keyof View;

/** A view of nothing, to which the given objects are added. */
export function viewOf(
  objects: { [K in Kind]?: (View[K] extends Map<string, infer T> ? T : never)[] } = {},
): View {
  const keyed = <T extends KubeObject>(list: T[] = []) =>
    new Map(list.map((object) => [keyOf(object), object]));
  return {
    pods: keyed(objects.pods),
    claims: keyed(objects.claims),
    volumes: keyed(objects.volumes),
    classes: keyed(objects.classes),
    attachments: keyed(objects.attachments),
  };
}

export const VOLUMES = '/api/v1/persistentvolumes';
export const ATTACHMENTS = '/apis/storage.k8s.io/v1/volumeattachments';

/** Where objects of the kind are; `scope` is `/namespaces/NAME`, or nothing for all. */
const collections: Record<Kind, (scope: string) => string> = {
  pods: (scope) => `/api/v1${scope}/pods`,
  claims: (scope) => `/api/v1${scope}/persistentvolumeclaims`,
  volumes: () => VOLUMES,
  classes: () => '/apis/storage.k8s.io/v1/storageclasses',
  attachments: () => ATTACHMENTS,
};

export const podsPath = (namespace: string): string => collections.pods(`/namespaces/${namespace}`);
export const podPath = ({ metadata: { namespace, name } }: Pod): string => `${podsPath(namespace)}/${name}`;
export const claimPath = ({ namespace, name }: { namespace: string; name: string }): string =>
  `${collections.claims(`/namespaces/${namespace}`)}/${name}`;
export const volumePath = ({ metadata: { name } }: Volume): string => `${VOLUMES}/${name}`;
export const attachmentPath = ({ metadata: { name } }: Attachment): string => `${ATTACHMENTS}/${name}`;

export interface FollowViewOptions {
  /** What is followed; the rest stays empty. */
  kinds: readonly Kind[];
  /** The namespaces whose pods and claims are followed; all of them when absent. */
  namespaces: readonly string[] | undefined;
  /** Called after every change. */
  changed(): void;
  signal: AbortSignal;
  /** Milliseconds before a server that is in trouble is asked again. */
  pause: number;
}

/**
 * Keeps a view up to date until `signal` aborts.
 *
 * @returns when all of the first lists are in; `ended` resolves when nothing more is called.
 * @throws where one of them can't be had; the others are followed until `signal` aborts.
 */
export async function followView(
  endpoint: Endpoint,
  { kinds, namespaces, changed, signal, pause }: FollowViewOptions,
): Promise<{ view: View; ended: Promise<unknown> }> {
  const view = viewOf();
  const scopes = namespaces?.map((namespace) => `/namespaces/${namespace}`) ?? [''];
  const followed = await Promise.all(
    kinds.flatMap((kind) => {
      const known: Map<string, KubeObject> = view[kind];
      const seen = (object: KubeObject) => {
        known.set(keyOf(object), object);
        changed();
      };
      const gone = (key: string) => {
        known.delete(key);
        changed();
      };
      const paths = new Set(scopes.map(collections[kind]));
      return [...paths].map((path) => follow(endpoint, path, { seen, gone, signal, pause }));
    }),
  );
  return { view, ended: Promise.all(followed.map(({ ended }) => ended)) };
}
