import type { Authorizer } from '../access/authorize.ts';
import { answerReview } from '../access/reviews.ts';
import type { User } from '../access/user.ts';
import type { Fields } from '../objects/model.ts';
import type { Store } from '../objects/store.ts';
import { listPage, type Scope } from '../read/list.ts';
import { asTable, metadataOnly } from '../read/table.ts';
import { watch } from '../read/watch.ts';
import type { Resource } from '../resources/types.ts';
import { create } from '../write/create.ts';
import { type Body, decode, parseBody } from '../write/decode.ts';
import { deleteOptions, remove } from '../write/delete.ts';
import { current, type Operation } from '../write/operation.ts';
import { writeOptions } from '../write/options.ts';
import { patch, replace } from '../write/update.ts';
import { answer, answerList, tableOptions } from './answers.ts';
import { acceptedShape, type Shape } from './negotiate.ts';
import type { RequestInfo, ResourcePath } from './request-info.ts';
import { type Exchange, head, sendJson } from './respond.ts';
import { badRequest, methodNotAllowed, noSuchResource, notFound, notSupported } from './status.ts';

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

/** Answers a request for a resource. Refusals are thrown. */
export async function serveResource(request: ResourceRequest): Promise<void> {
  const { exchange, info, resource } = request;
  const shape = acceptedShape(exchange.request.headers.accept);
  if (resource.deprecation !== undefined) exchange.warnings.add(resource.deprecation);
  holdVerb(request);
  if (!resource.verbs.includes('list')) return review(request);
  switch (info.verb) {
    case 'list':
      return list(request, shape);
    case 'watch':
      return watchEvents(request, shape);
    case 'get':
      return answer(request, current(operation(request, 'GetOptions')), { shape });
    case 'create':
      return answer(request, await create(operation(request, 'CreateOptions'), await body(request)), {
        shape,
        code: 201,
      });
    case 'update':
      return answer(request, await replace(operation(request, 'UpdateOptions'), await body(request)), {
        shape,
      });
    case 'patch':
      return answer(request, patch(operation(request, 'PatchOptions'), await body(request)), { shape });
    case 'delete':
      return deleteObject(request, shape);
    default:
      return deleteCollection(request, shape);
  }
}

/** Refuses what a resource can't do: subresources that it has not, verbs that they have not, a change of no one. */
function holdVerb({ info: { verb }, path: { name, subresource }, resource }: ResourceRequest): void {
  const { custom, subresources, verbs } = resource;
  const known = subresource === '' || subresources.includes(subresource);
  if (!known) throw custom ? notFound(resource, name) : noSuchResource();
  const can = subresource === '' ? verbs.includes(verb) : ['get', 'patch', 'update'].includes(verb);
  const nameless = name === '' && (verb === 'patch' || verb === 'update');
  if (custom && can && nameless) throw badRequest('name must be provided');
  if (!can || nameless) throw custom ? notSupported(resource, verb) : methodNotAllowed();
}

function operation({ exchange, info, path, resource, store }: ResourceRequest, options: string): Operation {
  const { request, warnings } = exchange;
  return {
    store,
    resource,
    namespace: resource.namespaced ? path.namespace : '',
    name: path.name,
    subresource: path.subresource,
    options: writeOptions(options, info.query, request.headers['user-agent']),
    warn: (text) => warnings.add(text),
  };
}

async function body({ exchange }: ResourceRequest): Promise<Body> {
  const { request } = exchange;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return { bytes: Buffer.concat(chunks), contentType: request.headers['content-type'] };
}

async function deleteObject(request: ResourceRequest, shape: Shape): Promise<void> {
  const { resource, info } = request;
  const options = await deleteOptions(await body(request), info.query);
  const change = operation(request, 'DeleteOptions');
  const { object, gone } = remove(
    { ...change, options: { ...change.options, dryRun: options.dryRun } },
    options,
  );
  if (!gone || returnsDeleted.includes(resource.plural)) return answer(request, object, { shape });
  const { name, uid } = object.metadata;
  const { group, plural: kind } = resource;
  const details = { name, ...(group && { group }), kind, uid };
  return sendJson(request.exchange, {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details,
  });
}

/** Built-in resources whose deletion answers with the deleted object instead of a Status. */
const returnsDeleted: readonly string[] = ['namespaces', 'pods', 'services'];

async function deleteCollection(request: ResourceRequest, shape: Shape): Promise<void> {
  const { info } = request;
  const options = await deleteOptions(await body(request), info.query);
  const change = operation(request, 'DeleteOptions');
  const page = listPage(scope(request));
  for (const { metadata } of page.items) {
    const one = { ...change, namespace: metadata.namespace ?? '', name: metadata.name };
    remove({ ...one, options: { ...change.options, dryRun: options.dryRun } }, options);
  }
  return answerList(request, page, shape);
}

const scope = ({ store, resource, path, info }: ResourceRequest): Scope => ({
  store,
  resource,
  namespace: resource.namespaced ? path.namespace : '',
  query: info.query,
});

const list = (request: ResourceRequest, shape: Shape): Promise<void> =>
  answerList(request, listPage(scope(request)), shape);

function watchEvents(request: ResourceRequest, shape: Shape): void {
  const { exchange, resource } = request;
  const options = tableOptions(request);
  head(exchange);
  watch(scope(request), {
    response: exchange.response,
    show(object) {
      if (shape === 'object') return object;
      if (shape !== 'Table') return metadataOnly(object);
      const { resourceVersion = '' } = object.metadata;
      const table = asTable([object], { resource, metadata: { resourceVersion }, options });
      options.noHeaders = true;
      return table;
    },
  });
}

async function review(request: ResourceRequest): Promise<void> {
  const { object } = decode(await parseBody(await body(request)), request.resource);
  const answered: Fields = answerReview(object, request.user, request.authorizer);
  return sendJson(request.exchange, answered, { code: 201 });
}
