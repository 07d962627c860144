import { all, NEW, OLD, specImage, statusImage } from '../../../support/records.ts';
import type { Cases } from './case.ts';
import { errorOf, hostOf, node, world } from './world.ts';

const NAMED = {
  url: 'http://images.infra/metal-std-ubuntu.qcow2',
  checksum: 'http://images.infra/metal-std-ubuntu.qcow2.md5sum',
};

/** The harm without a guard of `entry`. */
export const entryCases: Cases = {
  'other-error': {
    harm: 'an address that answers is replaced by one that does not, while the BMC was at fault',
    world: () =>
      world(
        { status: { errorType: 'registration error', errorMessage: 'the BMC does not answer' } },
        { node: undefined, bmcAnswers: false, serves: (url) => url === OLD.url },
      ),
    afterwards: (its) => {
      its.bmcAnswers = true;
    },
    isHarmed: (its) => errorOf(its) !== undefined,
  },
  'missing-information': {
    harm: 'the address is replaced, and the error is there all the same',
    world: () =>
      world(
        all(statusImage({ url: '' }), {
          status: {
            errorMessage: "Cannot validate image information for node a. Missing are: ['image_source']",
          },
        }),
        { node: node({ state: 'adopt failed', image: undefined }), sendsImage: false, serves: () => true },
      ),
    isHarmed: (its) => hostOf(its).spec.image?.url === NEW.url && errorOf(its) !== undefined,
  },
  'address-not-ip': {
    harm: 'the error stays after the server of the old address is up again',
    world: () => world(all(specImage(NAMED), statusImage(NAMED)), { serves: () => false }),
    afterwards: (its) => {
      its.serves = (url) => url === NAMED.url;
    },
    isHarmed: (its) => errorOf(its) !== undefined,
  },
};
