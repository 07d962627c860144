import { randomUUID } from 'node:crypto';
import type { ImageServer } from '../support/images.ts';
import type { Endpoint } from '../support/server.ts';
import { conductor } from './conductor.ts';
import { type Generation, type HostEvent, RESYNC } from './draft.ts';
import { follow } from './follow.ts';
import { type Host, keyOf } from './host.ts';
import type { Node } from './ironic.ts';
import { holdLease, OPERATOR_NAMESPACE } from './lease.ts';
import { trackProgress } from './progress.ts';
import { workQueue } from './queue.ts';
import { type Action, reconcile } from './reconcile.ts';
import { startsReconcile } from './trigger.ts';
import { publish, save, timestamp } from './write.ts';

export interface OperatorOptions {
  /** Where images are asked for, whatever their host's name. */
  images: Pick<ImageServer, 'head'>;
  /** What all periods are multiplied by: with 0.02 a minute takes 1.2 s. */
  scale: number;
  /** Which generation of the operator it is; the latest when absent. */
  generation?: Generation;
  /** The namespaces to work in; all of them when absent. */
  namespaces?: readonly string[];
  /** The namespace of its Lease; the first that it works in when absent, or one of its own. */
  leaseNamespace?: string;
  /** Nodes that Ironic has from the start, by `namespace/name` of their hosts. */
  nodes?: ReadonlyMap<string, Node>;
  /** `namespace/name` of the hosts whose nodes keep the image that Ironic's database has for them. */
  keptImages?: ReadonlySet<string>;
  /** BMC addresses that do not answer. */
  deadBmcs?: readonly string[];
  /** Told of every Event that is published; `host` is `namespace/name`. */
  onEvent?: (event: HostEvent & { host: string }) => void;
  /** Awaited between a decision and its save: whatever is written to the host here overtakes the operator. */
  beforeSave?: (action: Action) => Promise<void>;
}

export interface Operator {
  /** `namespace/name` of every host whose disk was wiped, as often as it was. */
  wiped: readonly string[];
  /** Resolves as soon as every host is in a steady state or backs off: nothing is in progress. */
  settled(): Promise<void>;
  /** Resolves when the host `namespace/name` was reconciled as it was at this `resourceVersion`, or later. */
  reconciled(host: string, resourceVersion: string): Promise<void>;
  /** Ends the operator; resolves when it does nothing any more. */
  stop(): Promise<void>;
}

const WORKERS = 10;

/** Seconds before a save that was overtaken is decided again. */
const RETRY = 1;

/**
 * Starts a stand-in for the baremetal-operator and its Ironic, which begins without any node unless some are given, as
 * after a restart: every host that is not paused is registered and adopted at once. It knows the cluster through its API alone, acts
 * on what its watch last showed, and saves full updates that carry the resourceVersion it decided on.
 *
 * @returns when the hosts that were there have settled.
 */
export async function startOperator(endpoint: Endpoint, options: OperatorOptions): Promise<Operator> {
  const {
    images,
    scale,
    generation = '0.14',
    namespaces,
    nodes = new Map(),
    keptImages = new Set(),
    deadBmcs = [],
    onEvent = () => {},
    beforeSave,
  } = options;
  const { leaseNamespace = namespaces?.[0] ?? OPERATOR_NAMESPACE } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const milliseconds = (seconds: number) => seconds * 1000 * scale;
  const hosts = new Map<string, Host>();
  const ironic = conductor(images, signal);
  const queue = workQueue(work, { workers: WORKERS, quiet: milliseconds(RESYNC) });
  const wiped: string[] = [];
  const progress = trackProgress();
  for (const [key, node] of nodes) ironic.keep(key, node);

  async function work(key: string): Promise<number | undefined> {
    const host = hosts.get(key);
    if (!host) return undefined;
    const action = reconcile(host, {
      generation,
      node: ironic.node(key),
      keepsImage: keptImages.has(key),
      bmcAnswers: !deadBmcs.includes(host.spec.bmc?.address ?? ''),
      now: timestamp(),
      random: Math.random(),
      newId: randomUUID(),
    });
    ironic.keep(key, action.node);
    if (action.wiped) {
      wiped.push(key);
      await tell(host, { reason: 'DiskWiped', message: 'The disk of the host was wiped' });
    }
    if (action.save !== 'nothing') {
      await beforeSave?.(action);
      const saved = await save(endpoint, action.host, action.save);
      if (saved === 'lost') return milliseconds(RETRY);
      // What the watch has shown meanwhile is newer than our answer.
      if (saved !== 'gone') {
        if (hosts.get(key) === host) hosts.set(key, saved);
        progress.reached(key, saved.metadata.resourceVersion);
      }
    }
    progress.reached(key, host.metadata.resourceVersion);
    for (const event of action.events) await tell(host, event);
    return action.after === undefined ? undefined : milliseconds(action.after);
  }

  async function tell(host: Host, event: HostEvent): Promise<void> {
    if (await publish(endpoint, host, event)) onEvent({ host: keyOf(host), ...event });
  }

  function seen(host: Host): void {
    const key = keyOf(host);
    const before = hosts.get(key);
    hosts.set(key, host);
    if (!before || startsReconcile(before, host)) queue.add(key);
  }

  function gone(key: string): void {
    hosts.delete(key);
    ironic.keep(key, undefined);
    queue.forget(key);
  }

  const lease = await holdLease(endpoint, { namespace: leaseNamespace, milliseconds, signal });
  const scopes = namespaces?.map((namespace) => `/namespaces/${namespace}`) ?? [''];
  const paths = scopes.map((scope) => `/apis/metal3.io/v1alpha1${scope}/baremetalhosts`);
  const following = { seen, gone, signal, pause: milliseconds(RETRY) };
  const followed = await Promise.all(paths.map((path) => follow<Host>(endpoint, path, following)));
  await queue.settled();

  return {
    wiped,
    settled: queue.settled,
    reconciled: progress.until,
    async stop() {
      stopping.abort();
      await Promise.all([queue.stop(), ironic.ended(), lease.ended, ...followed.map(({ ended }) => ended)]);
    },
  };
}
