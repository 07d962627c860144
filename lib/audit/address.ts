import { isIP } from 'node:net';
import { followsNamePattern, lastPathPart } from '../hosts/image.ts';
import { serviceAddress } from '../hosts/probe.ts';
import { masked } from '../words/masked.ts';

/** Replaces each character of a placeholder. */
const OPEN = '\uE000';

/** Placeholders of templates, variables and formats. Bounded, so that unclosed ones cost linear time. */
const VARIABLE = new RegExp(
  [
    String.raw`\$?\{\{[^\n]{0,400}?\}\}`,
    String.raw`\$\{(?:[^{}\n]|\{[^{}\n]{0,100}\}){0,200}\}`,
    String.raw`\$\([^()\n]{1,200}\)`,
    String.raw`\$[A-Za-z_]\w{0,100}`,
    String.raw`(?<=^|[/.:@_-])<[A-Za-z_][\w .-]{0,60}>`,
    String.raw`\{[A-Za-z_][\w.]{0,60}\}`,
    String.raw`\[\[[^\n]{1,200}?\]\]`,
    String.raw`%(?:\(\w{1,60}\))?[sdvq](?![0-9a-f])`,
  ].join('|'),
  'g',
);

/** The text at the same length, its placeholders replaced by `OPEN`. */
const closed = (text: string): string => text.replace(VARIABLE, (variable) => OPEN.repeat(variable.length));

/** Whether a text contains a placeholder. */
export const hasVariable = (text: string): boolean => closed(text).includes(OPEN);

/** A URL with a host and without placeholders; undefined for any other text. */
export function urlOf(value: string): URL | undefined {
  const host = value.includes('://') && !hasVariable(value) ? hostOf(value.trim()) : undefined;
  return host === undefined || host === OPEN ? undefined : (URL.parse(value.trim()) ?? undefined);
}

