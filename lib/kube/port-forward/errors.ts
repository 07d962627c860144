import { CommandError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import { type ApiError, refusalOf } from '../api/errors.ts';
import { hide } from '../http/mask.ts';
import { ForwardFailure } from './stream.ts';

/** What a request through a forward was about. */
export interface Forwarded {
  namespace: string;
  pod: string;
  port: number;
  /** `GET /api/v1/query`. */
  request: string;
}

/** The API server forwards nothing: why, and what to do about it. */
export function forwardRefused(
  { code, body, secrets }: { code: number; body: string; secrets: string[] },
  { namespace, pod }: Forwarded,
): ApiError {
  const refusal = refusalOf(code, hide(body, secrets));
  const [where, name] = [oneLine(namespace), oneLine(pod)];
  if (refusal.code === 403) {
    const mend = `Ask the cluster's administrator for the right to get and create pods/portforward in the namespace ${where}, or choose another user (--context, --user).`;
    return Object.assign(refusal, { mend });
  }
  if (refusal.code !== 400 && refusal.code < 500) return refusal;
  const mend = `See that the pod runs and that its node is ready (kubectl -n ${where} get pod ${name} -o wide), then run the same command again.`;
  return Object.assign(refusal, { mend });
}

/** A connection that was forwarded, and then failed or ended early. */
export function forwardFailed(error: unknown, target: Forwarded): CommandError {
  if (error instanceof CommandError) return error;
  const { namespace, pod, port, request } = target;
  const look = `kubectl -n ${oneLine(namespace)} get pod ${oneLine(pod)}`;
  if (error instanceof ForwardFailure) {
    return new CommandError('api', `error: ${named(target)} can't be reached: ${oneLine(error.message)}`, {
      mend: `See that the pod runs (${look}), and that something listens at port ${port} of it.`,
      cause: error,
    });
  }
  if (isNoHttp(error)) {
    return new CommandError(
      'api',
      `error: ${named(target)} answered ${oneLine(request)} with what is no HTTP`,
      { mend: `See which port of the pod speaks plain HTTP (${look} -o yaml).`, cause: error },
    );
  }
  return new CommandError('api', `error: the answer of ${named(target)} to ${oneLine(request)} ended early`, {
    mend: `Check the network between here and the API server, and that the pod still runs (${look}); then run the same command again.`,
    cause: error,
  });
}

/** Nothing, or not all, came in time. @param limit in milliseconds. */
export const forwardTimedOut = (limit: number, target: Forwarded): CommandError =>
  new CommandError(
    'timeout',
    `error: ${named(target)} did not answer ${oneLine(target.request)} within ${limit / 1000}s`,
    { mend: 'Run the same command again, or allow it more time (--request-timeout).' },
  );

const named = ({ namespace, pod, port }: Forwarded): string =>
  `port ${port} of the pod ${oneLine(namespace)}/${oneLine(pod)}`;

/** Node's HTTP parser names all that it does not understand so. */
const isNoHttp = (error: unknown): boolean =>
  String((error as NodeJS.ErrnoException | undefined)?.code ?? '').startsWith('HPE_');
