import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '../http/status.ts';
import { at, type Fields, isFields, list, now, type Obj, text } from '../objects/model.ts';
import { milliOf } from '../schema/quantity.ts';
import { anything, object, open, quantities, string, strings } from '../schema/shorthand.ts';
import { core } from './built-in.ts';
import { accessModeFindings, accessModesCell } from './claim-spec.ts';
import { ageColumn, nameColumn, told, wide } from './columns.ts';
import { phaseCell, unset } from './volume-cells.ts';

/** Held by the controller that protects volumes for as long as a claim is bound to one. */
const VOLUME_PROTECTION = 'kubernetes.io/pv-protection';

/** The members of a spec that say what a volume really is; it has one of them. */
const sources = ['hostPath', 'nfs', 'iscsi', 'fc', 'flexVolume', 'local', 'csi'];

const volumeColumns = [
  nameColumn,
  told('Capacity', 'its size', (volume) => text(volume, 'spec', 'capacity', 'storage')),
  told('Access Modes', 'how it may be mounted', (volume) =>
    accessModesCell(list(volume, 'spec', 'accessModes')),
  ),
  told('Reclaim Policy', 'what becomes of it without its claim', (volume) =>
    text(volume, 'spec', 'persistentVolumeReclaimPolicy'),
  ),
  told('Status', 'whether a claim has it', phaseCell),
  told('Claim', 'the claim that it is bound to', claimCell),
  told('StorageClass', 'the class that provisioned it', (volume) => text(volume, 'spec', 'storageClassName')),
  told('VolumeAttributesClass', 'the class of its attributes', (volume) =>
    unset(text(volume, 'spec', 'volumeAttributesClassName')),
  ),
  told('Reason', 'why it is in its phase', (volume) => text(volume, 'status', 'reason')),
  ageColumn,
  wide(
    told('VolumeMode', 'a file system or a device', (volume) => unset(text(volume, 'spec', 'volumeMode'))),
  ),
];

/** Storage that outlives pods. */
export const volume = core({
  plural: 'persistentvolumes',
  singular: 'persistentvolume',
  kind: 'PersistentVolume',
  namespaced: false,
  shortNames: ['pv'],
  subresources: ['status'],
  answersDeleted: true,
  schema: object({
    spec: open({
      capacity: quantities,
      accessModes: strings,
      claimRef: { ...anything, 'x-kubernetes-map-type': 'atomic' },
      storageClassName: string,
      persistentVolumeReclaimPolicy: string,
      volumeMode: string,
    }),
    status: open({ phase: string, lastPhaseTransitionTime: string }),
  }),
  blank: { metadata: {}, spec: {}, status: {} },
  columns: volumeColumns,
  defaults(volume) {
    const given = isFields(volume.spec) ? volume.spec : {};
    volume.spec = {
      persistentVolumeReclaimPolicy: 'Retain',
      volumeMode: 'Filesystem',
      ...given,
      ...(isFields(given.hostPath) && { hostPath: { type: '', ...given.hostPath } }),
    };
  },
  prepare(volume, old) {
    if (old === undefined) volume.status = { phase: 'Pending', lastPhaseTransitionTime: now() };
    else volume.status = datedStatus(volume, old);
  },
  complete({ metadata }) {
    metadata.finalizers = [...new Set([...(metadata.finalizers ?? []), VOLUME_PROTECTION])];
  },
  validate: (volume, old) => [
    ...specFindings(volume.spec),
    ...(old === undefined ? [] : sourceFindings(volume, old)),
  ],
});

/** The status with the moment at which its phase came, unless the writer says another. */
function datedStatus(volume: Obj, old: Obj): Fields {
  const status = isFields(volume.status) ? volume.status : {};
  const before = text(old, 'status', 'lastPhaseTransitionTime');
  if (status.phase === text(old, 'status', 'phase')) {
    return { ...(before && { lastPhaseTransitionTime: before }), ...status };
  }
  const said = text(status, 'lastPhaseTransitionTime');
  return { ...status, lastPhaseTransitionTime: said === '' || said === before ? now() : said };
}

function specFindings(spec: unknown): Finding[] {
  const capacity = at(spec, 'capacity');
  const sizes = isFields(capacity) ? Object.entries(capacity) : [];
  const findings = accessModeFindings(list(spec, 'accessModes'), 'spec');
  const field = 'spec.capacity';
  if (sizes.length === 0) findings.push({ reason: 'FieldValueRequired', field });
  if (sizes.length !== 1 || sizes[0]?.[0] !== 'storage') {
    const detail = 'supported values: "storage"';
    findings.push({ reason: 'FieldValueNotSupported', field, value: Object.fromEntries(sizes), detail });
  }
  for (const [resource, size] of sizes.filter(([, size]) => milliOf(size) <= 0n)) {
    const detail = 'must be greater than zero';
    findings.push({ reason: 'FieldValueInvalid', field: `${field}[${resource}]`, value: size, detail });
  }
  const policy = text(spec, 'persistentVolumeReclaimPolicy');
  if (!['Delete', 'Recycle', 'Retain'].includes(policy)) {
    const detail = 'supported values: "Delete", "Recycle", "Retain"';
    const field = 'spec.persistentVolumeReclaimPolicy';
    findings.push({ reason: 'FieldValueNotSupported', field, value: policy, detail });
  }
  const [source, ...more] = sources.filter((one) => isFields(at(spec, one)));
  for (const one of more) {
    const detail = 'may not specify more than 1 volume type';
    findings.push({ reason: 'FieldValueForbidden', field: `spec.${one}`, detail });
  }
  if (source === undefined) {
    findings.push({ reason: 'FieldValueRequired', field: 'spec', detail: 'must specify a volume type' });
  }
  return findings;
}

function sourceFindings(volume: Obj, old: Obj): Finding[] {
  const same = sources.every((source) =>
    isDeepStrictEqual(at(volume, 'spec', source), at(old, 'spec', source)),
  );
  const detail = 'spec.persistentvolumesource is immutable after creation';
  return same ? [] : [{ reason: 'FieldValueForbidden', field: 'spec.persistentvolumesource', detail }];
}

function claimCell(volume: Obj): string {
  const claim = at(volume, 'spec', 'claimRef');
  return claim === undefined ? '' : `${text(claim, 'namespace')}/${text(claim, 'name')}`;
}
