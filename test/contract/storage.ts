import type { TestServer } from '../support/server.ts';
import { eventually, get, type Json, patch, post, succeeded } from './exchange.ts';

export const CLASSES = '/apis/storage.k8s.io/v1/storageclasses';

/** Path of claims: the collection, one of them, or its subresource. */
export const claims = (namespace: string, name?: string, subresource?: string): string =>
  [`/api/v1/namespaces/${namespace}/persistentvolumeclaims`, name, subresource].filter(Boolean).join('/');

/** A claim of 1Gi, of the class that `makeClass` makes for the namespace. */
export const claim = (namespace: string, name: string, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], storageClassName: namespace, ...sized('1Gi'), ...spec },
});

/** The part of a claim's spec that says its size. */
export const sized = (storage: unknown) => ({ resources: { requests: { storage } } });

/** Makes a class whose volumes may grow, or may not, under the name of the namespace that a case has for itself. */
export const makeClass = async (
  server: TestServer,
  namespace: string,
  allowVolumeExpansion = true,
): Promise<Json> =>
  succeeded(await post(server.admin, CLASSES, storageClass(namespace, { allowVolumeExpansion })), 201);

export const storageClass = (name: string, more: object = {}) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name },
  provisioner: 'volumes.test',
  ...more,
});

/** Makes claim `a` with a volume of 1Gi, as its status has it when a controller is done. */
export async function makeBound({ admin }: TestServer, namespace: string): Promise<Json> {
  succeeded(
    await post(admin, claims(namespace), claim(namespace, 'a', { volumeName: `${namespace}-a` })),
    201,
  );
  const status = { phase: 'Bound', accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' } };
  return succeeded(await patch(admin, claims(namespace, 'a', 'status'), { status }));
}

/** Waits until growing claim `a` is not refused for its class, which admission learns of some moments later. */
export const untilGrows = ({ admin }: TestServer, namespace: string, storage: string) =>
  eventually(
    () => patch(admin, `${claims(namespace, 'a')}?dryRun=All`, { spec: sized(storage) }),
    ({ status }) => status !== 403,
  );

export const readClaim = async ({ admin }: TestServer, namespace: string): Promise<Json> =>
  succeeded(await get(admin, claims(namespace, 'a')));
