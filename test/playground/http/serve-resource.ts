import { refusalOf } from '../access/authorize.ts';
import { answerReview } from '../access/reviews.ts';
import type { Fields } from '../objects/model.ts';
import { isApply, patchType } from '../patch/patch.ts';
import { listPage } from '../read/list.ts';
import { asTable, metadataOnly } from '../read/table.ts';
import { watch } from '../read/watch.ts';
import { apply } from '../write/apply.ts';
import { create } from '../write/create.ts';
import { decode, parseBody } from '../write/decode.ts';
import { current } from '../write/operation.ts';
import { patch, replace } from '../write/update.ts';
import { answer, answerList, tableOptions } from './answers.ts';
import { acceptedShape, type Shape } from './negotiate.ts';
import { body, operation, type ResourceRequest, scope } from './resource-request.ts';
import { head, sendJson } from './respond.ts';
import { deleteCollection, deleteObject } from './serve-deletion.ts';
import { badRequest, methodNotAllowed, noSuchResource, notFound, notSupported } from './status.ts';

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
      return answerPatch(request, shape);
    case 'delete':
      return deleteObject(request, shape);
    default:
      return deleteCollection(request, shape);
  }
}

async function answerPatch(request: ResourceRequest, shape: Shape): Promise<void> {
  const { info, path, user, authorizer, resource } = request;
  const asked = operation(request, 'PatchOptions');
  const sent = await body(request);
  if (!isApply(patchType(sent.contentType, resource))) return answer(request, patch(asked, sent), { shape });
  const { object, isNew } = await apply(asked, sent, () => {
    const refusal = refusalOf(authorizer, user, { verb: 'create', path: info.path, resource: path });
    if (refusal !== undefined) throw refusal;
  });
  return answer(request, object, { shape, code: isNew ? 201 : 200 });
}

/** Refuses what a resource can't do: subresources that it has not, verbs that they have not, a change of no one. */
function holdVerb({ info, path: { name, subresource }, resource }: ResourceRequest): void {
  const { verb, below } = info;
  const { custom, subresources, verbs } = resource;
  const known = subresource === '' || (subresources.includes(subresource) && /^\/?$/.test(below));
  if (!known) throw custom ? notFound(resource, name) : noSuchResource();
  const can = subresource === '' ? verbs.includes(verb) : ['get', 'patch', 'update'].includes(verb);
  const nameless = name === '' && (verb === 'patch' || verb === 'update');
  if (custom && can && nameless) throw badRequest('name must be provided');
  if (!can || nameless) throw custom ? notSupported(resource, verb) : methodNotAllowed();
}

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