/** The path of a URL without its placeholders; empty if it has none. */
export const pathOf = (url: string): string =>
  (/^[^:]+:\/\/[^/?#]*([^?#]*)/.exec(closed(url))?.[1] ?? '').replaceAll(OPEN, '');

/** Whether the last path segment of an address has a placeholder, so that the file name is unknown. */
export const endsOpen = (url: string): boolean => closed(url).split('/').at(-1)?.includes(OPEN) ?? false;

/**
 * The IP addresses that a value uses as hosts, IPv6 without brackets and in its shortest form. The value is a URL, a bare
 * address with or without a port, or a list of them separated by commas or spaces. Networks (`10.0.0.0/8`) do not count.
 * Only placeholders in the host matter.
 */
export const ipsIn = (value: string): string[] =>
  hostsIn(value)
    .map((host) => host.replace(/^\[(.*)\]$/, '$1'))
    .filter((host) => isIP(host) !== 0);

/** The normalized host of a URL; undefined if it has none, or one with a placeholder. */
export const hostNameOf = (url: string): string | undefined =>
  url.includes('://') ? hostsIn(url).find((host) => host !== OPEN) : undefined;

/** Whether a host in a value is unknown: it has a placeholder, or is not a valid host. */
export const isOpen = (value: string): boolean => hostsIn(value).includes(OPEN);

const hostsIn = (value: string): string[] =>
  closed(value)
    .split(/[\s,]+/)
    .map(hostOf)
    .filter((host) => host !== undefined);

/** The host of an address without placeholders; `OPEN` if it is unknown. */
function hostOf(address: string): string | undefined {
  const [, authority] = /^[a-z\uE000][a-z0-9+.\uE000-]*:\/\/([^/?#\\]*)/i.exec(address) ?? [];
  if (!authority && HOSTLESS.test(address)) return OPEN;
  if (authority === undefined) return bareHost(address);
  if (authority === '') return undefined;
  const [, host = OPEN] =
    /^(\[[^\]]*\]|[^:]+)(?::[\d\uE000]*)?$/.exec(authority.slice(authority.lastIndexOf('@') + 1)) ?? [];
  return named(host);
}

/** Browsers find a host in `http:/10.0.0.1/a`, `http:10.0.0.1` and with backslashes; Go and Python's requests, which fetch images, do not. */
const HOSTLESS = /^https?:(?:[\\/]+[^\\/]|[\d[])/i;

/** A host as URLs normalize it: one spelling for each IP address. */
function named(host: string): string {
  // A zone belongs to the machine that sends the request, not to the address.
  const plain = host.replace(/^(\[[0-9a-f:.]+)%[^\]]+\]$/i, '$1]');
  const name = plain.includes(OPEN) ? undefined : URL.parse(`http://${plain}`)?.hostname;
  return name !== undefined && /^(?:[\p{L}\p{N}._-]+|\[[0-9a-f:]+\])$/u.test(name) ? name : OPEN;
}

/** The host of an address without a scheme: an IP address with or without a port, or a placeholder. */
function bareHost(address: string): string | undefined {
  if (isIP(address)) return named(isIP(address) === 6 ? `[${address}]` : address);
  const [, host] = /^(\[[0-9a-f:.]+\]|\d+\.\d+\.\d+\.\d+):[\d\uE000]+$/i.exec(address) ?? [];
  if (host !== undefined) return named(host);
  return address.includes(OPEN) ? OPEN : undefined;
}

/** The http URLs in a text, in order, without duplicates. */
export const urlsIn = (text: string): string[] => [...new Set(urlPlacesIn(text).map(({ url }) => url))];

/** Every occurrence of an http URL in a text, with its offset. */
export const urlPlacesIn = (text: string): { url: string; at: number }[] =>
  text.includes('://')
    ? [...closed(text).matchAll(URLS)].map(({ 0: found, index }) => {
        const { length } = found.replace(/[.:!?]+$/, '');
        return { url: text.slice(index, index + length), at: index };
      })
    : [];

const URLS =
  /(?:\bhttps?|\uE000+):\/\/(?:[^\s/"'<>,;@[\]{}]*@)?(?:\[[0-9a-f:.\uE000]+(?:%[\w.~-]+)?\]|[^\s/"'<>,;:[\]{}()]+)(?::[\d\uE000]+)?(?:\/[^\s"'<>,;[\]{}()]*)?/gi;

/**
 * Whether an address points to the stable service: `httpd-http`, `httpd-http.images`, `httpd-http.images.svc` or the same
 * with the cluster domain, at any port.
 *
 * @param service a name in any of these forms. If it has a namespace, an address with another one does not match.
 */
export function isServedBy(url: string, service: string): boolean {
  const wanted = serviceAddress(`http://${service}`);
  const host = /^oci:/i.test(url) ? undefined : hostNameOf(url);
  const given = host === undefined ? undefined : serviceAddress(`http://${host}`);
  return (
    given !== undefined &&
    given.name === wanted?.name &&
    (given.namespace ?? wanted.namespace) === (wanted.namespace ?? given.namespace)
  );
}

/** The three flavors (§2.1) as image names spell them: standard node, HPC-optimized and GPU-enabled compute image. */
const FLAVOURS = ['standard', 'std', 'hpc', 'gpu'] as const;

/**
 * What is wrong with the name of an image; undefined if it is `<platform>-<flavor>-<os>.qcow2` with a known flavor.
 * Platform names may contain hyphens, so every part between the first and the last may be the flavor.
 */
export function nameFault(url: string, more: readonly string[]): string | undefined {
  const name = lastPathPart(url) ?? '';
  if (name === '') return 'the address does not end with an image name';
  if (!followsNamePattern(url)) return `${masked(name)} does not match <platform>-<flavor>-<os>.qcow2`;
  const between = name.toLowerCase().split('-').slice(1, -1).join('-');
  const flavors = [...new Set([...FLAVOURS, ...more])];
  if (flavors.some((flavor) => `-${between}-`.includes(`-${flavor.toLowerCase()}-`))) return undefined;
  return `${masked(name)} has no known flavor (${flavors.join(', ')})`;
}
