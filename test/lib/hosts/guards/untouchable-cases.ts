import { EXTERNALLY_PROVISIONED, HELD_VALUE, RECORD_ANNOTATION } from '../../../../lib/objects/names.ts';
import { all, annotations, MOVED, PAUSED, RECORD, specImage, statusImage } from '../../../support/records.ts';
import type { Cases } from './case.ts';
import { resume } from './runs.ts';
import { hostOf, isPaused, node, operate, remove, world, write } from './world.ts';

const BY_HAND = {
  url: 'http://images.infra/metal-std-ubuntu.qcow2',
  checksum: 'http://images.infra/metal-std-ubuntu.qcow2.md5sum',
};
const NAMELESS = { url: 'http://10.96.14.7/', checksum: 'http://10.96.14.7/md5sum' };

/** A record such as a later version of this tool might write. */
const LATER = JSON.stringify({ ...RECORD, order: 'spec-first' });

/** The harm without a guard of `untouchable` or `naming`. */
export const untouchableCases: Cases = {
  deleting: {
    harm: 'a deletion that never ends, because a run that was killed has paused the host',
    world: () => world({ metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } }),
    options: { killedAfter: 1 },
    isHarmed: ({ object }) => object !== undefined,
  },
  'externally-provisioned': {
    harm: 'a disk that the operator never wrote is wiped when the record is deleted',
    world: () =>
      world({
        spec: { externallyProvisioned: true },
        status: { provisioning: { state: EXTERNALLY_PROVISIONED, image: null } },
      }),
    afterwards: (its) => {
      operate(its);
      remove(its);
    },
    isHarmed: ({ wiped }) => wiped,
  },
  'not-provisioned': {
    harm: 'a host that is said to be provisioned and has nothing on its disk',
    world: () =>
      world(
        {
          status: {
            errorCount: 0,
            errorMessage: '',
            errorType: null,
            operationalStatus: 'OK',
            provisioning: { state: 'available', image: { url: '', checksum: null } },
          },
        },
        { node: node({ state: 'available', image: undefined }), disk: undefined, serves: () => true },
      ),
    options: { options: { preventive: true } },
    isHarmed: (its) => hostOf(its).status?.provisioning.state === 'provisioned' && its.disk === undefined,
  },
  'lost-status': {
    harm: 'a host that was moved without its status is treated as new and provisioned again',
    world: () => world(all(MOVED, annotations({ [PAUSED]: HELD_VALUE })), { node: undefined }),
    run: resume,
    isHarmed: (its) => !isPaused(its),
  },
  'unreadable-record': {
    harm: "another version's record is gone, and with it the originals of its run",
    world: () =>
      world(all(annotations({ [PAUSED]: 'true', [RECORD_ANNOTATION]: LATER }), statusImage(RECORD.target))),
    options: { options: { accepted: new Set(['foreign-pause']) } },
    isHarmed: (its) => hostOf(its).metadata.annotations?.[RECORD_ANNOTATION] !== LATER,
  },
  'foreign-pause': {
    harm: 'the disk is wiped, because a user performs the procedure by hand under that pause',
    world: () => world(all(annotations({ [PAUSED]: 'true' }), statusImage(BY_HAND))),
    afterwards: (its) => {
      write(its, specImage(BY_HAND));
      write(its, annotations({ [PAUSED]: null }));
    },
    isHarmed: ({ wiped }) => wiped,
  },
  'no-image-name': {
    harm: 'the host is left paused, with a record of no address that no run can read',
    world: () => world(all(specImage(NAMELESS), statusImage(NAMELESS))),
    isHarmed: (its) => PAUSED in (hostOf(its).metadata.annotations ?? {}),
  },
};
