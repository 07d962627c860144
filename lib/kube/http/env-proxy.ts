import { BlockList, isIP } from 'node:net';

type Env = Record<string, string | undefined>;

/**
 * The proxy that the environment asks for on the way to `server`, by the rules of Go's net/http, which are kubectl's:
 * `HTTPS_PROXY` (or `HTTP_PROXY` for http) unless `NO_PROXY` exempts the host; this machine itself never is proxied.
 */
export function environmentProxy(server: URL, env: Env): string | undefined {
  const secure = server.protocol === 'https:';
  const proxy = secure
    ? env.HTTPS_PROXY || env.https_proxy
    : // In a CGI program HTTP_PROXY is the `Proxy` header of whoever calls it.
      env.REQUEST_METHOD
      ? undefined
      : env.HTTP_PROXY || env.http_proxy;
  if (!proxy || exempt(server, env.NO_PROXY || env.no_proxy || '')) return undefined;
  return proxy.includes('://') ? proxy : `http://${proxy}`;
}

function exempt(server: URL, list: string): boolean {
  const host = server.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const port = server.port || (server.protocol === 'https:' ? '443' : '80');
  if (host === 'localhost' || loopback.check(host, family(host))) return true;
  return list
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .some((entry) => entry !== '' && covers(entry, host, port));
}

function covers(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  const [network = '', bits = ''] = entry.split('/');
  if (isIP(network) && /^\d+$/.test(bits)) return inNetwork(host, network, Number(bits));
  const [, name = entry, only] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
  if (only !== undefined && only !== port) return false;
  const bare = name.replace(/^\[|\]$/g, '');
  if (isIP(bare)) return host === bare;
  const domain = bare.replace(/^\*\./, '.');
  return domain.startsWith('.') ? host.endsWith(domain) : host === domain || host.endsWith(`.${domain}`);
}

function inNetwork(host: string, network: string, bits: number): boolean {
  if (isIP(host) !== isIP(network) || bits > (isIP(network) === 6 ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(network, bits, family(network));
  return list.check(host, family(host));
}

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
