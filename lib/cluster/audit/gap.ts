import type { Diagnostic } from '../../audit/diagnostic.ts';
import type { ApiError } from '../../kube/api/errors.ts';

/** A collection, or one object of it with its name behind a slash. */
export interface Where {
  resource: string;
  /** Undefined: all namespaces. */
  namespace: string | undefined;
}

/** What a server refuses to show: nothing can be told of it. */
export const gapOf = ({ resource, namespace }: Where, { code, message, hint }: ApiError): Diagnostic => ({
  resource,
  ...(namespace !== undefined && { namespace }),
  ...(code === 403
    ? {
        reason: 'access denied',
        hint: `ask for permission to ${resource.includes('/') ? 'get' : 'list'} it`,
      }
    : { reason: message, hint: hint ?? 'run this again' }),
});
