import { pathPart } from '../../kube/api/object-name.ts';
import { allOf } from '../../kube/api/pages.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import { PROMETHEUS, placesOf, podSelector } from '../../metrics/place.ts';
import {
  dataOf,
  formatPath,
  instantPath,
  rangePath,
  readFault,
  readMatrix,
  readPresence,
  readVector,
} from '../../metrics/query.ts';
import { COMPONENTS, instancesPath } from '../../objects/components.ts';
import type { PodObject } from '../../objects/pod.ts';
import { CommandError } from '../../words/errors.ts';
import { local } from './local.ts';
import { type Asker, attempt, type MetricsAsker, noneUnlessFatal, PATIENCE, plainReason } from './pod.ts';
import type { MetricsSource } from './source.ts';
import { getting, LIMIT, podForward, podProxy, serviceProxy, type Way } from './ways.ts';

/** Proves that a server is a Prometheus. */
const PROOF = '/api/v1/status/buildinfo';

/** Timeout of a query in milliseconds: Prometheus itself aborts one after two minutes. */
const QUERY_LIMIT = 130_000;

/**
 * Opens the Prometheus at the user's address, or the first in a namespace that answers: its pods and then its service through the
 * API server's proxy, and last its pods by port-forward.
 *
 * @throws {CommandError} if none answers, with the reason for each way.
 */
export async function openMetrics(asker: MetricsAsker, namespace: string): Promise<MetricsSource> {
  if (asker.prometheus !== undefined) {
    const way = local(asker.prometheus);
    const problem = await problemOf(way, asker);
    if (problem) throw problem;
    return sourceBy(way, asker);
  }
  const ways = await waysTo(asker, namespace);
  const reasons: string[] = [];
  for (const way of ways) {
    const problem = await problemOf(way, asker);
    if (!problem) return sourceBy(way, asker);
    way.close();
    reasons.push(`${way.via}: ${plainReason(problem)}`);
  }
  throw unanswered(namespace, reasons, asker.session.client);
}

/** Why a way does not lead to a Prometheus; undefined if it does. */
async function problemOf(way: Way, asker: Asker): Promise<CommandError | undefined> {
  const answer = await attempt(way, getting(PROOF), patience(asker, PATIENCE));
  if (answer instanceof CommandError) return answer;
  const { status, body } = answer;
  if (status === 401 || status === 403)
    return new CommandError('api', `error: ${way.via} requires its own credentials (${status})`, {
      hint: 'Use --prometheus with a user: http://USER:PASSWORD@HOST:PORT.',
    });
  try {
    dataOf(body);
    return undefined;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return new CommandError('api', `error: ${way.via} answered ${status}: ${plainReason(error)}`, {
      hint: 'Check that it is the address of a Prometheus, including its path.',
    });
  }
}

/** `--request-timeout` limits every request, also those to a Prometheus. */
const patience = ({ session: { connection }, host: { interrupted } }: Asker, most: number) => ({
  interrupted,
  limit: Math.min(most, connection.timeout || most),
});

async function waysTo({ session }: Asker, namespace: string): Promise<Way[]> {
  const { client } = session;
  const of = pathPart(namespace);
  const [resources, pods] = await Promise.all([
    // If they cannot be read, the operator's default port and path are used.
    allOf<KubeObject>(client, { path: instancesPath(COMPONENTS.metrics, of) }).catch(noneUnlessFatal),
    allOf<PodObject>(client, {
      path: `/api/v1/namespaces/${of}/pods`,
      query: { labelSelector: podSelector(PROMETHEUS) },
    }).catch(noneUnlessFatal),
  ]);
  const places = placesOf(PROMETHEUS, resources, pods);
  const [first = { namespace, secure: false, prefix: '' }] = places;
  return [
    ...places.map((place) => podProxy(session, place)),
    serviceProxy(session, first, { service: COMPONENTS.metrics.service, port: 'web' }),
    ...places.map((place) => podForward(session, place)),
  ];
}

function sourceBy(way: Way, asker: Asker): MetricsSource {
  const ask = async (path: string): Promise<string> => {
    const answer = await attempt(way, getting(path), patience(asker, QUERY_LIMIT));
    if (answer instanceof CommandError) throw answer;
    if (Buffer.byteLength(answer.body) >= LIMIT)
      throw new CommandError(
        'api',
        `error: the response is larger than ${LIMIT / 1024 / 1024} MiB: ask for a shorter time or fewer series`,
      );
    return answer.body;
  };
  return {
    via: way.via,
    vector: async (query) => readVector(await ask(instantPath(query))),
    matrix: async (query) => readMatrix(await ask(rangePath(query))),
    faultOf: async (expression) => readFault(await ask(formatPath(expression))),
    presence: async (query) => readPresence(await ask(rangePath(query))),
    data: async (path) => dataOf(await ask(path)),
    close: async () => way.close(),
  };
}

const unanswered = (
  namespace: string,
  reasons: readonly string[],
  { flags = [] }: Pick<KubeClient, 'flags'>,
): CommandError =>
  new CommandError(
    'api',
    [`error: no Prometheus in namespace ${namespace} can be queried`, ...distinct(reasons)].join('\n  '),
    {
      hint: `Check that one is ready: ${['kubectl', 'get', 'pods', '-n', namespace, '-l', podSelector(PROMETHEUS), ...flags].join(' ')}. If access is forbidden, ask for get on pods/proxy or services/proxy, or get and create on pods/portforward. Or use an address of your own: --prometheus URL.`,
    },
  );

/** Merges reasons that differ only in numbers, as those of replicas do. */
const distinct = (reasons: readonly string[]): string[] =>
  [...Map.groupBy(reasons, (reason) => reason.replaceAll(/\d+/g, '#')).values()].map(
    ([first = '', ...alike]) => (alike.length > 0 ? `${first} (and ${alike.length} more like it)` : first),
  );
