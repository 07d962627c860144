import { isIPv4 } from 'node:net';
import { IMAGE_SERVICE } from '../objects/names.ts';
import type { Image } from './host.ts';

export const CHECKSUM_TYPES = ['md5', 'sha256', 'sha512'] as const;
export type ChecksumType = (typeof CHECKSUM_TYPES)[number];

/** The addresses that a host gets. `checksumType` is set only if it changes with the checksum. */
export interface Target {
  url: string;
  checksum: string;
  checksumType?: ChecksumType;
}

/** Placeholder for an unknown target, for guards that do not need one. */
export const NO_TARGET: Target = { url: '', checksum: '' };

export const sameTarget = (a: Target, b: Target): boolean =>
  a.url === b.url && a.checksum === b.checksum && a.checksumType === b.checksumType;

/** The flags that determine the target; all are optional. */
export interface TargetOptions {
  service?: string | undefined;
  imageName?: string | undefined;
  imageUrl?: string | undefined;
  checksumUrl?: string | undefined;
  checksumType?: ChecksumType | undefined;
}

/**
 * The addresses of §2.1: `http://<service>/images/<image name>` and `<image url>.md5sum`. The image name is by default the
 * last path segment of the current address; without any, the result is undefined. For checksum type `auto`, the new checksum
 * keeps the algorithm that the form of the current one shows.
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

/** Whether `options` ask for other addresses than those of `target`; options that are not set never do. */
export function contradicts(options: TargetOptions, target: Target): boolean {
  const { imageUrl, checksumUrl, checksumType, imageName, service } = options;
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

/** Whether an address contains an IP address, which breaks when the cluster's network changes (§1). */
export function hasAddressHost(url: string | undefined): boolean {
  const name = url === undefined ? undefined : URL.parse(url)?.hostname;
  return name !== undefined && (name.startsWith('[') || isIPv4(name));
}

/** Whether the address of an image or its checksum contains an IP address. */
export const isAtFixedAddress = (image: Pick<Image, 'url' | 'checksum'>): boolean =>
  hasAddressHost(image.url) || hasAddressHost(image.checksum);

/** Host and port of an address; undefined if it is not a valid address. */
function hostOf(url: string | undefined): string | undefined {
  return (url && URL.parse(url)?.host) || undefined;
}

/** Whether an image name has the form `<platform>-<flavor>-<os>.qcow2` (§2.1). */
export function followsNamePattern(url: string): boolean {
  const name = lastPathPart(url);
  return name !== undefined && /^[^-]+-[^-]+-.+\.qcow2$/.test(name);
}

/** The algorithm of a checksum, by its file extension or, for a bare hash, its length. */
export function algorithmOf(checksum: string): ChecksumType | undefined {
  const bare = { 32: 'md5', 64: 'sha256', 128: 'sha512' } as const;
  if (/^[0-9a-f]+$/i.test(checksum)) return bare[checksum.length as keyof typeof bare];
  const path = URL.parse(checksum)?.pathname ?? checksum;
  return CHECKSUM_TYPES.find((type) => new RegExp(`\\.${type}(sums?)?$`, 'i').test(path));
}

/** The algorithm that the operator expects: md5 unless `checksumType` is set; `auto` accepts any. */
export const declaredAlgorithm = (checksumType: string | undefined): string => checksumType || 'md5';

/** Whether an image's checksum is the file next to it (§2.1), of the expected algorithm. */
export function isChecksumRight({ url, checksum = '', checksumType }: Image): boolean {
  const [written, declared] = [algorithmOf(checksum), declaredAlgorithm(checksumType)];
  return checksum === `${url}.${written}sum` && (declared === 'auto' || written === declared);
}

/** Whether an image has no checksum file (live-iso, oci); no documented procedure changes its address. */
export const hasNoChecksum = (image: Image | undefined): boolean =>
  image?.format === 'live-iso' || /^oci:/i.test(image?.url ?? '');

/** The file name at the end of an address; undefined without one. */
export function lastPathPart(url: string | undefined): string | undefined {
  return (url && URL.parse(url)?.pathname.split('/').at(-1)) || undefined;
}

function withExtension(name: string): string {
  return /\.(qcow2|raw|img|iso|vmdk|vdi)$/.test(name) ? name : `${name}.qcow2`;
}
