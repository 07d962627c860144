import { randomBytes } from 'node:crypto';
import { NODE } from '../../cluster/controllers.ts';
import { addNode } from '../../scenarios/install.ts';
import { create, expect } from '../../scenarios/requests.ts';
import { historyAfter } from '../../support/history.ts';
import type { TestServer } from '../../support/server.ts';
import { waitForObject } from '../../support/wait-for-object.ts';
import { startBinder } from './binder.ts';
import { storageClass } from './fixtures.ts';
import { startKubelet } from './kubelet.ts';
import type { Attachment, Claim, Pod, Volume } from './objects.ts';
import { startScheduler } from './scheduler.ts';
import { type Storage, type StorageOptions, startStorage } from './storage.ts';
import { ATTACHMENTS, claimPath, podsPath, VOLUMES } from './view.ts';

/** A namespace of its own in which pods get volumes, and a class that is its alone. */
export interface VolumeStage {
  namespace: string;
  storage: Storage;
  /** Makes a claim of 10Gi; resolves with it when it is Bound. */
  addClaim(name: string): Promise<Claim>;
  /** Has the claim ask for this much. */
  ask(name: string, size: string): Promise<void>;
  /** Resolves with the claim when it is as wanted; undefined is a claim that is not there. */
  claim(name: string, wanted: (claim: Claim | undefined) => boolean): Promise<Claim>;
  /** Resolves with the claim's volume when it is as wanted; undefined is a volume that is not there. */
  volume(claim: Claim, wanted: (volume: Volume | undefined) => boolean): Promise<Volume>;
  /** Every version of the claim that a watch shows after this one, until one is as wanted. */
  history(claim: Claim, wanted: (claim: Claim) => boolean): Promise<Claim[]>;
  /** Whether the claim's volume is attached to the node. */
  isAttached(claim: Claim): Promise<boolean>;
  /** Makes a pod that mounts the claim of its name; resolves with it when it is ready. */
  addPod(name: string): Promise<Pod>;
  /** Deletes a pod; resolves when it is gone. */
  removePod(name: string): Promise<void>;
  /** Deletes a claim; resolves when that is noted. */
  removeClaim(name: string): Promise<void>;
  /** Starts the storage again if it was stopped. */
  startStorage(): Promise<Storage>;
  stop(): Promise<void>;
}

/** Has a stage whose class has these parameters for as long as `use` takes. */
export type OnStage = (
  parameters: Record<string, string>,
  use: (stage: VolumeStage) => Promise<void>,
  options?: StorageOptions,
) => Promise<void>;

/** Puts a stage on a server; beside the real one, controllers and kwok run already. */
export async function openVolumes(
  { name: server, admin }: TestServer,
  parameters: Record<string, string> = {},
  options: StorageOptions = {},
): Promise<VolumeStage> {
  const namespace = `volumes-${randomBytes(3).toString('hex')}`;
  const namespaces = [namespace];
  const claims = `/api/v1/namespaces/${namespace}/persistentvolumeclaims`;
  await create(admin, '/api/v1/namespaces', { metadata: { name: namespace } });
  const ownClass = { ...storageClass(parameters), metadata: { name: namespace } };
  await create(admin, '/apis/storage.k8s.io/v1/storageclasses', ownClass);
  const storages: Storage[] = [];
  const startOwn = async () => {
    const storage = await startStorage(admin, { ...options, namespaces });
    storages.push(storage);
    return storage;
  };
  const storage = await startOwn();
  const parts: { stop(): Promise<void> }[] = [await startScheduler(admin, { namespaces, node: NODE })];
  if (server === 'embedded') {
    await addNode(admin, NODE);
    parts.push(await startBinder(admin, { namespaces }));
    parts.push(await startKubelet(admin, { namespaces, node: NODE }));
  }
  const pathOf = (name: string) => claimPath({ namespace, name });
  const podPath = (name: string) => `${podsPath(namespace)}/${name}`;
  const isGone = (object: unknown) => object === undefined;

  return {
    namespace,
    storage,
    async addClaim(name) {
      const spec = {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '10Gi' } },
        storageClassName: namespace,
      };
      await create(admin, claims, { metadata: { name }, spec });
      return waitForObject(admin, pathOf(name), (claim?: Claim) => claim?.status.phase === 'Bound');
    },
    async ask(name, storage) {
      const body = { spec: { resources: { requests: { storage } } } };
      await expect(admin, { method: 'PATCH', path: pathOf(name), body }, 200);
    },
    claim: (name, wanted) => waitForObject(admin, pathOf(name), wanted),
    volume: ({ spec }, wanted) => waitForObject(admin, `${VOLUMES}/${spec.volumeName}`, wanted),
    history: (claim, wanted) => historyAfter(admin, claims, claim, wanted),
    async isAttached({ spec }) {
      const { items } = (await expect(admin, { path: ATTACHMENTS }, 200)).json;
      return items.some(
        ({ spec: { source, nodeName }, status }: Attachment) =>
          source.persistentVolumeName === spec.volumeName && nodeName === NODE && status?.attached,
      );
    },
    async addPod(name) {
      const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: name } }];
      const spec = { containers: [{ name: 'main', image: 'image' }], volumes };
      await create(admin, podsPath(namespace), { metadata: { name }, spec });
      return waitForObject(admin, podPath(name), isReady);
    },
    async removePod(name) {
      await expect(admin, { method: 'DELETE', path: podPath(name) }, 200);
      await waitForObject(admin, podPath(name), isGone);
    },
    async removeClaim(name) {
      await expect(admin, { method: 'DELETE', path: pathOf(name) }, 200);
    },
    startStorage: startOwn,
    async stop() {
      await Promise.all([...storages, ...parts].map((part) => part.stop()));
    },
  };
}

const isReady = (pod?: { status?: { conditions?: { type: string; status: string }[] } }): boolean =>
  pod?.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false;
