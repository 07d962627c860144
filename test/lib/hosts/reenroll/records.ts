import { DETACHED_VALUE, detachedAnnotation, REENROLL_ANNOTATION } from '../../../../lib/objects/names.ts';
import { all, annotations, GROUP, NEW, RECORD, specImage, statusImage } from '../../../support/records.ts';

export const DETACHED = detachedAnnotation(GROUP);

/** A host that a re-enrollment is for: both addresses are right, and the error is there all the same. */
export const repaired = all(specImage(NEW), statusImage(NEW), {
  spec: { bmc: { address: 'redfish://192.168.111.20/1', credentialsName: 'worker-0-bmc' } },
});

const { run, version } = RECORD;
export const RUN = { run, version, started: RECORD.started };

/** The record of a reenroll that started with the node of `brokenHost`. */
export const REENROLLMENT = { url: NEW.url, node: 'a', ...RUN };

/** A re-enrollment under way; null leaves an annotation out. */
export const started = (
  value: string | null = DETACHED_VALUE,
  record: object | null = REENROLLMENT,
): object => annotations({ [DETACHED]: value, [REENROLL_ANNOTATION]: record && JSON.stringify(record) });

/** The operator has detached the host. */
export const letGo = { status: { operationalStatus: 'detached' } };

/** The operator has enrolled the host again. */
export const otherNode = { status: { provisioning: { ID: 'b' } } };
