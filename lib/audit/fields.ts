import { fieldsOf } from '../objects/fields.ts';
import type { Path } from './finding.ts';

/** What an address is for. */
export type Role =
  /** A disk image or an image of data that a host is given. */
  | 'image'
  /** The file with an image's checksum. */
  | 'checksum'
  /** What a host is booted with to be provisioned. */
  | 'boot'
  | 'firmware'
  /** Where a service of provisioning listens, on the provisioning network. */
  | 'endpoint'
  /** What a host's first boot reads. */
  | 'user-data';

/** A field that takes an address. */
export interface Field {
  /** The names of fields that lead to it; `*` stands for every element of a list. */
  at: readonly string[];
  role: Role;
  /** Whether a person writes it, or an operator does. */
  origin: 'person' | 'operator';
  named?: boolean;
  fixable?: boolean;
}

const field = (at: string, role: Role, origin: Field['origin']): Field => ({
  at: at.split('.'),
  role,
  origin,
});

/** An image as hosts have it (§2.1): only what a person writes is to be fixed, and has its name judged. */
function image(at: string, origin: Field['origin']): Field[] {
  const isWritten = origin === 'person';
  return [
    { ...field(`${at}.url`, 'image', origin), named: isWritten, fixable: isWritten },
    { ...field(`${at}.checksum`, 'checksum', origin), fixable: isWritten },
  ];
}

/** The fields of an object's kind and, for a ConfigMap, name. */
export function fieldsOfKind(root: Record<string, unknown>, kind: string): readonly Field[] {
  if (kind === 'ConfigMap') return isIronicSettings(root) ? SETTINGS : [];
  return Object.hasOwn(FIELDS, kind) ? (FIELDS[kind] ?? []) : [];
}

/** Whether a ConfigMap is that of Ironic or the operator, by its name and what Kustomize puts around names. */
export const isIronicSettings = (root: { metadata?: unknown }): boolean =>
  /(^|-)ironic(-bmo-configmap)?(-[a-z0-9]{10})?$/.test(String(fieldsOf(root.metadata)?.name));

/** The texts at a pattern of fields (`Field.at`), and where each stands. */
export function valuesAt(
  root: unknown,
  [first, ...rest]: readonly string[],
  lead: Path = [],
): { path: Path; value: string }[] {
  if (first === undefined) return typeof root === 'string' ? [{ path: lead, value: root }] : [];
  if (first === '*')
    return Array.isArray(root) ? root.flatMap((item, index) => valuesAt(item, rest, [...lead, index])) : [];
  const fields = fieldsOf(root);
  return fields && Object.hasOwn(fields, first) ? valuesAt(fields[first], rest, [...lead, first]) : [];
}

/**
 * The fields of each kind that provisioning takes addresses from, whatever the version: those that versions have renamed hold
 * none. Their groups are not asked for, because the operator is also built for others than metal3.io.
 */
const FIELDS: Record<string, Field[]> = {
  BareMetalHost: [
    ...image('spec.image', 'person'),
    ...image('status.provisioning.image', 'operator'),
    ...image('status.lastAttemptedImage', 'operator'),
  ],
  HostClaim: image('spec.image', 'person'),
  Metal3MachineTemplate: image('spec.template.spec.image', 'person'),
  Metal3Machine: image('spec.image', 'person'),
  DataImage: [field('spec.url', 'image', 'person'), field('status.attachedImage.url', 'image', 'operator')],
  HostFirmwareComponents: [
    field('spec.updates.*.url', 'firmware', 'person'),
    field('status.updates.*.url', 'firmware', 'operator'),
  ],
  PreprovisioningImage: [
    field('status.imageUrl', 'boot', 'operator'),
    field('status.kernelUrl', 'boot', 'operator'),
  ],
  Ironic: [
    field('spec.networking.ipAddress', 'endpoint', 'person'),
    field('spec.networking.externalIP', 'endpoint', 'person'),
    field('spec.database.host', 'endpoint', 'person'),
  ],
};

const setting = (key: string, role: Role): Field => ({ at: ['data', key], role, origin: 'person' });

/** Settings of Ironic and the operator that are addresses. */
const SETTINGS: readonly Field[] = [
  ...['CACHEURL', 'DEPLOY_KERNEL_URL', 'DEPLOY_RAMDISK_URL', 'DEPLOY_ISO_URL', 'IPA_BASEURI'].map((key) =>
    setting(key, 'boot'),
  ),
  ...[
    'IRONIC_ENDPOINT',
    'IRONIC_INSPECTOR_ENDPOINT',
    'IRONIC_IP',
    'PROVISIONING_IP',
    'IRONIC_EXTERNAL_IP',
  ].map((key) => setting(key, 'endpoint')),
];

/** The names of the settings that have a role of their own. */
export const SETTING_KEYS: ReadonlySet<string> = new Set(SETTINGS.map(({ at }) => at[1] ?? ''));
