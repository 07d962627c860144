import { isIP } from 'node:net';
import { serviceAddress } from '../hosts/probe.ts';

/** What a template or a variable is to fill in: nobody can tell what it will be. */
const PLACEHOLDER = /\{\{|\$\{|\$\(|<[^>]*>/;

/** The address of the host that a URL names; undefined where it names none, or one that is to be filled in. */
export function urlOf(value: string): URL | undefined {
  if (PLACEHOLDER.test(value) || !value.includes('://')) return undefined;
  const url = URL.parse(value.trim());
  return url?.hostname ? url : undefined;
}

/**
 * The IP addresses that a value names its hosts by, IPv6 without brackets and in its shortest form: those of a URL, of a
 * bare address with or without a port, and of lists of both, parted by commas or spaces. Networks (`10.0.0.0/8`) are none.
 */
export const ipsIn = (value: string): string[] =>
  value
    .split(/[\s,]+/)
    .map(ipOf)
    .filter((ip) => ip !== undefined);

function ipOf(part: string): string | undefined {
  const host = part.includes('://') ? urlOf(part)?.hostname : bareHost(part);
  if (host === undefined) return undefined;
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) ? bare : undefined;
}

/** An address without a scheme, as URLs have it; undefined for what is none. */
function bareHost(part: string): string | undefined {
  if (isIP(part)) return URL.parse(isIP(part) === 6 ? `http://[${part}]` : `http://${part}`)?.hostname;
  return /^(\[[0-9a-f:.]+\]|\d+\.\d+\.\d+\.\d+):\d+$/i.test(part)
    ? URL.parse(`http://${part}`)?.hostname
    : undefined;
}

/** The http addresses that stand in a text, in their order and each once. */
export const urlsIn = (text: string): string[] => [...new Set(urlPlacesIn(text).map(({ url }) => url))];

/** The same, with where each begins, as often as it does. */
export const urlPlacesIn = (text: string): { url: string; at: number }[] =>
  [...text.matchAll(URLS)].map(({ 0: url, index }) => ({ url: url.replace(/[.:!?]+$/, ''), at: index }));

const URLS =
  /\bhttps?:\/\/(?:[^\s/"'<>,;@[\]{}]*@)?(?:\[[0-9a-f:.]+\]|[^\s/"'<>,;:[\]{}()]+)(?::\d+)?(?:\/[^\s"'<>,;[\]{}()]*)?/gi;

/**
 * Whether an address is that of the stable service: `httpd-http`, `httpd-http.images`, `httpd-http.images.svc` or the same
 * with the cluster's domain, at any port.
 *
 * @param service a name in any of these forms; with a namespace, the address may name no other.
 */
export function isServedBy(url: string, service: string): boolean {
  const wanted = serviceAddress(`http://${service}`);
  const given = serviceAddress(url);
  return (
    given !== undefined &&
    given.name === wanted?.name &&
    (given.namespace ?? wanted.namespace) === (wanted.namespace ?? given.namespace)
  );
}
