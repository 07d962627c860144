import { isIP } from 'node:net';
import { followsNamePattern, lastPathPart } from '../hosts/image.ts';
import { serviceAddress } from '../hosts/probe.ts';
import { masked } from '../words/masked.ts';

/** Stands for each character of what is filled in later. */
const OPEN = '\uE000';

/** What a template, a variable, a format or a person is to fill in: bounded, so that a text without ends is read once. */
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

/** A text of the same length, without what is filled in. */
const closed = (text: string): string => text.replace(VARIABLE, (variable) => OPEN.repeat(variable.length));

/** Whether something of a text is filled in later. */
export const hasVariable = (text: string): boolean => closed(text).includes(OPEN);

/** A URL with nothing to fill in that names a host; undefined for any other. */
export function urlOf(value: string): URL | undefined {
  const host = value.includes('://') && !hasVariable(value) ? hostOf(value.trim()) : undefined;
  return host === undefined || host === OPEN ? undefined : (URL.parse(value.trim()) ?? undefined);
}

/** The path of a URL, without what is filled in; empty where it has none. */
export const pathOf = (url: string): string =>
  (/^[^:]+:\/\/[^/?#]*([^?#]*)/.exec(closed(url))?.[1] ?? '').replaceAll(OPEN, '');

/** Whether what is filled in ends an address: then nobody knows the name of its file. */
export const endsOpen = (url: string): boolean => closed(url).split('/').at(-1)?.includes(OPEN) ?? false;

/**
 * The IP addresses that a value names its hosts by, IPv6 without brackets and in its shortest form: those of a URL, of a
 * bare address with or without a port, and of lists of both, parted by commas or spaces. Networks (`10.0.0.0/8`) are none.
 * Only the host counts: what is filled in anywhere else does not hide it.
 */
export const ipsIn = (value: string): string[] =>
  hostsIn(value)
    .map((host) => host.replace(/^\[(.*)\]$/, '$1'))
    .filter((host) => isIP(host) !== 0);

/** The host that a URL names for certain, as URLs have it; undefined where it names none or one that nobody can tell. */
export const hostNameOf = (url: string): string | undefined =>
  url.includes('://') ? hostsIn(url).find((host) => host !== OPEN) : undefined;

/** Whether a host in a value can't be told: it is filled in, wholly or in part, or can't be one. */
export const isOpen = (value: string): boolean => hostsIn(value).includes(OPEN);

const hostsIn = (value: string): string[] =>
  closed(value)
    .split(/[\s,]+/)
    .map(hostOf)
    .filter((host) => host !== undefined);

/** The host of one address in which what is filled in is marked; `OPEN` where it can't be told. */
function hostOf(address: string): string | undefined {
  const [, authority] = /^[a-z\uE000][a-z0-9+.\uE000-]*:\/\/([^/?#\\]*)/i.exec(address) ?? [];
  if (!authority && HOSTLESS.test(address)) return OPEN;
  if (authority === undefined) return bareHost(address);
  if (authority === '') return undefined;
  const [, host = OPEN] =
    /^(\[[^\]]*\]|[^:]+)(?::[\d\uE000]*)?$/.exec(authority.slice(authority.lastIndexOf('@') + 1)) ?? [];
  return named(host);
}

/** Browsers find a host in `http:/10.0.0.1/a`, `http:10.0.0.1` and with backslashes; Go and Python's requests, which fetch images, find none. */
const HOSTLESS = /^https?:(?:[\\/]+[^\\/]|[\d[])/i;

/** A host in the form of URLs, which write every spelling of an IP address as one. */
function named(host: string): string {
  // A zone is none of the address, but of the machine that asks.
  const plain = host.replace(/^(\[[0-9a-f:.]+)%[^\]]+\]$/i, '$1]');
  const name = plain.includes(OPEN) ? undefined : URL.parse(`http://${plain}`)?.hostname;
  return name !== undefined && /^(?:[\p{L}\p{N}._-]+|\[[0-9a-f:]+\])$/u.test(name) ? name : OPEN;
}

/** The host of an address without a scheme: an IP address with or without a port, or what is filled in. */
function bareHost(address: string): string | undefined {
  if (isIP(address)) return named(isIP(address) === 6 ? `[${address}]` : address);
  const [, host] = /^(\[[0-9a-f:.]+\]|\d+\.\d+\.\d+\.\d+):[\d\uE000]+$/i.exec(address) ?? [];
  if (host !== undefined) return named(host);
  return address.includes(OPEN) ? OPEN : undefined;
}

/** The http addresses that stand in a text, in their order and each once. */
export const urlsIn = (text: string): string[] => [...new Set(urlPlacesIn(text).map(({ url }) => url))];

/** The same, with where each begins, as often as it does. */
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
 * Whether an address is that of the stable service: `httpd-http`, `httpd-http.images`, `httpd-http.images.svc` or the same
 * with the cluster's domain, at any port.
 *
 * @param service a name in any of these forms; with a namespace, the address may name no other.
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

/**
 * The document's three flavours (§2.1), as image names spell them: the standard node image, the HPC-optimised image, and the
 * GPU-enabled compute image.
 */
const FLAVOURS = ['standard', 'std', 'hpc', 'gpu'] as const;

/**
 * What is wrong with the name of an image; undefined where it is `<platform>-<flavour>-<os>.qcow2` with one of the flavours. A
 * platform may have hyphens in its name, so that a flavour is looked for in every part but the first and the last.
 */
export function nameFault(url: string, more: readonly string[]): string | undefined {
  const name = lastPathPart(url) ?? '';
  if (name === '') return 'the address does not end with an image name';
  if (!followsNamePattern(url)) return `${masked(name)} does not match <platform>-<flavour>-<os>.qcow2`;
  const between = name.toLowerCase().split('-').slice(1, -1).join('-');
  const flavours = [...new Set([...FLAVOURS, ...more])];
  if (flavours.some((flavour) => `-${between}-`.includes(`-${flavour.toLowerCase()}-`))) return undefined;
  return `${masked(name)} has no known flavour (${flavours.join(', ')})`;
}
