import type { Finding } from '../http/status.ts';
import { type Fields, isFields, list, text } from '../objects/model.ts';
import { milliOf } from '../schema/quantity.ts';
import { open, quantities, string, strings } from '../schema/shorthand.ts';
import type { Schema } from '../schema/types.ts';
import { subdomainFindings } from '../write/metadata.ts';

/** The spec of a claim, in a claim as in a template for claims. */
export const claimSpecSchema: Schema = open({
  accessModes: strings,
  resources: open({ requests: quantities, limits: quantities }),
  selector: {
    type: 'object',
    'x-kubernetes-map-type': 'atomic',
    'x-kubernetes-preserve-unknown-fields': true,
  },
  storageClassName: string,
  volumeMode: string,
  volumeName: string,
});

/** What every claim's spec has unless its writer says otherwise. */
export const filledClaimSpec = (given: unknown): Fields => ({
  volumeMode: 'Filesystem',
  ...(isFields(given) && given),
  resources: isFields(given) && isFields(given.resources) ? given.resources : {},
});

/** The size that a claim asks for, as it is stored: `100Gi`. */
export const requestedStorage = (claim: unknown): string =>
  text(claim, 'spec', 'resources', 'requests', 'storage');

/** What is wrong with a claim's spec; `field` is where it lies: `spec`. */
export function claimSpecFindings(spec: unknown, field: string): Finding[] {
  const storage = text(spec, 'resources', 'requests', 'storage');
  const storageField = `${field}.resources[storage]`;
  const mode = text(spec, 'volumeMode');
  const className = text(spec, 'storageClassName');
  const findings = [
    ...accessModeFindings(list(spec, 'accessModes'), field, 'at least 1 access mode is required'),
  ];
  if (storage === '') findings.push({ reason: 'FieldValueRequired', field: storageField });
  else if (milliOf(storage) <= 0n) {
    const detail = 'must be greater than zero';
    findings.push({ reason: 'FieldValueInvalid', field: storageField, value: storage, detail });
  }
  if (className !== '') findings.push(...subdomainFindings(`${field}.storageClassName`, className));
  if (!['Block', 'Filesystem', ''].includes(mode)) {
    const detail = 'supported values: "Block", "Filesystem"';
    findings.push({ reason: 'FieldValueNotSupported', field: `${field}.volumeMode`, value: mode, detail });
  }
  return findings;
}

/** How a volume may be mounted, with what tables say for it. */
const accessModes: Record<string, string> = {
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOnce: 'RWO',
  ReadWriteOncePod: 'RWOP',
};

/** What is wrong with the access modes of the spec that lies at `field`. */
export function accessModeFindings(modes: unknown[], field: string, missing = ''): Finding[] {
  const at = `${field}.accessModes`;
  if (modes.length === 0)
    return [{ reason: 'FieldValueRequired', field: at, ...(missing && { detail: missing }) }];
  const supported = Object.keys(accessModes).map((mode) => JSON.stringify(mode));
  const detail = `supported values: ${supported.join(', ')}`;
  return modes
    .filter((mode) => !Object.hasOwn(accessModes, String(mode)))
    .map((value) => ({ reason: 'FieldValueNotSupported', field: at, value, detail }));
}

/** Access modes as tables show them: `RWO,ROX`. */
export const accessModesCell = (modes: unknown[]): string =>
  [...new Set(modes)].map((mode) => accessModes[String(mode)] ?? '').join(',');
