import type { IncomingMessage, ServerResponse } from 'node:http';
import { authenticate } from '../access/authenticate.ts';
import { type Attempt, type Authorizer, refusalOf } from '../access/authorize.ts';
import type { Impersonator } from '../access/impersonate.ts';
import type { User } from '../access/user.ts';
import { serveDiscovery } from '../discovery/serve.ts';
import type { Store } from '../objects/store.ts';
import { serveForward } from '../proxy/forward.ts';
import { serveProxy } from '../proxy/serve.ts';
import type { Registry } from '../resources/registry.ts';
import type { Resource } from '../resources/types.ts';
import { judgedName, type RequestInfo, type ResourcePath, readRequest } from './request-info.ts';
import type { ResourceRequest } from './resource-request.ts';
import { type Exchange, sendError, sendNotFound } from './respond.ts';
import { serveResource } from './serve-resource.ts';
import { serveBinding, serveScale } from './serve-subresource.ts';
import { noSuchResource } from './status.ts';

/** What answers requests: the objects, what is served of them, who may do what, and who has which token. */
export interface Api {
  store: Store;
  registry: Registry;
  authorizer: Authorizer;
  impersonator: Impersonator;
  tokens: ReadonlyMap<string, User>;
  /** What listens in pods: `10.244.0.7:80` → a port on loopback. */
  pods: ReadonlyMap<string, number>;
}

export interface Incoming {
  request: IncomingMessage;
  response: ServerResponse;
  /** What has come behind the head of a request that asks for another protocol. */
  upgrade?: Buffer;
}

/** Answers one request: who is it, as whom, may it, and then what it asks for. Never throws. */
export async function handle(api: Api, { request, response, upgrade }: Incoming): Promise<void> {
  const exchange: Exchange = { request, response, warnings: new Set(), ...(upgrade && { upgrade }) };
  try {
    const info = readRequest(request.method ?? 'GET', request.url ?? '/');
    const { verb, path, resource } = info;
    const named = resource && { resource: { ...resource, name: judgedName(info) } };
    const attempt: Attempt = { verb, path, ...named };
    const sender = authenticate(request, api.tokens);
    const user = api.impersonator.actingUser(request, sender, attempt);
    const refusal = refusalOf(api.authorizer, user, attempt);
    if (refusal !== undefined) throw refusal;
    if (resource === undefined) await serveDiscovery(exchange, path, api.registry.all());
    else await serveObject(api, { exchange, info, path: resource, user });
  } catch (error) {
    if (response.headersSent) response.destroy();
    else await sendError(exchange, error);
  }
}

interface Asked {
  exchange: Exchange;
  info: RequestInfo;
  path: ResourcePath;
  user: User;
}

async function serveObject(api: Api, { exchange, info, path, user }: Asked): Promise<void> {
  const { store, registry, authorizer, pods } = api;
  const resource = registry.find(path.group, path.version, path.plural);
  if (resource !== undefined && isInScope(resource, path, info.verb)) {
    if (resource.connects?.portforward && path.subresource === 'portforward')
      return serveForward({ exchange, info, path, user, store, authorizer, pods });
    if (resource.connects && path.subresource in resource.connects)
      return serveProxy({ exchange, info, path, store, pods });
    const request: ResourceRequest = { exchange, info, path, resource, user, store, authorizer };
    if (resource.scale && path.subresource === 'scale') return serveScale(request, resource.scale);
    if (path.subresource === 'binding' && resource.actions?.binding) return serveBinding(request);
    return serveResource(request);
  }
  const builtIn = registry
    .all()
    .some(({ group, version, custom }) => !custom && group === path.group && version === path.version);
  if (builtIn) throw noSuchResource();
  sendNotFound(exchange);
}

/** Whether a path with or without a namespace is one of the resource's. */
function isInScope(
  { namespaced, plural }: Resource,
  { namespace, name, subresource }: ResourcePath,
  verb: string,
): boolean {
  if (!namespaced) return namespace === '' || plural === 'namespaces';
  return (
    namespace !== '' ||
    (name === '' && subresource === '' && ['list', 'watch', 'deletecollection'].includes(verb))
  );
}
