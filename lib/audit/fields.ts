import { fieldsOf, textOf } from '../objects/fields.ts';
import type { Path } from './finding.ts';

/** What an address is for. */
export type Role =
  /** A disk or data image of a host. */
  | 'image'
  /** The checksum file of an image. */
  | 'checksum'
  /** What a host boots for provisioning. */
  | 'boot'
  | 'firmware'
  /** Where a provisioning service listens on the provisioning network. */
  | 'endpoint'
  /** What a host reads at its first boot. */
  | 'user-data';

/** A field that holds an address. */
export interface Field {
  /** The path of the field; `*` matches every element of a list. */
  at: readonly string[];
  role: Role;
  /** Who writes it. */
  origin: 'person' | 'operator';
  /** Whether the address, of an image or its checksum, can be replaced by one in the form of §2.1. */
  fixable?: boolean;
}

const field = (at: string, role: Role, origin: Field['origin']): Field => ({
  at: at.split('.'),
  role,
  origin,
});

/** The fields of a host's image (§2.1). */
const image = (at: string, origin: Field['origin']): Field[] => [
  { ...field(`${at}.url`, 'image', origin), fixable: origin === 'person' },
  { ...field(`${at}.checksum`, 'checksum', origin), fixable: origin === 'person' },
];

/** The fields of an object's kind and, for a ConfigMap, name. */
export function fieldsOfKind(root: Record<string, unknown>, kind: string): readonly Field[] {
  if (kind === 'ConfigMap') return isIronicSettings(root) ? SETTINGS : [];
  return Object.hasOwn(FIELDS, kind) ? (FIELDS[kind] ?? []) : [];
}

/** Whether a ConfigMap belongs to Ironic or the operator: by its name, with the prefix and hash that Kustomize may add. */
export const isIronicSettings = (root: { metadata?: unknown }): boolean =>
  /(^|-)ironic(-bmo-configmap)?(-[a-z0-9]{10})?$/.test(textOf(fieldsOf(root.metadata)?.name));

/** The strings at a path pattern (`Field.at`), each with its path. */
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

/** The address fields of each kind, in all versions. Groups do not matter: the operator is also built for groups other than metal3.io. */
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

/** The settings of Ironic and the operator that hold addresses. */
const SETTINGS: readonly Field[] = [
  ...['CACHEURL', 'DEPLOY_KERNEL_URL', 'DEPLOY_RAMDISK_URL', 'DEPLOY_ISO_URL', 'IPA_BASEURI'].map((key) =>
    field(`data.${key}`, 'boot', 'person'),
  ),
  ...[
    'IRONIC_ENDPOINT',
    'IRONIC_INSPECTOR_ENDPOINT',
    'IRONIC_IP',
    'PROVISIONING_IP',
    'IRONIC_EXTERNAL_IP',
  ].map((key) => field(`data.${key}`, 'endpoint', 'person')),
];

export const SETTING_KEYS: ReadonlySet<string> = new Set(SETTINGS.map(({ at }) => at[1] ?? ''));
