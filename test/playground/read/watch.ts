import type { ServerResponse } from 'node:http';
import { isTrue } from '../http/request-info.ts';
import { expired, type Finding, invalid, type Refusal } from '../http/status.ts';
import type { Fields, Obj } from '../objects/model.ts';
import { type Change, inOrder } from '../objects/store.ts';
import { groupVersion, storageKey } from '../resources/types.ts';
import { asVersion } from '../write/operation.ts';
import { type Scope, versionAsked } from './list.ts';
import { type Matches, selection } from './selectors.ts';

/** How a watch writes its events. */
export interface EventWriter {
  response: ServerResponse;
  /** What stands in an event for an object: the object itself, or a table of one row. */
  show(object: Obj): unknown;
}

/** A bookmark comes this often, and this long before the watch's own end. */
const BOOKMARK_EVERY_MS = 60_000;
const BOOKMARK_BEFORE_END_MS = 2_000;

/** Watches that say no end get one at some moment between half an hour and an hour. */
const DEFAULT_TIMEOUT_S = 1_800;

/**
 * Writes the changes that a watch asks for until its time is over or its client is gone: one JSON event a line.
 * What has been forgotten is told as an `ERROR` event with a 410. Throws a refusal before the first byte otherwise.
 */
export function watch(scope: Scope, { response, show }: EventWriter): void {
  const { store, resource, query } = scope;
  holdWatchOptions(query);
  const selected = selection(query, resource);
  const matches: Matches = (object) => inNamespace(scope, object) && selected.matches(object);
  const version = versionAsked(query);
  const send = (type: string, object: unknown) => response.write(`${JSON.stringify({ type, object })}\n`);
  const tell = (change: Change) => {
    if (change.revision <= version) return;
    const event = eventOf(change, matches);
    if (event !== undefined) send(event.type, show(asVersion(event.object, resource)));
  };
  response.setHeader('content-type', 'application/json');
  response.flushHeaders();
  const initial = query.has('sendInitialEvents') ? isTrue(query.get('sendInitialEvents')) : version === 0;
  if (initial) {
    for (const object of inOrder(store.list(storageKey(resource)).filter(matches)))
      send('ADDED', show(asVersion(object, resource)));
    if (query.has('sendInitialEvents'))
      send('BOOKMARK', bookmark(scope, { 'k8s.io/initial-events-end': 'true' }));
  } else if (version > 0) {
    const missed = store.since(storageKey(resource), version);
    if (missed === undefined) {
      send('ERROR', { kind: 'Status', apiVersion: 'v1', ...tooOld(scope, version).body });
      response.end();
      return;
    }
    missed.forEach(tell);
  }
  const unsubscribe = store.subscribe((change) => {
    if (change.resource === storageKey(resource)) tell(change);
  });
  const timers = schedule(query, {
    bookmark: () => send('BOOKMARK', bookmark(scope)),
    end: () => {
      stop();
      response.end();
    },
  });
  // Nothing may be written behind the end, nor to a client that is gone.
  function stop(): void {
    unsubscribe();
    timers.forEach(clearTimeout);
  }
  response.once('close', stop);
}

const inNamespace = ({ namespace }: Scope, { metadata }: Obj): boolean =>
  namespace === '' || metadata.namespace === namespace;

/** What a change is to a watch: entering its selection is an addition, leaving it a deletion. */
function eventOf(
  { object, previous, deleted }: Change,
  matches: Matches,
): { type: string; object: Obj } | undefined {
  const before = previous !== undefined && matches(previous);
  const after = !deleted && matches(object);
  if (after) return { type: before ? 'MODIFIED' : 'ADDED', object };
  if (!before) return undefined;
  const { resourceVersion } = object.metadata;
  const last = { ...previous, metadata: { ...previous.metadata } };
  if (resourceVersion !== undefined) last.metadata.resourceVersion = resourceVersion;
  return { type: 'DELETED', object: last };
}

function bookmark({ store, resource }: Scope, annotations?: Record<string, string>): Fields {
  return {
    kind: resource.kind,
    apiVersion: groupVersion(resource),
    metadata: { resourceVersion: String(store.revision()), ...(annotations && { annotations }) },
  };
}

const tooOld = ({ store }: Scope, version: number): Refusal =>
  expired(`too old resource version: ${version} (${store.oldest()})`);

interface Moments {
  bookmark(): void;
  end(): void;
}

/** Schedules a watch's end and the bookmarks before it; returns the timers, none of which keeps the process alive. */
function schedule(query: URLSearchParams, { bookmark, end }: Moments): NodeJS.Timeout[] {
  const asked = Number(query.get('timeoutSeconds') ?? 0);
  const timeout = 1000 * (asked > 0 ? asked : DEFAULT_TIMEOUT_S * (1 + Math.random()));
  const timers = [setTimeout(end, timeout)];
  if (isTrue(query.get('allowWatchBookmarks'))) {
    timers.push(setInterval(bookmark, BOOKMARK_EVERY_MS));
    const last = timeout - BOOKMARK_BEFORE_END_MS;
    if (last > 0) timers.push(setTimeout(bookmark, last));
  }
  for (const timer of timers) timer.unref();
  return timers;
}

function holdWatchOptions(query: URLSearchParams): void {
  const match = query.get('resourceVersionMatch') ?? '';
  const initial = query.has('sendInitialEvents');
  const findings: Finding[] = [];
  const forbid = (detail: string) =>
    findings.push({ reason: 'FieldValueForbidden', field: 'resourceVersionMatch', detail });
  if (initial && match !== 'NotOlderThan')
    forbid('sendInitialEvents requires setting resourceVersionMatch to NotOlderThan');
  if (!initial && match !== '') {
    forbid('resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided');
  }
  if (findings.length > 0) throw invalid('meta.k8s.io', 'ListOptions', '', findings);
}
