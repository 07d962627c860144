import { NO_TARGET } from '../../../../lib/hosts/image.ts';
import { RECORD_ANNOTATION, STATUS_ANNOTATION } from '../../../../lib/objects/names.ts';
import {
  all,
  annotations,
  MOVED,
  NEW,
  OLD,
  PAUSED,
  RECORD,
  recorded,
  specImage,
  statusImage,
} from '../../../support/records.ts';
import type { Row, Rows } from './row.ts';

const state = (name: string) => ({ status: { provisioning: { state: name } } });
const method = (spec: string | null, status: string | null) => ({
  spec: { customDeploy: spec && { method: spec } },
  status: { provisioning: { customDeploy: status && { method: status } } },
});
const methodAlone = all(specImage(null), statusImage(null), method('a', 'a'));
const broken: Row = { what: 'a broken host' };
const differing = specImage({ url: 'http://10.0.0.9/x' });

/** What guards say of the host itself: its state, its error, its pause and its image. */
export const hostRows: Rows = {
  deleting: {
    holds: [{ what: 'a deletion', patch: { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } } }],
    nearly: [broken, { what: 'a finalizer', patch: { metadata: { finalizers: ['x'] } } }],
  },
  'externally-provisioned': {
    holds: [
      { what: 'asked for', patch: { spec: { externallyProvisioned: true } } },
      { what: 'in its state', patch: state('externally provisioned') },
    ],
    nearly: [{ what: 'denied', patch: { spec: { externallyProvisioned: false } } }],
  },
  'not-provisioned': {
    holds: [
      ...['available', 'provisioning', 'deprovisioning', ''].map((name) => ({
        what: `state "${name}"`,
        patch: state(name),
      })),
      { what: 'no status', patch: { status: null } },
    ],
    nearly: [broken, { what: 'that of others', patch: state('externally provisioned') }],
  },
  'lost-status': {
    holds: [
      ...['true', 'kubectl-bmh', 'metal3.io/capm3'].map((value) => ({
        what: `moved under a pause "${value}"`,
        patch: all(MOVED, annotations({ [PAUSED]: value })),
      })),
      { what: 'half repaired before', patch: all(MOVED, recorded()) },
    ],
    nearly: [
      broken,
      { what: 'not paused: it is new', patch: MOVED },
      { what: 'a saved status', patch: all(MOVED, annotations({ [PAUSED]: '', [STATUS_ANNOTATION]: '{}' })) },
      { what: 'no consumer', patch: all(MOVED, recorded(), { spec: { consumerRef: null } }) },
      { what: 'no image', patch: all(MOVED, recorded(), specImage(null)) },
      { what: 'a state', patch: all(recorded(), { spec: MOVED.spec }) },
    ],
  },
  'unreadable-record': {
    holds: [
      { what: "another object's", patch: all(recorded({ ...RECORD, uid: 'a' }), { metadata: { uid: 'b' } }) },
      { what: 'a record of something else', patch: annotations({ [RECORD_ANNOTATION]: '{"goal":"x"}' }) },
      { what: 'no JSON', patch: annotations({ [RECORD_ANNOTATION]: '{' }) },
      { what: 'an order of a later version', patch: recorded({ ...RECORD, order: 'spec-first' }) },
    ],
    nearly: [
      broken,
      { what: 'a record', patch: recorded() },
      { what: 'its own', patch: all(recorded({ ...RECORD, uid: 'b' }), { metadata: { uid: 'b' } }) },
      { what: 'one of an older version, without a uid', patch: all(recorded(), { metadata: { uid: 'b' } }) },
    ],
  },
  'foreign-pause': {
    holds: [
      ...['true', '', 'metal3.io/capm3', 'metal3.io/hostclaim', 'kubectl-bmh'].map((value) => ({
        what: `paused with "${value}"`,
        patch: annotations({ [PAUSED]: value }),
      })),
      { what: 'another pause beside our record', patch: recorded(RECORD, 'metal3.io/capm3') },
      { what: 'beside a record that says whose it is', patch: recorded({ ...RECORD, foreignPause: 'true' }) },
    ],
    nearly: [
      broken,
      { what: 'our pause', patch: recorded() },
      { what: 'no pause', patch: recorded(RECORD, null) },
    ],
  },
  'no-image': {
    holds: [
      { what: 'none', patch: specImage(null) },
      { what: 'an empty address', patch: specImage({ url: '' }) },
      {
        what: 'none beside a deploy method, and one in the status',
        patch: all(specImage(null), method('a', 'a')),
      },
    ],
    nearly: [
      { what: 'none in the status', patch: statusImage(null) },
      { what: 'none at all, and a deploy method', patch: methodAlone },
    ],
  },
  'custom-deploy': {
    holds: [
      { what: 'changed', patch: method('b', 'a') },
      { what: 'removed', patch: method(null, 'a') },
    ],
    nearly: [
      { what: 'the same', patch: method('a', 'a') },
      { what: 'one that is new', patch: method('a', null) },
    ],
  },
  'unequal-urls': {
    holds: [
      { what: 'another in the spec', patch: differing },
      { what: 'none in the spec', patch: specImage(null) },
    ],
    nearly: [
      broken,
      { what: 'an empty status', patch: all(differing, statusImage({ url: '' })) },
      { what: 'another checksum', patch: specImage({ checksum: NEW.checksum }) },
    ],
  },
  'other-error': {
    holds: ['registration error', 'inspection error', 'power management error'].map((errorType) => ({
      what: errorType,
      patch: { status: { errorType } },
    })),
    nearly: [broken, { what: 'none', patch: { status: { errorType: null } } }],
  },
  'missing-information': {
    holds: [
      {
        what: 'as Ironic has it',
        patch: {
          status: { errorMessage: "Cannot validate image information for node a. Missing are: ['x']" },
        },
      },
    ],
    nearly: [
      broken,
      {
        what: 'not validated',
        patch: { status: { errorMessage: 'Cannot validate image information: HTTP 404' } },
      },
    ],
  },
  'address-not-ip': {
    holds: [{ what: 'by name', patch: specImage({ url: 'http://a/x', checksum: 'http://a/x.md5sum' }) }],
    nearly: [
      broken,
      { what: 'IPv6', patch: specImage({ url: 'http://[fd00::1]/x', checksum: 'http://a/x.md5sum' }) },
      { what: 'the checksum by number', patch: specImage({ url: 'http://a/x' }) },
      { what: 'none', patch: specImage(null) },
    ],
  },
  'no-image-name': {
    holds: [
      { what: 'no target', aim: { target: NO_TARGET } },
      { what: 'a deploy method without an image', patch: methodAlone },
    ],
    nearly: [
      broken,
      { what: 'a name that was given', patch: specImage({ url: 'http://10.0.0.1/' }), aim: { target: OLD } },
    ],
  },
};
