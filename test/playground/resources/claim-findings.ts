import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '../http/status.ts';
import { at, type Fields, isFields, type Obj, text } from '../objects/model.ts';
import { compareQuantities, milliOf } from '../schema/quantity.ts';
import { claimSpecFindings, requestedStorage } from './claim-spec.ts';

/** What is wrong with a claim, or with what an update makes of one. */
export const claimFindings = (claim: Obj, old: Obj | undefined): Finding[] => [
  ...claimSpecFindings(claim.spec, 'spec'),
  ...(old === undefined ? [] : changeFindings(claim, old)),
  ...statusFindings(claim),
];

/** A claim keeps what it was made with; a bound one may ask for more, or for less again while it has not got it. */
function changeFindings(claim: Obj, old: Obj): Finding[] {
  const findings: Finding[] = [];
  const bound = text(claim, 'status', 'phase') === 'Bound';
  if (!isDeepStrictEqual(fixedPart(claim, old, bound), fixedPart(old, old, bound))) {
    const detail =
      'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
    findings.push({ reason: 'FieldValueForbidden', field: 'spec', detail });
  }
  const size = requestedStorage(claim);
  const shrinks = compareQuantities(size || '0', requestedStorage(old)) < 0;
  if (shrinks && compareQuantities(size || '0', text(old, 'status', 'capacity', 'storage') || '0') <= 0) {
    const field = 'spec.resources.requests.storage';
    findings.push({
      reason: 'FieldValueForbidden',
      field,
      detail: 'field can not be less than status.capacity',
    });
  }
  return findings;
}

/** The part of a claim's spec that stays: all but the size and the attributes of a bound one, and a first volume. */
function fixedPart({ spec }: Obj, old: Obj, bound: boolean): Fields {
  const { volumeAttributesClassName, resources, volumeName, storageClassName, ...fixed } = isFields(spec)
    ? spec
    : {};
  const requests = at(resources, 'requests');
  return {
    ...fixed,
    limits: at(resources, 'limits'),
    requests: bound && isFields(requests) ? { ...requests, storage: '' } : requests,
    attributes: bound ? '' : volumeAttributesClassName,
    volume: text(old, 'spec', 'volumeName') === '' ? '' : volumeName,
    class: at(old, 'spec', 'storageClassName') === undefined ? '' : storageClassName,
  };
}

const resizeStatuses = [
  'ControllerResizeInProgress',
  'ControllerResizeInfeasible',
  'NodeResizeInProgress',
  'NodeResizeInfeasible',
  'NodeResizePending',
];

function statusFindings({ status }: Obj): Finding[] {
  const capacity = at(status, 'capacity');
  const negative = Object.entries(isFields(capacity) ? capacity : {}).filter(
    ([, size]) => milliOf(size) < 0n,
  );
  const statuses = at(status, 'allocatedResourceStatuses');
  const unknown = Object.entries(isFields(statuses) ? statuses : {}).filter(
    ([, said]) => !resizeStatuses.includes(String(said)),
  );
  const supported = `supported values: ${resizeStatuses.map((one) => JSON.stringify(one)).join(', ')}`;
  return [
    ...negative.map(
      ([resource, size]): Finding => ({
        reason: 'FieldValueInvalid',
        field: `status.capacity[${resource}]`,
        value: Number(milliOf(size) / 1000n),
        detail: 'must be a valid resource quantity',
      }),
    ),
    ...unknown.map(
      ([resource]): Finding => ({
        reason: 'FieldValueNotSupported',
        field: 'status.allocatedResourceStatuses',
        value: resource,
        detail: supported,
      }),
    ),
  ];
}
