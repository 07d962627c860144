import type { Target } from '../../../../lib/hosts/image.ts';
import type { HostContext } from '../../../../lib/hosts/observed.ts';
import type { ImageProbe } from '../../../../lib/hosts/probe.ts';
import { all, NEW, OLD, RECORD, recorded, specImage, statusImage } from '../../../support/records.ts';
import type { Row, Rows } from './row.ts';

const OTHER: Target = {
  url: 'http://images.infra/a-b-c.qcow2',
  checksum: 'http://images.infra/a-b-c.qcow2.md5sum',
};
const SHA256: Target = { url: NEW.url, checksum: `${NEW.url}.sha256sum` };
const broken: Row = { what: 'a broken host' };
const undoing = { goal: 'undo' } as const;
const probed = (probe: ImageProbe): HostContext => ({ cluster: undefined, probe });
const SERVED = { kind: 'served' } as const;
const ABSENT = { kind: 'absent' } as const;
const UNKNOWN = { kind: 'unknown', reason: 'no pods are behind it', hint: 'see why' } as const;
const moved = all(specImage(NEW), statusImage(NEW));

/** What guards say of a run: other runs, and the addresses that it brings in. */
export const runRows: Rows = {
  'other-goal': {
    holds: [{ what: 'a repair of an undo', patch: recorded({ ...RECORD, goal: 'undo' }) }],
    nearly: [
      { what: 'a repair of a repair', patch: recorded() },
      { what: 'an undo of an undo', patch: recorded({ ...RECORD, goal: 'undo' }), aim: undoing },
      { what: 'an undo of a repair', patch: recorded(), aim: undoing },
    ],
  },
  'other-target': {
    holds: [
      { what: 'another image', patch: recorded(), aim: { target: OTHER } },
      { what: 'another checksum', patch: recorded(), aim: { target: SHA256 } },
      { what: 'another checksum type', patch: recorded(), aim: { target: { ...NEW, checksumType: 'md5' } } },
    ],
    nearly: [
      { what: 'the same', patch: recorded() },
      { what: 'no record', aim: { target: OTHER } },
    ],
  },
  'run-ended': {
    holds: [{ what: 'the record is gone', held: true }],
    nearly: [
      { what: 'it was never there' },
      { what: 'it is there', patch: recorded(), held: true },
      { what: 'it is gone, and the host about to be wiped', patch: specImage(OTHER), held: true },
    ],
  },
  'address-put-back': {
    holds: [
      { what: 'the old address is back', patch: all(recorded(), statusImage(NEW)), placed: 'repair' },
      { what: 'another is there', patch: all(recorded(), specImage(OTHER)), placed: 'repair' },
      {
        what: 'the old checksum is back',
        patch: all(recorded(), moved, specImage({ ...NEW, checksum: OLD.checksum })),
        placed: 'repair',
      },
      {
        what: 'an undo, and the new address is back',
        patch: all(recorded({ ...RECORD, goal: 'undo' }), moved),
        aim: undoing,
        placed: 'undo',
      },
    ],
    nearly: [
      { what: 'it was not set yet', patch: recorded() },
      { what: 'it is there', patch: all(recorded(), moved), placed: 'repair' },
      { what: 'the record is gone', placed: 'repair' },
      {
        what: 'an undo of what this run had set',
        patch: recorded({ ...RECORD, goal: 'undo' }),
        placed: 'repair',
      },
      {
        what: 'an undo that begins',
        patch: all(recorded({ ...RECORD, goal: 'undo' }), moved),
        aim: undoing,
        placed: 'repair',
      },
      { what: 'the image is gone', patch: all(recorded(), specImage(null)), placed: 'repair' },
    ],
  },
  'unequal-originals': {
    holds: [
      {
        what: 'the spec of another writer',
        patch: all(recorded(), statusImage(NEW), specImage(OTHER)),
        aim: undoing,
      },
    ],
    nearly: [
      { what: 'both ours', patch: all(recorded(), moved), aim: undoing },
      {
        what: 'none ours, both equal',
        patch: all(recorded(), specImage(OTHER), statusImage(OTHER)),
        aim: undoing,
      },
      { what: 'no record', patch: specImage(OTHER), aim: undoing },
    ],
  },
  'no-checksum-image': {
    holds: [
      { what: 'a live ISO', patch: specImage({ format: 'live-iso' }) },
      { what: 'an OCI image', patch: specImage({ url: 'oci://10.0.0.1/x' }) },
    ],
    nearly: [broken, { what: 'another format', patch: specImage({ format: 'raw' }) }],
  },
  'checksum-type': {
    holds: [
      { what: 'a host with sha256', patch: specImage({ checksumType: 'sha256' }) },
      { what: 'a sha256 file for a host without a type', aim: { target: SHA256 } },
    ],
    nearly: [
      broken,
      { what: 'any', patch: specImage({ checksumType: 'auto' }) },
      { what: 'one that changes with it', aim: { target: { ...SHA256, checksumType: 'sha256' } } },
      { what: 'a file that tells none', aim: { target: { ...NEW, checksum: 'http://a/SUMS' } } },
    ],
  },
  'image-not-served': {
    holds: [
      { what: 'no image', context: probed({ image: ABSENT, checksum: SERVED }) },
      { what: 'no checksum file', context: probed({ image: SERVED, checksum: ABSENT }) },
    ],
    nearly: [
      broken,
      { what: 'both are there', context: probed({ image: SERVED, checksum: SERVED }) },
      { what: 'unknown', context: probed({ image: UNKNOWN }) },
    ],
  },
  'image-name': {
    holds: [{ what: 'one part', aim: { target: { url: 'http://a/ubuntu.qcow2', checksum: 'x' } } }],
    nearly: [
      broken,
      { what: 'at an undo', aim: { ...undoing, target: { url: 'http://a/ubuntu.qcow2', checksum: 'x' } } },
    ],
  },
  'image-unprobed': {
    holds: [
      { what: 'the image', context: probed({ image: UNKNOWN, checksum: SERVED }) },
      { what: 'the checksum', context: probed({ image: SERVED, checksum: UNKNOWN }) },
    ],
    nearly: [
      broken,
      { what: 'served', context: probed({ image: SERVED }) },
      { what: 'denied', context: probed({ image: ABSENT }) },
      { what: 'at an undo', context: probed({ image: UNKNOWN }), aim: undoing },
    ],
  },
  'short-name': {
    holds: [
      {
        what: 'of another namespace',
        context: probed({ image: SERVED, service: { namespace: 'images', name: 'httpd-http' } }),
      },
    ],
    nearly: [
      broken,
      {
        what: "of the host's own",
        context: probed({ image: SERVED, service: { namespace: 'metal', name: 'httpd-http' } }),
      },
      {
        what: 'a full name',
        context: probed({ image: SERVED, service: { namespace: 'images', name: 'httpd-http' } }),
        aim: { target: { ...NEW, url: 'http://httpd-http.images.svc/a-b-c.qcow2' } },
      },
    ],
  },
};
