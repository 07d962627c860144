import type { Scaling } from '../resources/types.ts';
import { bind } from '../write/bind.ts';
import { current } from '../write/operation.ts';
import { patchScale, replaceScale, scaleOf } from '../write/scale.ts';
import { body, operation, type ResourceRequest } from './resource-request.ts';
import { sendJson } from './respond.ts';
import { methodNotAllowed, notSupported } from './status.ts';

/** Answers a request for the subresource `scale` of an object. Refusals are thrown. */
export async function serveScale(request: ResourceRequest, scaling: Scaling): Promise<void> {
  const { exchange, info, resource } = request;
  switch (info.verb) {
    case 'get':
      return sendJson(exchange, scaleOf(current(operation(request, 'GetOptions')), scaling));
    case 'update':
      return sendJson(
        exchange,
        await replaceScale(operation(request, 'UpdateOptions'), scaling, await body(request)),
      );
    case 'patch':
      return sendJson(exchange, patchScale(operation(request, 'PatchOptions'), scaling, await body(request)));
    default:
      throw resource.custom ? notSupported(resource, info.verb) : methodNotAllowed();
  }
}

/** Answers the POST of a pod's binding. Refusals are thrown. */
export async function serveBinding(request: ResourceRequest): Promise<void> {
  const { exchange, info } = request;
  if (info.verb !== 'create') throw methodNotAllowed();
  await bind(operation(request, 'CreateOptions'), await body(request));
  const done = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
  return sendJson(exchange, done, { code: 201 });
}
