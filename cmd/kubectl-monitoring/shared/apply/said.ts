import { ApiError, isForbidden, isNotFound, isRefused } from '../../../../lib/kube/api/errors.ts';
import { fieldsOf } from '../../../../lib/objects/fields.ts';
import { CommandError } from '../../../../lib/words/errors.ts';
import type { Plan } from './description.ts';

/** An error of the request that applies an object, as it may be printed: where the server rejects a Secret, it may quote its content. */
export function saidOf(error: CommandError, { request }: Pick<Plan, 'request'>): CommandError {
  const isSecret = fieldsOf(request.body)?.kind === 'Secret';
  if (!isSecret || !(error instanceof ApiError) || !isRefused(error) || isPlain(error)) return error;
  return new CommandError(
    'api',
    'error: the reason is not shown, because it may have content of the Secret',
    {
      hint: '"kubectl apply --server-side --dry-run=server -f FILE" shows it.',
    },
  );
}

/** What the server says before it looks at the content. A webhook answers with the same codes, in words of its own. */
const isPlain = (error: ApiError): boolean =>
  error.code === 401 ||
  (isForbidden(error) && PERMISSION.test(error.message)) ||
  (isNotFound(error) && NAMESPACE.test(error.message));

const PERMISSION =
  /^Error from server \(Forbidden\): secrets (?:"[^"]*" )?is forbidden: User "[^"]*" cannot /;
const NAMESPACE = /^Error from server \(NotFound\): namespaces "[^"]*" not found$/;
