import type { ConnectionOptions } from 'node:tls';
import { refusalIn } from '../../kube/api/errors.ts';
import { pathPart } from '../../kube/api/object-name.ts';
import type { RawAnswer } from '../../kube/api/types.ts';
import type { ForwardTarget } from '../../kube/port-forward/port-forward.ts';
import type { PodPlace } from '../../metrics/place.ts';
import type { Session } from '../session.ts';

/** A request to an HTTP server in a cluster, or to one at an address of the user's own. */
export interface PodRequest {
  method: 'GET' | 'POST' | 'DELETE';
  /** Begins with a slash, without the prefix of the server's place. */
  path: string;
  /** JSON. */
  body?: string;
}

export const getting = (path: string): PodRequest => ({ method: 'GET', path });

/** One way to such a server. */
export interface Way {
  /** In words: `pod prometheus-k8s-0 through the API server`. */
  via: string;
  /**
   * Sends a request, once.
   *
   * @throws {CommandError} if the server cannot be reached this way.
   */
  ask(request: PodRequest, signal: AbortSignal): Promise<RawAnswer>;
  close(): void;
}

/** What a server that asks for credentials, or whose certificate is verified, is given. */
export interface HttpOptions {
  /** Value of the `Authorization` header. */
  authorization?: string;
  tls?: ConnectionOptions;
}

/** The headers of a request. */
export const headersOf = (
  { body }: PodRequest,
  { authorization }: HttpOptions = {},
): Record<string, string> => ({
  accept: 'application/json',
  ...(body !== undefined && { 'content-type': 'application/json' }),
  ...(authorization !== undefined && { authorization }),
});

/** Maximum response size in bytes. */
export const LIMIT = 64 * 1024 * 1024;

/** A port of a pod through the API server's proxy: needs `get` on `pods/proxy`. */
export const podProxy = (session: Session, place: PodPlace): Way =>
  throughProxy(session, place, {
    via: `pod ${place.pod} through the API server`,
    object: `pods/${scheme(place)}${pathPart(place.pod)}:${place.port}`,
  });

/** A service through the API server's proxy, which picks a pod: needs `get` on `services/proxy`. */
export const serviceProxy = (
  session: Session,
  place: Pick<PodPlace, 'namespace' | 'secure' | 'prefix'>,
  { service, port }: { service: string; port: string },
): Way =>
  throughProxy(session, place, {
    via: `service ${service} through the API server`,
    object: `services/${scheme(place)}${pathPart(service)}:${port}`,
  });

/** A forwarded port of a pod: needs `get` and `create` on `pods/portforward`. */
export function podForward(
  { connection }: Session,
  { prefix, ...target }: PodPlace,
  options: HttpOptions = {},
): Way {
  let opened: ReturnType<typeof open> | undefined;
  return {
    via: `pod ${target.pod} by port-forward`,
    async ask(request, signal) {
      opened ??= open(connection, { ...target, tls: options.tls });
      const { path, ...rest } = request;
      const headers = headersOf(request, options);
      return (await opened).request({ ...rest, path: prefix + path, headers, limit: LIMIT }, signal);
    },
    close: () => void opened?.then((forward) => forward.close()).catch(() => {}),
  };
}

const open = async (connection: Session['connection'], target: ForwardTarget) =>
  (await import('../../kube/port-forward/port-forward.ts')).openForward(connection, target);

const scheme = ({ secure }: Pick<PodPlace, 'secure'>): string => (secure ? 'https:' : '');

function throughProxy(
  { client }: Session,
  { namespace, prefix }: Pick<PodPlace, 'namespace' | 'prefix'>,
  { via, object }: { via: string; object: string },
): Way {
  return {
    via,
    async ask(request, signal) {
      const path = `/api/v1/namespaces/${pathPart(namespace)}/${object}/proxy${prefix}${request.path}`;
      const answer = await client.ask(
        { ...request, path, headers: headersOf(request), limit: LIMIT },
        signal,
      );
      // An error of the API server itself is not a response of the server behind it.
      const refusal = refusalIn(answer);
      if (refusal) throw refusal;
      return answer;
    },
    close: () => {},
  };
}
