import { STATUS } from '../../../operators/host.ts';
import {
  all,
  annotations,
  brokenHost,
  NEW,
  PAUSED,
  specImage,
  statusImage,
} from '../../../support/records.ts';
import type { Case, Cases } from './case.ts';
import { hostOf, isPaused, node, operate, remove, type World, world, write } from './world.ts';

/** A cluster is moved away while a run is under way: each host is paused, copied, and deleted where it was. */
function moving(start: () => World): Case {
  const prepared = new WeakSet<World>();
  /** The provider pauses each host once, and takes one that is paused already for prepared. */
  const prepare = (its: World): void => {
    if (!prepared.has(its) && !isPaused(its)) write(its, annotations({ [PAUSED]: 'metal3.io/capm3' }));
    prepared.add(its);
  };
  return {
    harm: 'the disk of a host that was moved away is wiped, because it was resumed where it was',
    world: start,
    options: { others: prepare },
    afterwards: (its) => {
      prepare(its);
      remove(its);
      operate(its);
      if (its.object) write(its, { metadata: { finalizers: [] } });
    },
    isHarmed: ({ wiped }) => wiped,
  };
}

/** The record as it arrives in another cluster: without its status, and with the pause removed once it is there. */
function arrive(its: World): void {
  const { apiVersion, kind, metadata, spec } = hostOf(its);
  its.object = { apiVersion, kind, metadata, spec };
  its.node = undefined;
  write(its, annotations({ [PAUSED]: null }));
}

/** The harm without a guard of `currentState` or `rights`. */
const DENIED = { what: ['patch baremetalhosts/status'], rule: '- verbs: ["patch"]' };

export const currentStateCases: Cases = {
  'no-image': {
    harm: 'a host that its consumer has released is provisioned again, and never becomes free',
    world: () => world(all(specImage(null), statusImage({ url: '' }))),
    options: { options: { imageUrl: NEW.url, checksumUrl: NEW.checksum } },
    isHarmed: (its) => hostOf(its).status?.provisioning.state === 'provisioned',
  },
  'missing-rights': {
    harm: 'the host stays paused by a user who may not patch its status and so cannot continue',
    world: () => world({}, { context: { cluster: undefined, denied: DENIED } }),
    options: { killedAfter: 1 },
    isHarmed: isPaused,
  },
  'cluster-paused': moving(() =>
    world({}, { context: { cluster: { namespace: 'metal', name: 'prod', paused: true } } }),
  ),
  'block-move': moving(() => world(annotations({ 'clusterctl.cluster.x-k8s.io/block-move': '' }))),
  detached: {
    harm: 'the disk is wiped with the deletion of a record that was to be detached first',
    world: () => world(annotations({ 'baremetalhost.metal3.io/detached': '' })),
    options: { others: (its) => void remove(its) },
    afterwards: (its) => {
      operate(its);
      if (!hostOf(its).metadata.deletionTimestamp) remove(its);
      if (isPaused(its)) write(its, annotations({ [PAUSED]: null }));
    },
    isHarmed: ({ wiped }) => wiped,
  },
  'status-annotation': {
    harm: 'the disk is wiped where the host arrives, with the new address and the old status',
    world: () =>
      world(annotations({ [PAUSED]: 'metal3.io/capm3', [STATUS]: JSON.stringify(brokenHost().status) })),
    options: { options: { accepted: new Set(['foreign-pause']) } },
    afterwards: arrive,
    isHarmed: ({ wiped }) => wiped,
  },
  'custom-deploy': {
    harm: 'the disk is wiped at the resume, for a deploy method that was changed under the pause',
    world: () =>
      world(
        {
          spec: { customDeploy: { method: 'a' } },
          status: { provisioning: { customDeploy: { method: 'a' } } },
        },
        { node: node({ custom: true }) },
      ),
    options: {
      others: (its, patches) => {
        if (patches === 1) write(its, { spec: { customDeploy: { method: 'b' } } });
      },
    },
    isHarmed: ({ wiped }) => wiped,
  },
};
