import { listPage } from '../read/list.ts';
import { remove } from '../write/delete.ts';
import { deleteOptions } from '../write/delete-options.ts';
import { answer, answerList } from './answers.ts';
import type { Shape } from './negotiate.ts';
import { body, operation, type ResourceRequest, scope } from './resource-request.ts';
import { sendJson } from './respond.ts';

/** Deletes one object: answers with what it was, or with what it is until it is gone. */
export async function deleteObject(request: ResourceRequest, shape: Shape): Promise<void> {
  const { resource, info } = request;
  const options = await deleteOptions(await body(request), info.query);
  const change = operation(request, 'DeleteOptions');
  const { object, gone } = remove(
    { ...change, options: { ...change.options, dryRun: options.dryRun } },
    options,
  );
  if (!gone || resource.answersDeleted) return answer(request, object, { shape });
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

/** Deletes every object that a list with the same query would name, and answers with that list. */
export async function deleteCollection(request: ResourceRequest, shape: Shape): Promise<void> {
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
