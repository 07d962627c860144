/** What a request asks for, read from its method and path alone. */
export interface RequestInfo {
  /** A verb of Kubernetes for resources (`get`, `list`, `watch`…), the HTTP method in lower case otherwise. */
  verb: string;
  path: string;
  query: URLSearchParams;
  /** Absent for a non-resource path (`/version`, `/apis/apps/v1`). */
  resource?: ResourcePath;
  /** What the path has behind the subresource: `''`, `/` or `/images/a.qcow2`. */
  below: string;
}

export interface ResourcePath {
  group: string;
  version: string;
  plural: string;
  /** `''` where the path has none. */
  namespace: string;
  name: string;
  subresource: string;
}

/** Reads a request line. `url` is the path with its query, as it came. */
export function readRequest(method: string, url: string): RequestInfo {
  const { pathname, searchParams: query } = new URL(url, 'https://localhost');
  const path = decodeURIComponent(pathname);
  const found = resourcePath(path.split('/').filter((part) => part !== ''));
  if (found === undefined) return { verb: method.toLowerCase(), path, query, below: '' };
  const { resource, rest } = found;
  const verb = verbOf(method, resource.name !== '', isTrue(query.get('watch')));
  const below = [...rest, ...(path.endsWith('/') ? [''] : [])].map((part) => `/${part}`).join('');
  return { verb, path, query, resource, below };
}

/**
 * The name that access to a resource is judged by: the path's, or that of the one object that a list or watch is
 * narrowed to, so that a rule with resourceNames may allow it.
 */
export function judgedName({ verb, query, resource }: RequestInfo): string {
  if (verb !== 'list' && verb !== 'watch') return resource?.name ?? '';
  return /(?:^|,)metadata\.name==?([^,]+)(?:,|$)/.exec(query.get('fieldSelector') ?? '')?.[1] ?? '';
}

/** How a query parameter says yes. */
export const isTrue = (value: string | null): boolean =>
  value !== null && ['', '1', 't', 'true', 'True'].includes(value);

function resourcePath(parts: string[]): { resource: ResourcePath; rest: string[] } | undefined {
  const [root, ...rest] = parts;
  const [group, version, ...path] = root === 'api' ? ['', ...rest] : root === 'apis' ? rest : [];
  if (group === undefined || version === undefined || path.length === 0) return undefined;
  const at = (namespace: string, [plural = '', name = '', subresource = '', ...rest]: string[]) => ({
    resource: { group, version, plural, namespace, name, subresource },
    rest,
  });
  const [first, namespace = '', ...inside] = path;
  const ofNamespace =
    first === 'namespaces' && inside.length > 0 && !namespaceSubresources.includes(inside[0] ?? '');
  return ofNamespace ? at(namespace, inside) : at(first === 'namespaces' ? namespace : '', path);
}

const namespaceSubresources = ['status', 'finalize'];

function verbOf(method: string, named: boolean, watching: boolean): string {
  switch (method) {
    case 'GET':
    case 'HEAD':
      return named ? 'get' : watching ? 'watch' : 'list';
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return named ? 'delete' : 'deletecollection';
    default:
      return '';
  }
}
