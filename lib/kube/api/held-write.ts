import { fieldsOf } from '../../objects/fields.ts';
import { type Difference, differencesOf } from '../../objects/merge-patch.ts';
import { parseQuantity } from '../../objects/quantity.ts';
import { CommandError } from '../../words/errors.ts';
import { masked } from '../../words/masked.ts';
import { oneLine } from '../../words/text.ts';
import { NotKept } from './errors.ts';
import type { KubeRequest } from './types.ts';

/**
 * The same request, sure to carry what it was decided on: a patch the version, a deletion the uid.
 *
 * @throws {CommandError} where the server gave none: without it a patch would win over whatever others have written since, and
 * a deletion would take another object that has the same name by now.
 */
export function versioned(request: KubeRequest): KubeRequest {
  const { method, path, body } = request;
  const [lacking, risk] =
    method === 'PATCH' && !versionIn(body)
      ? ['resourceVersion', "a patch could overwrite another client's changes"]
      : method === 'DELETE' && !fieldsOf(fieldsOf(body)?.preconditions)?.uid
        ? ['uid', 'a deletion could remove another object of that name']
        : [];
  if (lacking === undefined) return request;
  throw new CommandError(
    'refusal',
    `error: the server returned ${nameOf(path)} without a ${lacking}: ${risk}, and was not sent`,
    { hint: BROKEN },
  );
}

/**
 * The answer to a request, sure to have what a patch or a new object asked for, and of a write the version that the next one is
 * decided on.
 *
 * @throws {CommandError} that names what admission (a mutating webhook or policy) has changed, or would change.
 */
export function held<T>({ method, path, query, body }: KubeRequest, answer: T): T {
  const asked = fieldsOf(body);
  const metadata = fieldsOf(asked?.metadata);
  // A review is no object, and a deletion asks for nothing that is there afterwards.
  if (!metadata || (method !== 'PATCH' && method !== 'POST')) return answer;
  const isTried = query?.dryRun !== undefined;
  const { resourceVersion: _, ...rest } = metadata;
  const [first, ...more] = [...differencesOf(answer, { ...asked, metadata: rest })].filter(isChange);
  if (first)
    throw new NotKept(
      isTried ? 'refusal' : 'api',
      `error: admission ${isTried ? 'would change' : 'changed'} what ${isTried ? 'is' : 'was'} written to ${nameOf(path)}: ${[first, ...more].slice(0, SHOWN).map(textOf(isTried)).join('; ')}`,
      { hint: MUTATED },
    );
  if (isTried || versionIn(answer)) return answer;
  throw new CommandError(
    'api',
    `error: the server answered the write to ${nameOf(path)} without a resourceVersion`,
    { hint: BROKEN },
  );
}

const BROKEN = "Check that the kubeconfig's server, and any proxy in front of it, is the Kubernetes API.";
const MUTATED =
  'A mutating webhook or policy in the cluster does this (kubectl get mutatingwebhookconfigurations). Exempt this object from it, then run the same command again.';

/** How many differences are named, and how long a value is shown. */
const SHOWN = 3;
const LONGEST = 120;

const versionIn = (object: unknown): boolean =>
  Boolean(fieldsOf(fieldsOf(object)?.metadata)?.resourceVersion);

/** The server writes amounts in a form of its own: `1024Mi` comes back as `1Gi`. */
function isChange({ asked, found }: Difference): boolean {
  const [one, other] = [asked, found].map((value) =>
    typeof value === 'string' ? parseQuantity(value) : undefined,
  );
  return one === undefined || one !== other;
}

const textOf =
  (isTried: boolean) =>
  ({ path, asked, found }: Difference): string =>
    `${oneLine(path)} ${isTried ? 'would be' : 'is'} ${valueText(found)} instead of ${valueText(asked)}`;

function valueText(value: unknown): string {
  const text = value === undefined ? 'absent' : oneLine(masked(JSON.stringify(value)));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
}

/** `baremetalhosts/worker-0`, `baremetalhosts/worker-0/status`, `configmaps`. */
const nameOf = (path: string): string => oneLine(path.replace(/^.*\/namespaces\/[^/]+\//, ''));
