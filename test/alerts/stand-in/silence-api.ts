import type { Matcher } from '../../../lib/alerts/alert-facts.ts';
import { parseMatchers } from '../../../lib/alerts/matchers.ts';
import type { Reply } from '../ask.ts';
import type { Member } from './member.ts';
import { decodeSilence } from './posted-body.ts';
import { type Asked, empty, fail, failBody, ok, refuse } from './replies.ts';
import { showSilence } from './shown.ts';
import { expireSilence, inOrder, setSilence } from './silence-store.ts';

/** `GET /api/v2/silences`. A filter chooses silences that have that very matcher. */
export function listSilences({ cluster }: Member, query: URLSearchParams): Reply {
  const wanted: Matcher[] = [];
  for (const filter of query.getAll('filter')) {
    try {
      wanted.push(...parseMatchers(filter));
    } catch {
      return refuse(400, `bad matcher format: ${filter}`);
    }
  }
  const isSame = (a: Matcher, b: Matcher): boolean =>
    a.name === b.name && a.op === b.op && a.value === b.value;
  return ok(
    inOrder(cluster.silences)
      .filter(({ matchers }) => wanted.every((one) => matchers.some((matcher) => isSame(matcher, one))))
      .map(showSilence),
  );
}

/** `POST /api/v2/silences`. */
export function postSilence({ cluster }: Member, body: string): Reply {
  const decoded = decodeSilence(body);
  if ('fault' in decoded) return failBody('silence', decoded.fault);
  const set = setSilence(cluster.silences, decoded.value);
  return 'id' in set ? ok({ silenceID: set.id }) : refuse(set.status, set.error);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `GET` and `DELETE` of `/api/v2/silence/ID`. */
export function answerSilence({ cluster, release }: Member, { method, path }: Asked): Reply {
  const id = path.slice(path.lastIndexOf('/') + 1);
  if (!UUID.test(id)) return fail(422, `silenceID in path must be of type uuid: ${JSON.stringify(id)}`, 601);
  if (method === 'DELETE') {
    if (expireSilence(cluster.silences, id)) return empty();
    return release.hasV1 ? refuse(500, 'silence not found') : empty(404);
  }
  const silence = cluster.silences.get(id);
  return silence ? ok(showSilence(silence)) : empty(404);
}
