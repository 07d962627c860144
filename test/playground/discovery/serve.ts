import { acceptsAggregated } from '../http/negotiate.ts';
import { type Exchange, sendBytes, sendJson, sendNotFound, sendText } from '../http/respond.ts';
import { methodNotAllowed } from '../http/status.ts';
import type { Resource } from '../resources/types.ts';
import { AGGREGATED, groupDiscoveryList } from './aggregated.ts';
import { apiGroup, apiGroupList, apiResourceList, apiVersions, groups } from './legacy.ts';
import { openApiDocument, openApiIndex } from './openapi.ts';
import { ANSWERED_AS, ASKED_AS, openApiV2, openApiV2Protobuf } from './openapi-v2.ts';

/** What `/version` says: the release whose behaviour the server holds to. */
const VERSION = {
  major: '1',
  minor: '36',
  emulationMajor: '1',
  emulationMinor: '36',
  minCompatibilityMajor: '1',
  minCompatibilityMinor: '35',
  gitVersion: 'v1.36.3',
  gitCommit: '',
  gitTreeState: '',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: '',
  compiler: '',
  platform: `${process.platform}/${process.arch === 'x64' ? 'amd64' : process.arch}`,
};

/** Answers a request for a non-resource path: discovery, the version, health, OpenAPI. */
export async function serveDiscovery(
  exchange: Exchange,
  path: string,
  resources: readonly Resource[],
): Promise<void> {
  const { request, response } = exchange;
  const parts = path.split('/').filter((part) => part !== '');
  const [root = '', ...rest] = parts;
  if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed();
  const served = groups(resources);
  const aggregated = rest.length === 0 && acceptsAggregated(request.headers.accept) !== undefined;
  if (aggregated && (root === 'api' || root === 'apis')) {
    response.setHeader('vary', 'Accept');
    const wanted = served.filter(({ name }) => (name === '') === (root === 'api'));
    return sendJson(exchange, groupDiscoveryList(wanted, resources), { type: AGGREGATED });
  }
  if (path === '/openapi/v2' && request.headers.accept?.includes(ASKED_AS)) {
    return sendBytes(exchange, openApiV2Protobuf(VERSION.gitVersion), ANSWERED_AS);
  }
  if (['healthz', 'livez', 'readyz'].includes(root)) return sendText(exchange, 'ok');
  const body = bodyAt({ root, rest, served, resources, host: request.headers.host ?? '' });
  return body === undefined ? sendNotFound(exchange) : sendJson(exchange, body);
}

interface Asked {
  root: string;
  rest: string[];
  served: ReturnType<typeof groups>;
  resources: readonly Resource[];
  host: string;
}

function bodyAt({ root, rest, served, resources, host }: Asked): unknown {
  const [first = '', second = ''] = rest;
  const of = (group: string, version: string) =>
    resources.filter((one) => one.group === group && one.version === version);
  switch (`${root}/${rest.length}`) {
    case 'version/0':
      return VERSION;
    case 'api/0':
      return apiVersions(host);
    case 'api/1':
      return first === 'v1' ? apiResourceList('v1', of('', 'v1')) : undefined;
    case 'apis/0':
      return apiGroupList(served);
    case 'apis/1': {
      const group = served.find(({ name }) => name === first && name !== '');
      return group && apiGroup(group);
    }
    case 'apis/2': {
      const found = of(first, second);
      return found.length > 0 ? apiResourceList(`${first}/${second}`, found) : undefined;
    }
    case 'openapi/1':
      if (first === 'v2') return openApiV2(VERSION.gitVersion);
      return first === 'v3' ? openApiIndex(resources) : undefined;
    default:
      return root === 'openapi' && first === 'v3'
        ? openApiDocument(rest.slice(1).join('/'), resources)
        : undefined;
  }
}
