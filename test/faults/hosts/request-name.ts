import { RECORD_ANNOTATION, REENROLL_ANNOTATION } from '../../../lib/objects/names.ts';
import type { Passed } from '../../support/relay.ts';
import type { Named } from '../scene.ts';

/** The requests that write, by what they are for. */
export const PAUSE = 'pause';
export const EMPTY_STATUS = 'empty the status';
export const PATCH_STATUS = 'patch status';
export const PATCH_SPEC = 'patch spec';
export const RESUME = 'resume';
const DETACH = 'detach';
export const ATTACH = 'attach';
export const WRITES: readonly string[] = [
  PAUSE,
  EMPTY_STATUS,
  PATCH_STATUS,
  PATCH_SPEC,
  RESUME,
  DETACH,
  ATTACH,
];

/** What the names of requests begin with that are only tried. */
const TRY = 'try to ';

/** What gives a host back to the operator. */
const ENDS = [RESUME, ATTACH];

/** What the names of requests say that come when the host was given back. */
export const BEHIND = ' after the resume';

/** Names the requests of one run, in their order: by whether the host was resumed before, and by their number. */
export function requestNames(): (request: Passed) => Named {
  const counts = new Map<string, number>();
  return (request) => {
    const purpose = purposeOf(request);
    const isBehind = ENDS.some((end) => counts.has(end)) && !ENDS.includes(purpose);
    const where = isBehind ? `${purpose}${BEHIND}` : purpose;
    const count = (counts.get(where) ?? 0) + 1;
    counts.set(where, count);
    return { purpose, name: count === 1 ? where : `${where} #${count}` };
  };
}

/** What one request of a command is for: the same in every run, whatever host it is about. */
function purposeOf({ method, path, body }: Passed): string {
  const url = new URL(path, 'https://server');
  if (method === 'PATCH')
    return `${url.searchParams.has('dryRun') ? TRY : ''}${purposeOfPatch(JSON.parse(body))}`;
  if (method === 'POST') {
    const { verb, resource, subresource } = JSON.parse(body).spec.resourceAttributes;
    return `review ${verb} ${[resource, subresource].filter(Boolean).join('/')}`;
  }
  const place = url.pathname.replace(/^\/(api|apis\/[^/]+)\/[^/]+\/(namespaces\/[^/]+\/)?/, '');
  const verb = url.searchParams.has('watch') ? 'WATCH' : method;
  return `${verb} ${place.replace(/\/host-\d+$/, '/HOST')}`;
}

interface PatchBody {
  metadata?: { annotations?: Record<string, string | null> };
  status?: { provisioning?: { image?: { url?: string | null } | null } };
  spec?: object;
}

function purposeOfPatch({ metadata, status, spec }: PatchBody): string {
  if (status) return status.provisioning?.image?.url === '' ? EMPTY_STATUS : PATCH_STATUS;
  if (spec) return PATCH_SPEC;
  const reenrolling = metadata?.annotations?.[REENROLL_ANNOTATION];
  if (reenrolling !== undefined) return reenrolling === null ? ATTACH : DETACH;
  return metadata?.annotations?.[RECORD_ANNOTATION] === null ? RESUME : PAUSE;
}
