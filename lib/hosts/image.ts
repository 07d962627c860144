import { isIPv4 } from 'node:net';
import { IMAGE_SERVICE } from '../objects/names.ts';
import type { Image } from './host.ts';

export const CHECKSUM_TYPES = ['md5', 'sha256', 'sha512'] as const;
export type ChecksumType = (typeof CHECKSUM_TYPES)[number];

/** The addresses that a host is to have. `checksumType` only where it has to be changed with the checksum. */
export interface Target {
  url: string;
  checksum: string;
  checksumType?: ChecksumType;
}

/** Stands in for a target that can't be told, while it is judged whether the host may be touched at all. */
export const NO_TARGET: Target = { url: '', checksum: '' };

export const sameTarget = (a: Target, b: Target): boolean =>
  a.url === b.url && a.checksum === b.checksum && a.checksumType === b.checksumType;

/** How the target was asked for on the command line; all of it is optional. */
export interface TargetOptions {
  service?: string | undefined;
  imageName?: string | undefined;
  imageUrl?: string | undefined;
  checksumUrl?: string | undefined;
  checksumType?: ChecksumType | undefined;
}

/**
 * The addresses of §2.1: `http://<service>/images/<image name>` and `<image url>.md5sum`, where the image name is the
 * last path part of the current address unless one is given. Undefined where no image name can be told. Where the checksum's
 * type is `auto`, its own form says which algorithm it is of, and the new one is of the same.
 */
export function targetOf(
  current: string | undefined,
  options: TargetOptions,
  { checksum: present = '', checksumType: declared }: Partial<Image> = {},
): Target | undefined {
  const { service = IMAGE_SERVICE, checksumType } = options;
  const name = options.imageName ? withExtension(options.imageName) : lastPathPart(current);
  const url = options.imageUrl ?? (name && `http://${service}/images/${name}`);
  if (!url) return undefined;
  const algorithm = checksumType ?? (declared === 'auto' ? algorithmOf(present) : undefined) ?? 'md5';
  const checksum = options.checksumUrl ?? `${url}.${algorithm}sum`;
  return { url, checksum, ...(checksumType && { checksumType }) };
}

/** Whether `wish` asks for other addresses than `target` has: what it doesn't mention, it doesn't contradict. */
export function contradicts(wish: TargetOptions, target: Target): boolean {
  const { imageUrl, checksumUrl, checksumType, imageName, service } = wish;
  const named = imageName !== undefined || service !== undefined;
  const asked = named
    ? targetOf(target.url, { imageName, service: service ?? hostOf(target.url) })?.url
    : undefined;
  const differs = (wished: string | undefined, held: string | undefined) =>
    wished !== undefined && wished !== held;
  return (
    differs(imageUrl, target.url) ||
    differs(asked, target.url) ||
    differs(checksumUrl, target.checksum) ||
    differs(checksumType, target.checksumType)
  );
}

/** Whether an address names its host by number, which is what breaks when the cluster's network changes (§1). */
export function hasAddressHost(url: string | undefined): boolean {
  const name = url === undefined ? undefined : URL.parse(url)?.hostname;
  return name !== undefined && (name.startsWith('[') || isIPv4(name));
}

/** Whether an image or its checksum is found at a fixed IP address. */
export const isAtFixedAddress = (image: Pick<Image, 'url' | 'checksum'>): boolean =>
  hasAddressHost(image.url) || hasAddressHost(image.checksum);

/** The host part of an address with its port; undefined where it is no address. */
function hostOf(url: string | undefined): string | undefined {
  return (url && URL.parse(url)?.host) || undefined;
}

/** Whether an image name has the form `<platform>-<flavour>-<os>.qcow2` (§2.1). */
export function followsNamePattern(url: string): boolean {
  const name = lastPathPart(url);
  return name !== undefined && /^[^-]+-[^-]+-.+\.qcow2$/.test(name);
}

/** The algorithm that a checksum's own form tells: by the file's ending or, for a bare hash, its length. */
export function algorithmOf(checksum: string): ChecksumType | undefined {
  const bare = { 32: 'md5', 64: 'sha256', 128: 'sha512' } as const;
  if (/^[0-9a-f]+$/i.test(checksum)) return bare[checksum.length as keyof typeof bare];
  const path = URL.parse(checksum)?.pathname ?? checksum;
  return CHECKSUM_TYPES.find((type) => new RegExp(`\\.${type}(sums?)?$`, 'i').test(path));
}

/** The algorithm that the operator takes a checksum for: md5 unless `checksumType` says otherwise, any for `auto`. */
export const declaredAlgorithm = (checksumType: string | undefined): string => checksumType || 'md5';

/** Whether an image's checksum is the file beside it (§2.1), and of the algorithm that it is taken for. */
export function isChecksumRight({ url, checksum = '', checksumType }: Image): boolean {
  const [written, declared] = [algorithmOf(checksum), declaredAlgorithm(checksumType)];
  return checksum === `${url}.${written}sum` && (declared === 'auto' || written === declared);
}

/** Whether an image has no checksum file (live-iso, oci): there is no documented way to give it another address. */
export const hasNoChecksum = (image: Image | undefined): boolean =>
  image?.format === 'live-iso' || /^oci:/i.test(image?.url ?? '');

/** The name of the file that an address ends with; undefined where it ends without one. */
export function lastPathPart(url: string | undefined): string | undefined {
  return (url && URL.parse(url)?.pathname.split('/').at(-1)) || undefined;
}

function withExtension(name: string): string {
  return /\.(qcow2|raw|img|iso|vmdk|vdi)$/.test(name) ? name : `${name}.qcow2`;
}
