import type { HostObject } from '../../../../lib/hosts/host.ts';
import type { HostContext } from '../../../../lib/hosts/observed.ts';
import type { KubeObject } from '../../../../lib/kube/api/types.ts';
import { applyMergePatch } from '../../../../lib/objects/merge-patch.ts';
import { FINALIZER, type Host, type Image } from '../../../operators/host.ts';
import { busy, checkedImage, type Node, settle } from '../../../operators/ironic.ts';
import { reconcile } from '../../../operators/reconcile.ts';
import { brokenHost, NEW, OLD, PAUSED } from '../../../support/records.ts';

/** A host in memory, its machine, and the operator that works on both. It is changed in place. */
export interface World {
  /** The record; undefined once it is deleted. */
  object: Host | undefined;
  node: Node | undefined;
  /** Address of the image on the machine's disk; undefined without one. */
  disk: string | undefined;
  /** Whether what was on the disk was wiped. */
  wiped: boolean;
  /** Reasons of the operator's Events. */
  events: string[];
  bmcAnswers: boolean;
  /** Whether an image is to be had at an address, as Ironic asks for it. */
  serves(url: string): boolean;
  /** Whether the operator sends the image of a node again that Ironic knows; one with a persistent database does not. */
  sendsImage: boolean;
  /** The image in the file or the repository that the host is applied from. */
  source: Image;
  /** The Machine of Cluster API that the host serves. */
  machine?: KubeObject;
  context: HostContext;
}

/** Seconds within which the operator continues what it has started; anything later is backoff or resync. */
const SOON = 60;

/** A world with the host that the repair is for, changed by a merge patch; its image is to be had at the new address. */
export function world(patch: object = {}, given: Partial<World> = {}): World {
  const object = applyMergePatch<HostObject>(brokenHost(patch), { metadata: { finalizers: [FINALIZER] } });
  return {
    object: object as Host,
    node: node({ state: 'adopt failed' }),
    disk: OLD.url,
    wiped: false,
    events: [],
    bmcAnswers: true,
    serves: (url) => url === NEW.url,
    sendsImage: true,
    source: OLD,
    context: { cluster: undefined },
    ...given,
  };
}

/** The node of the host in Ironic. */
export const node = (given: Partial<Node>): Node => ({
  id: 'a',
  state: 'active',
  image: OLD.url,
  custom: false,
  lastError: '',
  poweredOn: true,
  ...given,
});

/** The current host object. @throws if it was deleted. */
export function hostOf({ object }: World): Host {
  if (!object) throw new Error('there is no such host any more');
  return object;
}

/** Whether the host is paused, by whomever. */
export const isPaused = (of: World): boolean => PAUSED in (hostOf(of).metadata.annotations ?? {});

/** Writes to the host or its status; returns it as the API answers. */
export function write(of: World, patch: object): HostObject {
  const written = applyMergePatch<Host>(hostOf(of), patch);
  keep(of, written);
  return structuredClone(of.object ?? written);
}

/** Deletes the host: it is gone as soon as no finalizer holds it. */
export const remove = (of: World): HostObject =>
  write(of, { metadata: { deletionTimestamp: '2026-01-02T00:00:00Z' } });

/** The error that the host shows at last. */
export const errorOf = ({ object }: World): string | undefined => object?.status?.errorType;

/** Runs the operator until it has finished what it started. */
export function operate(of: World): void {
  for (let turns = 0; turns < 50; turns += 1) {
    if (!of.object) return;
    const action = reconcile(of.object, {
      generation: '0.14',
      node: of.node,
      bmcAnswers: of.bmcAnswers,
      now: '2026-01-02T03:04:05Z',
      random: 0.5,
      newId: 'b',
    });
    of.events.push(...action.events.map(({ reason }) => reason));
    if (action.wiped) Object.assign(of, { wiped: of.wiped || of.disk !== undefined, disk: undefined });
    of.node = worked(of, action.node);
    if (action.save !== 'nothing') keep(of, action.host);
    if (action.after === undefined || action.after >= SOON) return;
  }
  throw new Error('the operator does not come to rest');
}

/** Provisions the host again with the image of its spec, as its owner may do at any time. */
export function redeploy(of: World): void {
  const { image } = hostOf(of).spec;
  write(of, { spec: { image: null } });
  operate(of);
  write(of, { spec: { image } });
  operate(of);
}

function keep(of: World, written: Host): void {
  const { metadata } = written;
  const isGone = metadata.deletionTimestamp && (metadata.finalizers ?? []).length === 0;
  const resourceVersion = String(Number(metadata.resourceVersion) + 1);
  of.object = isGone ? undefined : { ...written, metadata: { ...metadata, resourceVersion } };
}

/** The node once Ironic is done with what it was told to do. */
function worked(of: World, next: Node | undefined): Node | undefined {
  const given = next && of.node && !of.sendsImage ? { ...next, image: of.node.image } : next;
  if (!busy(given)) return given;
  const url = checkedImage(given);
  const deploys = given.state === 'deploying';
  const good = url !== undefined && of.serves(url) && (!deploys || isVerified(of.object?.spec.image));
  const settled = settle(given, good ? 200 : 404);
  if (deploys && settled.state === 'active') of.disk = url;
  return settled;
}

/** Whether the file that a checksum names is of the algorithm that it is read with. */
function isVerified({ checksum = '', checksumType = 'md5' }: Partial<Image> = {}): boolean {
  return checksumType === 'auto' || checksum.endsWith(`.${checksumType}sum`);
}
