import { badRequest, expired, type Finding, invalid, Refusal } from '../http/status.ts';
import type { Obj } from '../objects/model.ts';
import { inOrder, keyOf, type Store } from '../objects/store.ts';
import { type Resource, storageKey } from '../resources/types.ts';
import { asVersion } from '../write/operation.ts';
import { selection } from './selectors.ts';

/** `metadata` of a list. */
export interface ListMeta {
  resourceVersion?: string;
  continue?: string;
  remainingItemCount?: number;
}

/** What a list or watch is over. */
export interface Scope {
  store: Store;
  resource: Resource;
  /** `''` for all of them. */
  namespace: string;
  query: URLSearchParams;
}

/** Where a page starts: behind a key, in the state of a revision; -1 is the latest. */
interface Token {
  rv: number;
  start: string;
}

const EXPIRED = [
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without',
  'the continue parameter, or use the continue token in this response to retrieve the remainder of the results.',
  'Continuing with the provided token results in an inconsistent list - objects that were created, modified, or',
  'deleted between the time the first chunk was returned and now may show up in the list.',
].join(' ');

/** One page of a list: the objects that the query asks for, from where its continue token says. */
export function listPage(scope: Scope): { items: Obj[]; metadata: ListMeta } {
  const { store, resource, namespace, query } = scope;
  holdListOptions(query);
  const { matches, everything } = selection(query, resource);
  const token = readToken(query.get('continue') ?? '');
  const revision = token === undefined ? revisionAsked(scope) : token.rv === -1 ? store.revision() : token.rv;
  const all =
    revision === store.revision()
      ? store.list(storageKey(resource))
      : store.listAt(storageKey(resource), revision);
  if (all === undefined) throw tooOld(token);
  const start = token?.start ?? '';
  const found = inOrder(
    all.filter((object) => (namespace === '' || object.metadata.namespace === namespace) && matches(object)),
  ).filter((object) => start === '' || keyOf(object) >= start);
  const limit = Number(query.get('limit') ?? 0);
  const items = limit > 0 ? found.slice(0, limit) : found;
  const rest = found.length - items.length;
  const last = items.at(-1);
  return {
    items: items.map((object) => asVersion(object, resource)),
    metadata: {
      resourceVersion: String(revision),
      ...(resource.custom && rest === 0 && { continue: '' }),
      ...(rest > 0 && last && { continue: writeToken({ rv: revision, start: `${keyOf(last)}\0` }) }),
      ...(rest > 0 && everything && { remainingItemCount: rest }),
    },
  };
}

/** A resourceVersion of a query as a number; 0 if absent or empty. Throws a 400 for an invalid one. */
export function versionAsked(query: URLSearchParams): number {
  const asked = query.get('resourceVersion') ?? '';
  if (/^\d*$/.test(asked)) return Number(asked);
  throw badRequest(
    `resourceVersion: Invalid value: ${JSON.stringify(asked)}: strconv.ParseUint: parsing ${JSON.stringify(asked)}: invalid syntax`,
  );
}

/** Refuses a version that is not there yet: 504, with the advice to ask again. */
function holdNotTooLarge(asked: number, revision: number): void {
  if (asked <= revision) return;
  throw new Refusal(504, 'Timeout', `Timeout: Too large resource version: ${asked}, current: ${revision}`, {
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
  });
}

function revisionAsked({ store, query }: Scope): number {
  const asked = versionAsked(query);
  holdNotTooLarge(asked, store.revision());
  return query.get('resourceVersionMatch') === 'Exact' ? asked : store.revision();
}

function holdListOptions(query: URLSearchParams): void {
  const match = query.get('resourceVersionMatch') ?? '';
  const version = query.get('resourceVersion') ?? '';
  const field = 'resourceVersionMatch';
  const findings: Finding[] = [];
  const forbid = (detail: string) => findings.push({ reason: 'FieldValueForbidden', field, detail });
  if (match !== '') {
    if (version === '') forbid('resourceVersionMatch is forbidden unless resourceVersion is provided');
    if (query.get('continue')) forbid('resourceVersionMatch is forbidden when continue is provided');
    if (match !== 'Exact' && match !== 'NotOlderThan') {
      const detail = 'supported values: "Exact", "NotOlderThan", ""';
      findings.push({ reason: 'FieldValueNotSupported', field, value: match, detail });
    }
    if (match === 'Exact' && version === '0') {
      forbid('resourceVersionMatch "exact" is forbidden for resourceVersion "0"');
    }
  }
  if (query.has('sendInitialEvents')) {
    const detail = 'sendInitialEvents is forbidden for list';
    findings.push({ reason: 'FieldValueForbidden', field: 'sendInitialEvents', detail });
  }
  if (findings.length > 0) throw invalid('meta.k8s.io', 'ListOptions', '', findings);
}

const tooOld = (token: Token | undefined): Refusal =>
  token === undefined
    ? expired('The resourceVersion for the provided list is too old.')
    : expired(EXPIRED, writeToken({ ...token, rv: -1 }));

const writeToken = ({ rv, start }: Token): string =>
  Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', rv, start })).toString('base64url');

function readToken(token: string): Token | undefined {
  if (token === '') return undefined;
  try {
    const { v, rv, start } = JSON.parse(Buffer.from(token, 'base64url').toString());
    if (v === 'meta.k8s.io/v1' && Number.isInteger(rv) && rv !== 0 && typeof start === 'string')
      return { rv, start };
  } catch (error) {
    throw badRequest(`continue key is not valid: ${(error as Error).message}`);
  }
  throw badRequest('continue key is not valid');
}
