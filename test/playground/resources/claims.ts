import { chargeQuotas } from '../admission/quotas.ts';
import { defaultClass, holdExpansion } from '../admission/storage-classes.ts';
import { type Fields, isFields, list, text } from '../objects/model.ts';
import {
  anything,
  keyed,
  object,
  open,
  quantities,
  string,
  stringMap,
  strings,
} from '../schema/shorthand.ts';
import { core } from './built-in.ts';
import { claimFindings } from './claim-findings.ts';
import { accessModesCell, claimSpecSchema, filledClaimSpec } from './claim-spec.ts';
import { ageColumn, nameColumn, told, wide } from './columns.ts';
import { fillConditionTimes } from './conditions.ts';
import { phaseCell, unset } from './volume-cells.ts';

/** Held by the controller that protects claims for as long as a pod uses one. */
const CLAIM_PROTECTION = 'kubernetes.io/pvc-protection';

const claimColumns = [
  nameColumn,
  told('Status', 'whether it has a volume', phaseCell),
  told('Volume', 'the volume that it is bound to', (claim) => text(claim, 'spec', 'volumeName')),
  told(
    'Capacity',
    'the size of that volume',
    (claim) => text(claim, 'spec', 'volumeName') && (text(claim, 'status', 'capacity', 'storage') || '0'),
  ),
  told(
    'Access Modes',
    'how that volume may be mounted',
    (claim) => text(claim, 'spec', 'volumeName') && accessModesCell(list(claim, 'status', 'accessModes')),
  ),
  told('StorageClass', 'the class that provisions it', (claim) => text(claim, 'spec', 'storageClassName')),
  told('VolumeAttributesClass', 'the class of its attributes', (claim) =>
    unset(text(claim, 'spec', 'volumeAttributesClassName')),
  ),
  ageColumn,
  wide(told('VolumeMode', 'a file system or a device', (claim) => unset(text(claim, 'spec', 'volumeMode')))),
];

/** What asks for a volume and holds it. */
export const claim = core({
  plural: 'persistentvolumeclaims',
  singular: 'persistentvolumeclaim',
  kind: 'PersistentVolumeClaim',
  namespaced: true,
  shortNames: ['pvc'],
  subresources: ['status'],
  answersDeleted: true,
  schema: object({
    spec: claimSpecSchema,
    status: open({
      phase: string,
      accessModes: strings,
      capacity: quantities,
      allocatedResources: quantities,
      allocatedResourceStatuses: stringMap,
      conditions: keyed(['type'], anything),
    }),
  }),
  blank: { metadata: {}, spec: { resources: {} }, status: {} },
  columns: claimColumns,
  defaults(claim) {
    claim.spec = filledClaimSpec(claim.spec);
    fillConditionTimes(claim);
    claim.status = withoutEmpty(claim.status);
  },
  prepare(claim, old) {
    if (old === undefined) claim.status = { phase: 'Pending' };
  },
  complete(claim, store) {
    const { metadata, spec } = claim;
    metadata.finalizers = [...new Set([...(metadata.finalizers ?? []), CLAIM_PROTECTION])];
    if (!isFields(spec) || spec.storageClassName !== undefined) return;
    const name = defaultClass(store);
    if (name !== undefined) claim.spec = { ...spec, storageClassName: name };
  },
  admit(claim, change) {
    holdExpansion(claim, change);
    chargeQuotas(claim, change);
  },
  validate: claimFindings,
});

/** Empty lists and maps of a status are as good as absent. */
const withoutEmpty = (status: unknown): Fields =>
  Object.fromEntries(
    Object.entries(isFields(status) ? status : {}).filter(
      ([, value]) => !(typeof value === 'object' && value !== null && Object.keys(value).length === 0),
    ),
  );
