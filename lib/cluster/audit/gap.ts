import type { Diagnostic } from '../../audit/diagnostic.ts';
import { ApiError } from '../../kube/api/errors.ts';

/** A collection, or one object of it, with its name after a slash. */
interface Where {
  resource: string;
  /** Undefined for all namespaces. */
  namespace: string | undefined;
}

/** What was read, or why the server refused to show it: one refusal must not hide the findings in other collections. */
export async function orGap<T>(
  where: Where,
  read: () => Promise<T>,
): Promise<{ found?: T; gap?: Diagnostic }> {
  try {
    return { found: await read() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { gap: gapOf(where, error) };
  }
}

const gapOf = ({ resource, namespace }: Where, { code, message, hint }: ApiError): Diagnostic => ({
  resource,
  ...(namespace !== undefined && { namespace }),
  ...(code === 403
    ? {
        reason: 'access denied',
        hint: `ask for permission to ${resource.includes('/') ? 'get' : 'list'} it`,
      }
    : { reason: message, hint: hint ?? 'run this again' }),
});
