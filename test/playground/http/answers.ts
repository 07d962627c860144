import type { Obj } from '../objects/model.ts';
import type { ListMeta } from '../read/list.ts';
import { asTable, metadataOnly, type TableOptions } from '../read/table.ts';
import { groupVersion, type Resource } from '../resources/types.ts';
import type { Shape } from './negotiate.ts';
import type { RequestInfo } from './request-info.ts';
import { type Exchange, sendJson } from './respond.ts';
import { badRequest } from './status.ts';

/** What an answer about a resource depends on. */
interface Asked {
  exchange: Exchange;
  info: RequestInfo;
  resource: Resource;
}

/** Answers with one object, in the shape that was asked for. */
export function answer(
  request: Asked,
  object: Obj,
  { shape, code = 200 }: { shape: Shape; code?: number },
): Promise<void> {
  const { exchange, resource } = request;
  const { resourceVersion = '' } = object.metadata;
  if (shape === 'Table') {
    const metadata = { resourceVersion };
    return sendJson(exchange, asTable([object], { resource, metadata, options: tableOptions(request) }), {
      code,
    });
  }
  return sendJson(exchange, shape === 'object' ? object : metadataOnly(object), { code });
}

/** Answers with a page of objects, in the shape that was asked for. */
export function answerList(
  request: Asked,
  page: { items: Obj[]; metadata: ListMeta },
  shape: Shape,
): Promise<void> {
  const { exchange, resource } = request;
  const { items, metadata } = page;
  if (shape === 'Table') {
    return sendJson(exchange, asTable(items, { resource, metadata, options: tableOptions(request) }));
  }
  if (shape === 'object') {
    // Items of built-in types leave to the list what they are.
    const listed = resource.custom ? items : items.map(({ apiVersion: _, kind: __, ...item }) => item);
    return sendJson(exchange, {
      kind: resource.listKind,
      apiVersion: groupVersion(resource),
      metadata,
      items: listed,
    });
  }
  return sendJson(exchange, {
    kind: 'PartialObjectMetadataList',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    items: items.map(metadataOnly),
  });
}

/** How a table is to be made, as the query says. Throws a 400 for an unknown `includeObject`. */
export function tableOptions({ info }: Pick<Asked, 'info'>): TableOptions {
  const include = info.query.get('includeObject') || 'Metadata';
  if (include === 'None' || include === 'Metadata' || include === 'Object') return { includeObject: include };
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(include)}: must be 'Metadata', 'Object', 'None', or empty`,
  );
}
