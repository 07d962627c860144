import { fieldsOf } from '../../objects/fields.ts';
import { type Difference, differencesOf } from '../../objects/merge-patch.ts';
import { parseQuantity } from '../../objects/quantity.ts';
import { CommandError } from '../../words/errors.ts';
import { masked } from '../../words/masked.ts';
import { oneLine } from '../../words/text.ts';
import { NO_API } from '../http/answer-to.ts';
import { NotKept } from './errors.ts';
import type { KubeRequest } from './types.ts';

/** A server-side apply: the server finds the fields that other managers own, and it may create the object. */
export const APPLY = 'application/apply-patch+yaml';

/**
 * The same request, checked to carry what it was decided on: a patch the resourceVersion, unless it is a server-side apply, a
 * deletion the uid.
 *
 * @throws {CommandError} if it is missing: a patch would overwrite another client's changes, and a deletion could remove a new
 * object of the same name.
 */
export function versioned(request: KubeRequest): KubeRequest {
  const { method, path, body, contentType } = request;
  const [lacking, risk] =
    method === 'PATCH' && contentType !== APPLY && !versionIn(body)
      ? ['resourceVersion', "a patch could overwrite another client's changes"]
      : method === 'DELETE' && !fieldsOf(fieldsOf(body)?.preconditions)?.uid
        ? ['uid', 'a deletion could remove another object of that name']
        : [];
  if (lacking === undefined) return request;
  throw new CommandError(
    'refusal',
    `error: the server returned ${nameOf(path)} without a ${lacking}: ${risk}, and was not sent`,
    { hint: NO_API },
  );
}

/**
 * The answer to a write, checked to have what the patch or the new object asked for and the resourceVersion for the next write.
 *
 * @throws {CommandError} that names what admission (a mutating webhook or policy) changed or would change.
 */
export function held<T>({ method, path, query, body }: KubeRequest, answer: T): T {
  const asked = fieldsOf(body);
  const metadata = fieldsOf(asked?.metadata);
  // A review is not stored, and a deletion leaves nothing to compare.
  if (!metadata || (method !== 'PATCH' && method !== 'POST')) return answer;
  const isTried = query?.dryRun !== undefined;
  const isSecret = SECRET.test(path);
  const { resourceVersion: _, ...rest } = metadata;
  const [first, ...more] = [...differencesOf(answer, { ...asked, metadata: rest })].filter(isChange);
  if (first)
    throw new NotKept(
      isTried ? 'refusal' : 'api',
      `error: admission ${isTried ? 'would change' : 'changed'} what ${isTried ? 'is' : 'was'} written to ${nameOf(path)}: ${[first, ...more].slice(0, SHOWN).map(textOf({ isTried, isSecret })).join('; ')}`,
      { hint: MUTATED },
    );
  if (isTried || versionIn(answer)) return answer;
  throw new CommandError(
    'api',
    `error: the server answered the write to ${nameOf(path)} without a resourceVersion`,
    { hint: NO_API },
  );
}

const MUTATED =
  'A mutating webhook or policy in the cluster does this (kubectl get mutatingwebhookconfigurations). Exempt this object from it, then run the same command again.';

/** How many differences are named, and how many characters of a value. */
const SHOWN = 3;
const LONGEST = 120;

const versionIn = (object: unknown): boolean =>
  Boolean(fieldsOf(fieldsOf(object)?.metadata)?.resourceVersion);

/** The server normalizes quantities: `1024Mi` comes back as `1Gi`. */
function isChange({ asked, found }: Difference): boolean {
  const [one, other] = [asked, found].map((value) =>
    typeof value === 'string' ? parseQuantity(value) : undefined,
  );
  return one === undefined || one !== other;
}

const textOf =
  ({ isTried, isSecret }: { isTried: boolean; isSecret: boolean }) =>
  ({ path, asked, found }: Difference): string =>
    `${oneLine(path)} ${isTried ? 'would be' : 'is'} ${isSecret ? 'another value' : `${valueText(found)} instead of ${valueText(asked)}`}`;

/** The values of a Secret are in no message. */
const SECRET = /\/secrets(?:\/[^/]+)?$/;

function valueText(value: unknown): string {
  const text = value === undefined ? 'absent' : oneLine(masked(JSON.stringify(value)));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
}

/** `baremetalhosts/worker-0`, `baremetalhosts/worker-0/status`, `configmaps`. */
const nameOf = (path: string): string => oneLine(path.replace(/^.*\/namespaces\/[^/]+\//, ''));
