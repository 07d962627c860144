import {
  all,
  annotations,
  NEW,
  OLD,
  RECORD,
  recorded,
  specImage,
  statusImage,
} from '../../../support/records.ts';
import type { Cases } from './case.ts';
import { repair, undo } from './runs.ts';
import { errorOf, isPaused, redeploy, type World, world, write } from './world.ts';

const OTHER = {
  url: 'http://images.infra/metal-std-ubuntu.qcow2',
  checksum: 'http://images.infra/metal-std-ubuntu.qcow2.md5sum',
};
const OCI = { url: 'oci://10.96.14.7/metal/std:22.04', checksum: null };
const SHA256 = { checksum: `${OLD.url}.sha256sum`, checksumType: 'sha256' };

const hasError = (its: World): boolean => errorOf(its) !== undefined;

/** The harm without a guard of `ownership`, `undo` or `resume`. */
export const ownershipCases: Cases = {
  'other-goal': {
    harm: 'an undo that was started ends with the new address, which does not answer',
    world: () =>
      world(all(recorded({ ...RECORD, goal: 'undo' }), statusImage({ url: '' })), {
        serves: (url) => url === OLD.url,
      }),
    afterwards: async (its) => void (await undo(its)),
    isHarmed: hasError,
  },
  'other-target': {
    harm: 'the host stays paused: no record has the address in its status, so no undo restores it',
    world: () => world(all(recorded(), statusImage(NEW))),
    options: { options: { imageUrl: OTHER.url, checksumUrl: OTHER.checksum }, killedAfter: 1 },
    afterwards: async (its) => void (await undo(its)),
    isHarmed: isPaused,
  },
  'run-ended': {
    harm: 'an undo that was finished is overwritten with the new address, which does not answer',
    world: () => world({}, { serves: (url) => url === OLD.url }),
    options: {
      others: async (its, patches) => {
        if (patches === 2) await undo(its);
      },
    },
    afterwards: (its) => {
      // The next restart of Ironic adopts every node again.
      its.node = undefined;
    },
    isHarmed: hasError,
  },
  'address-put-back': {
    harm: 'the disk is wiped when an unknown controller restores the old address again',
    world: () => world(),
    options: {
      others: (its, patches) => {
        if (patches === 3) write(its, specImage(OLD));
      },
    },
    afterwards: (its) => void write(its, specImage(OLD)),
    isHarmed: ({ wiped }) => wiped,
  },
  'unequal-originals': {
    harm: 'the host stays paused: once the undo has started, neither it nor the repair can finish',
    world: () => world(all(recorded(), statusImage(NEW), specImage(OTHER))),
    run: undo,
    afterwards: async (its) => void (await repair(its)),
    isHarmed: isPaused,
  },
  'unequal-urls': {
    harm: 'the disk is wiped when the pause is removed from a host whose addresses differ',
    world: () => world(specImage({ ...NEW, checksumType: 'sha256' })),
    stoppedBy: 'checksum-type',
    isHarmed: ({ wiped }) => wiped,
  },
};

/** The harm without a guard of `address`. */
export const addressCases: Cases = {
  'no-checksum-image': {
    harm: 'the error stays after the registry is up again: no such image is a file of the image server',
    world: () => world(all(specImage(OCI), statusImage(OCI))),
    afterwards: (its) => {
      its.serves = (url) => url === OCI.url;
    },
    isHarmed: hasError,
  },
  'checksum-type': {
    harm: 'the next deployment fails: it reads an md5 sum as a sha256 sum',
    world: () => world(all(specImage(SHA256), statusImage(SHA256)), { serves: () => true }),
    afterwards: redeploy,
    isHarmed: ({ disk }) => disk === undefined,
  },
  'image-not-served': {
    harm: 'the error stays after the old address answers again',
    world: () =>
      world(
        {},
        {
          serves: () => false,
          context: { cluster: undefined, probe: { image: { kind: 'absent' } } },
        },
      ),
    afterwards: (its) => {
      its.serves = (url) => url === OLD.url;
    },
    isHarmed: hasError,
  },
  gitops: {
    harm: 'the disk is wiped as the source puts the old address back',
    world: () =>
      world(
        annotations({ 'argocd.argoproj.io/tracking-id': 'metal:metal3.io/BareMetalHost:metal/worker-0' }),
      ),
    afterwards: (its) => void write(its, specImage(its.source)),
    isHarmed: ({ wiped }) => wiped,
  },
};
