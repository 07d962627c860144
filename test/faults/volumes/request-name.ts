import type { Passed } from '../../support/relay.ts';
import type { Named } from '../scene.ts';

/** The requests that write, by what they are for. */
export const RECORD = 'write the record';
const TURN = 'turn the record to undo';
export const END = 'remove the record';
export const RETAIN = 'retain the volumes';
const RELEASE = 'restore the policy';
export const STOP = 'stop';
export const LIMIT = 'set retentionSize';
export const GROW: readonly string[] = ['grow claim 0', 'grow claim 1'];
export const RESTORE = 'restore the replicas';
export const HOLD = 'hold the operator';
export const ORPHAN = 'delete the StatefulSet';
export const LET_GO = 'let the operator go';
export const WRITES: readonly string[] = [
  ...[RECORD, TURN, RETAIN, STOP, ...GROW, LIMIT, RESTORE],
  ...[HOLD, ORPHAN, LET_GO, RELEASE, END],
];

/** Names the requests of one run, in their order: what is read by the last write before, all by their number. */
export function requestNames(): (request: Passed) => Named {
  const counts = new Map<string, number>();
  let last: string | undefined;
  return (request) => {
    const purpose = purposeOf(request);
    const isWrite = WRITES.includes(purpose);
    const where = last === undefined || isWrite ? purpose : `${purpose} after ${last}`;
    if (isWrite) last = purpose;
    const count = (counts.get(where) ?? 0) + 1;
    counts.set(where, count);
    return { purpose, name: count === 1 ? where : `${where} #${count}` };
  };
}

/** What one request of a command is for: the same in every run, whatever namespace it is about. */
function purposeOf({ method, path, body }: Passed): string {
  const { pathname, searchParams } = new URL(path, 'https://server');
  const place = pathname.replace(/^\/(api|apis\/[^/]+)\/[^/]+\//, '');
  const object = place.replace(/^namespaces\/[^/]+\//, '');
  if (object === 'selfsubjectaccessreviews') {
    const { verb, resource } = JSON.parse(body).spec.resourceAttributes;
    return `review ${verb} ${resource}`;
  }
  if (method !== 'GET') {
    const purpose = purposeOfWrite(method, object, body);
    return isTry(searchParams, body) ? `try to ${purpose}` : purpose;
  }
  if (object.includes('/proxy/')) return 'GET file systems';
  const verb = searchParams.has('watch') ? 'WATCH' : 'GET';
  const [resource = ''] = object.split('/');
  // Pods of the operator are looked for everywhere, by one label and then by another.
  const where = place === 'pods' ? ` of ${searchParams.get('labelSelector')}` : '';
  return `${verb} ${resource}${where}`;
}

/** A deletion says it in its options. */
const isTry = (query: URLSearchParams, body: string): boolean =>
  query.has('dryRun') || JSON.parse(body).dryRun !== undefined;

function purposeOfWrite(method: string, object: string, body: string): string {
  const [resource = '', name = ''] = object.split('/');
  if (resource === 'configmaps') return { POST: RECORD, PATCH: TURN, DELETE: END }[method] ?? method;
  if (resource === 'statefulsets') return ORPHAN;
  if (resource === 'persistentvolumeclaims') return `grow claim ${name.split('-').at(-1)}`;
  return purposeOfPatch(JSON.parse(body).spec);
}

interface SpecPatch {
  replicas?: number | null;
  paused?: boolean | null;
  retentionSize?: string | null;
  persistentVolumeClaimRetentionPolicy?: { whenDeleted?: string } | null;
}

function purposeOfPatch({
  replicas,
  paused,
  retentionSize,
  persistentVolumeClaimRetentionPolicy: policy,
}: SpecPatch): string {
  if (replicas === 0) return STOP;
  if (paused === true) return HOLD;
  if (retentionSize !== undefined) return LIMIT;
  if (policy !== undefined) return policy?.whenDeleted === 'Retain' ? RETAIN : RELEASE;
  return paused === undefined ? RESTORE : LET_GO;
}
