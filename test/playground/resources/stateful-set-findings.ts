import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '../http/status.ts';
import { at, type Fields, isFields, list, type Obj, text } from '../objects/model.ts';
import { matchesSelector } from '../read/object-selector.ts';
import { claimSpecFindings } from './claim-spec.ts';

/** What is wrong with a StatefulSet, or with what an update makes of one. */
export function statefulSetFindings(set: Obj, old: Obj | undefined): Finding[] {
  const findings = specFindings(set, old);
  if (old === undefined) return findings;
  const fixed = isDeepStrictEqual(fixedPart(set), fixedPart(old)) ? [] : [specFixed];
  return [...findings, ...fixed, ...statusFindings(set)];
}

function specFindings({ spec }: Obj, old: Obj | undefined): Finding[] {
  const findings: Finding[] = [];
  const policy = text(spec, 'podManagementPolicy');
  if (policy !== 'OrderedReady' && policy !== 'Parallel') {
    const detail = "must be 'OrderedReady' or 'Parallel'";
    findings.push({ reason: 'FieldValueInvalid', field: 'spec.podManagementPolicy', value: policy, detail });
  }
  for (const when of ['whenDeleted', 'whenScaled']) {
    const value = text(spec, 'persistentVolumeClaimRetentionPolicy', when);
    const field = `spec.persistentVolumeClaimRetentionPolicy.${when}`;
    const detail = 'supported values: "Retain", "Delete"';
    if (value !== 'Retain' && value !== 'Delete')
      findings.push({ reason: 'FieldValueNotSupported', field, value, detail });
  }
  if (old === undefined) {
    for (const [index, template] of list(spec, 'volumeClaimTemplates').entries())
      findings.push(...claimSpecFindings(at(template, 'spec'), `spec.volumeClaimTemplates[${index}].spec`));
  }
  findings.push(...belowZero(at(spec, 'replicas'), 'spec.replicas'));
  return [...findings, ...podFindings(spec)];
}

function podFindings(spec: unknown): Finding[] {
  const findings: Finding[] = [];
  const selector = at(spec, 'selector');
  if (!isFields(selector)) findings.push({ reason: 'FieldValueRequired', field: 'spec.selector' });
  const labels = at(spec, 'template', 'metadata', 'labels');
  if (!matchesSelector(selector, isFields(labels) ? labels : {})) {
    const field = 'spec.template.metadata.labels';
    const detail = '`selector` does not match template `labels`';
    findings.push({ reason: 'FieldValueInvalid', field, value: labels ?? null, detail });
  }
  if (list(spec, 'template', 'spec', 'containers').length === 0)
    findings.push({ reason: 'FieldValueRequired', field: 'spec.template.spec.containers' });
  return findings;
}

const changeable = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
];

const specFixed: Finding = {
  reason: 'FieldValueForbidden',
  field: 'spec',
  detail: `updates to statefulset spec for fields other than ${changeable
    .slice(0, -1)
    .map((field) => `'${field}'`)
    .join(', ')} and '${changeable.at(-1)}' are forbidden`,
};

const fixedPart = ({ spec }: Obj): Fields =>
  Object.fromEntries(
    Object.entries(isFields(spec) ? spec : {}).filter(([field]) => !changeable.includes(field)),
  );

const counts = ['replicas', 'readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'];

function statusFindings({ status }: Obj): Finding[] {
  const replicas = Number(at(status, 'replicas') ?? 0);
  return counts.flatMap((field) => {
    const value = Number(at(status, field) ?? 0);
    const negative = belowZero(value, `status.${field}`);
    if (value <= replicas) return negative;
    const detail = 'cannot be greater than status.replicas';
    return [...negative, { reason: 'FieldValueInvalid', field: `status.${field}`, value, detail }];
  });
}

const belowZero = (value: unknown, field: string): Finding[] =>
  typeof value === 'number' && value < 0
    ? [{ reason: 'FieldValueInvalid', field, value, detail: 'must be greater than or equal to 0' }]
    : [];
