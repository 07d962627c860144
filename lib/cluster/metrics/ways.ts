import { refusalIn } from '../../kube/api/errors.ts';
import { pathPart } from '../../kube/api/object-name.ts';
import type { RawAnswer } from '../../kube/api/types.ts';
import type { ForwardTarget } from '../../kube/port-forward/port-forward.ts';
import type { PodPlace } from '../../metrics/place.ts';
import type { Session } from '../session.ts';

/** One way to an HTTP server in a cluster. */
export interface Way {
  /** In words: `pod prometheus-k8s-0 through the API server`. */
  via: string;
  /**
   * Sends a GET; `path` begins with a slash, without the place's prefix.
   *
   * @throws {CommandError} if the server cannot be reached this way.
   */
  get(path: string, signal: AbortSignal): Promise<RawAnswer>;
  close(): void;
}

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
export function podForward({ connection }: Session, { prefix, ...target }: PodPlace): Way {
  let opened: ReturnType<typeof open> | undefined;
  return {
    via: `pod ${target.pod} by port-forward`,
    async get(path, signal) {
      opened ??= open(connection, target);
      return (await opened).request({ method: 'GET', path: prefix + path, limit: LIMIT }, signal);
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
    async get(path, signal) {
      const full = `/api/v1/namespaces/${pathPart(namespace)}/${object}/proxy${prefix}${path}`;
      const answer = await client.ask({ method: 'GET', path: full, limit: LIMIT }, signal);
      // An error of the API server itself is not a response of the server behind it.
      const refusal = refusalIn(answer);
      if (refusal) throw refusal;
      return answer;
    },
    close: () => {},
  };
}
