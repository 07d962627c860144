import type { Endpoint } from '../../support/server.ts';
import { attach } from './attach.ts';
import { type Change, patch } from './change.ts';
import { type Controller, startController } from './controller.ts';
import { expand } from './expand.ts';
import { growthOf } from './growth.ts';
import { trackLost } from './lost.ts';
import { type Claim, DRIVER, isBound, isFor, uses, type Volume } from './objects.ts';
import { provision } from './provision.ts';
import { reclaim, reclaimable } from './reclaim.ts';
import { trackReleases } from './releases.ts';
import { claimPath, type View, volumePath } from './view.ts';

export interface StorageOptions {
  /** The namespaces whose claims get volumes; all of them when absent. */
  namespaces?: readonly string[];
  /** Milliseconds after which slow work and cooldowns are over by themselves; never when absent. */
  slowness?: number;
}

export interface Storage {
  /** `namespace/name` of every claim whose volume, with its data, was deleted, in that order. */
  lost: readonly string[];
  /** The uids of the same claims. */
  lostUids: readonly string[];
  /** Ends slow work and cooldowns, under way or to come: of one claim, of a namespace's claims, or of all. */
  release(namespace?: string, claim?: string): void;
  /** Ends the storage; resolves when it does nothing any more. Volumes stay as they are. */
  stop(): Promise<void>;
}

/**
 * Starts a storage driver with all that belongs to it: it makes volumes for the claims of StorageClasses whose
 * provisioner is `volumes.test`, attaches them where pods use them, lets them grow, and deletes those that are released
 * and have the policy Delete. It is the node's part as well: a file system grows while a pod that uses it runs. How
 * volumes grow is told by `parameters.behaviour` of their class:
 *
 * - `instant` (also when absent): at once.
 * - `slow`: `Resizing` until released.
 * - `offline`: fails while the volume is attached to a node.
 * - `refusing`: fails for good.
 * - `cooldown`: fails until released.
 *
 * With `parameters.nodeExpansion: "false"` there is no file system to grow on a node.
 *
 * @returns when it has seen what is there.
 */
export async function startStorage(
  endpoint: Endpoint,
  { namespaces, slowness }: StorageOptions = {},
): Promise<Storage> {
  const lost = trackLost();
  const releases = trackReleases(slowness, () => controller?.wake());
  let controller: Controller | undefined;

  function decide(whole: View, now: string): Change[] {
    const view = { ...whole, volumes: ownVolumes(whole, namespaces) };
    const released = reclaimable(view);
    lost.seen([...view.volumes.values()], released);
    return [
      ...provision(view),
      ...attach(view),
      ...expansions(view, { isReleased: releases.has, now }),
      ...released.map(reclaim),
    ];
  }

  controller = await startController(endpoint, {
    manager: DRIVER,
    kinds: ['pods', 'claims', 'volumes', 'classes', 'attachments'],
    namespaces,
    decide,
  });
  const { stop } = controller;
  return {
    lost: lost.names,
    lostUids: lost.uids,
    release: releases.add,
    async stop() {
      await stop();
      releases.stop();
    },
  };
}

/** Our volumes, of claims in these namespaces. */
function ownVolumes({ volumes }: View, namespaces: readonly string[] | undefined): Map<string, Volume> {
  const isOwn = ({ spec: { csi, claimRef } }: Volume) =>
    csi?.driver === DRIVER && (!namespaces || namespaces.includes(claimRef?.namespace ?? ''));
  return new Map([...volumes].filter(([, volume]) => isOwn(volume)));
}

interface Growth {
  isReleased(claim: Claim): boolean;
  now: string;
}

/** The next step of every claim whose volume is to grow. */
function expansions(view: View, { isReleased, now }: Growth): Change[] {
  const attached = new Set(
    [...view.attachments.values()].map(({ spec }) => spec.source.persistentVolumeName),
  );
  return [...view.claims.values()].flatMap((claim) => {
    const volume = view.volumes.get(claim.spec.volumeName ?? '');
    const storageClass = view.classes.get(claim.spec.storageClassName ?? '');
    if (!volume || !storageClass || !isBound(claim) || !isFor(volume, claim)) return [];
    const growth = growthOf(storageClass);
    const step = expand(claim, volume, {
      ...growth,
      attached: attached.has(volume.metadata.name),
      running: [...view.pods.values()].some((pod) => uses(pod, claim) && pod.status?.phase === 'Running'),
      released: ['slow', 'cooldown'].includes(growth.behaviour) && isReleased(claim),
      now,
    });
    if (!step) return [];
    return 'capacity' in step
      ? [patch(volumePath(volume), volume, { spec: { capacity: { storage: step.capacity } } })]
      : [patch(`${claimPath(claim.metadata)}/status`, claim, step)];
  });
}
