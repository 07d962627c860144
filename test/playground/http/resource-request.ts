import type { Authorizer } from '../access/authorize.ts';
import type { User } from '../access/user.ts';
import type { Store } from '../objects/store.ts';
import { isApply } from '../patch/patch.ts';
import type { Scope } from '../read/list.ts';
import type { Resource } from '../resources/types.ts';
import type { Body } from '../write/decode.ts';
import type { Operation } from '../write/operation.ts';
import { writeOptions } from '../write/options.ts';
import type { RequestInfo, ResourcePath } from './request-info.ts';
import type { Exchange } from './respond.ts';

/** A request for a resource, whose sender has the right to it. */
export interface ResourceRequest {
  exchange: Exchange;
  info: RequestInfo;
  path: ResourcePath;
  resource: Resource;
  user: User;
  store: Store;
  authorizer: Authorizer;
}

/** The write that a request asks for. `options` is how refusals call its options. */
export function operation(
  { exchange, info, path, resource, store }: ResourceRequest,
  options: string,
): Operation {
  const { request, warnings } = exchange;
  return {
    store,
    resource,
    namespace: resource.namespaced ? path.namespace : '',
    name: path.name,
    subresource: path.subresource,
    options: writeOptions(options, info.query, {
      userAgent: request.headers['user-agent'],
      isApply: options === 'PatchOptions' && isApply(request.headers['content-type']),
    }),
    warn: (text) => warnings.add(text),
  };
}

/** A request's body, whole. */
export async function body({ exchange }: ResourceRequest): Promise<Body> {
  const { request } = exchange;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return { bytes: Buffer.concat(chunks), contentType: request.headers['content-type'] };
}

/** What a request's list or watch is over. */
export const scope = ({ store, resource, path, info }: ResourceRequest): Scope => ({
  store,
  resource,
  namespace: resource.namespaced ? path.namespace : '',
  query: info.query,
});
