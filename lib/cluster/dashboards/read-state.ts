import { type Container, DASHBOARD_LABELS } from '../../dashboards/container.ts';
import { accountOf, needsFor } from '../../dashboards/standing/access.ts';
import { indexOf } from '../../dashboards/standing/clashes.ts';
import { type LogFacts, logFacts } from '../../dashboards/standing/log-problems.ts';
import type { RunningSidecar } from '../../dashboards/standing/running.ts';
import { searches } from '../../dashboards/standing/search.ts';
import type { Workload } from '../../dashboards/standing/sidecar.ts';
import { type SidecarFacts, type Standing, standingOf } from '../../dashboards/standing/standing.ts';
import type { StoredContainer } from '../../dashboards/standing/stored.ts';
import { isObjectName } from '../../kube/api/object-name.ts';
import type { KubeClient } from '../../kube/api/types.ts';
import type { Unread } from '../../status/block.ts';
import { CommandError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { Session } from '../session.ts';
import { readAccess } from './read-access.ts';
import { readContainer, readContainers } from './read-containers.ts';
import { readSidecarLog } from './read-log.ts';
import { readSidecars } from './read-sidecars.ts';

/** Containers of dashboards, and how each sidecar of the cluster stands to them. */
export interface DashboardState {
  standings: Standing[];
  /** What could not be read. */
  unread: Unread[];
}

/** A container that is asked for. */
export interface Named {
  /** Undefined: a ConfigMap, or else a Secret. */
  kind: Container['kind'] | undefined;
  namespace: string;
  name: string;
}

/**
 * How the containers of a namespace stand, or of all if undefined. What cannot be read is in `unread`.
 *
 * @throws {CommandError} if the API server cannot be reached.
 */
export async function readDashboards(
  session: Session,
  namespace: string | undefined,
): Promise<DashboardState> {
  const { containers, ...known } = await readAll(session, namespace);
  const wanted = containers.filter((one) => namespace === undefined || one.namespace === namespace);
  const { facts, standing, unread } = await factsFor(session.client, { ...known, containers, wanted });
  return { standings: wanted.map((container) => standing(container, facts)), unread };
}

/**
 * How one container stands, with what the logs of the sidecars show of it.
 *
 * @throws {CommandError} if it is not there or cannot be read, or if the API server cannot be reached.
 */
export async function readDashboard(
  session: Session,
  named: Named,
): Promise<{ standing: Standing; unread: Unread[] }> {
  const { client } = session;
  const container = await readContainer(client, named);
  if (!container) throw notFound(client, named);
  const { containers, ...known } = await readAll(session, named.namespace);
  const isOther = (one: StoredContainer): boolean =>
    one.kind !== container.kind || one.namespace !== container.namespace || one.name !== container.name;
  const all = [container, ...containers.filter(isOther)];
  const { facts, standing, unread } = await factsFor(client, {
    ...known,
    containers: all,
    wanted: [container],
  });
  const withLogs = await Promise.all(
    facts.map(async (one) =>
      searches(one.sidecar, container).verdict === 'found'
        ? { ...one, logs: await readLogs(client, one.sidecar, container) }
        : one,
    ),
  );
  return { standing: standing(container, withLogs), unread };
}

interface Known {
  sidecars: RunningSidecar[];
  without: Workload[];
  unread: Unread[];
}

export async function readAll(
  session: Session,
  namespace: string | undefined,
): Promise<Known & { containers: StoredContainer[] }> {
  const { sidecars, without, unread } = await readSidecars(session);
  const labels = new Set([
    ...sidecars.map(({ label }) => label).filter((label) => label !== ''),
    ...Object.values(DASHBOARD_LABELS),
  ]);
  const searched = sidecars.flatMap(({ namespaces, workload }) =>
    namespaces === 'all' ? [workload.namespace] : namespaces,
  );
  const fallback = [
    ...new Set([namespace ?? session.connection.namespace, ...searched.filter(isObjectName)]),
  ];
  const containers = await readContainers(session.client, { labels: [...labels], fallback }, unread);
  return { sidecars, without, unread, containers };
}

export async function factsFor(
  client: KubeClient,
  {
    sidecars,
    without,
    unread,
    containers,
    wanted,
  }: Known & { containers: StoredContainer[]; wanted: StoredContainer[] },
) {
  const questions = sidecars.flatMap((sidecar) =>
    wanted
      .filter((container) => searches(sidecar, container).verdict === 'found')
      .flatMap((container) =>
        needsFor(sidecar, container).map((need) => ({ account: accountOf(sidecar), need })),
      ),
  );
  const access = await readAccess(client, questions);
  const isComplete = !unread.some(({ what }) => what === 'deployments' || what === 'statefulsets');
  return {
    facts: sidecars.map(
      (sidecar): SidecarFacts => ({
        sidecar,
        index: indexOf(sidecar, containers),
        isAllowed: (need) => access(accountOf(sidecar), need),
      }),
    ),
    standing: (container: StoredContainer, facts: readonly SidecarFacts[]) =>
      standingOf(container, facts, { isComplete, without }),
    unread,
  };
}

async function readLogs(
  client: KubeClient,
  sidecar: RunningSidecar,
  container: StoredContainer,
): Promise<LogFacts[]> {
  const ready = (sidecar.pods ?? []).filter(({ isReady }) => isReady);
  return Promise.all(
    ready.map(async ({ name: pod }) => {
      const log = await readSidecarLog(client, sidecar, pod);
      if ('unread' in log)
        return { pod, unread: log.unread, hasWritten: false, lost: [], refusal: undefined };
      return logFacts(log.lines, { sidecar, container, pod });
    }),
  );
}

const notFound = ({ flags = [] }: KubeClient, { kind, namespace, name }: Named): CommandError =>
  new CommandError(
    'api',
    `error: no ${kind ?? 'ConfigMap or Secret'} "${oneLine(name)}" found in namespace "${oneLine(namespace)}"`,
    { hint: `To see what there is: ${['kubectl monitoring dashboards list -A', ...flags].join(' ')}` },
  );
