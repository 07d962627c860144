import { unlessMissing } from '../../kube/api/errors.ts';
import { collectionPath, isObjectName } from '../../kube/api/object-name.ts';
import { allOf } from '../../kube/api/pages.ts';
import type { KubeObject } from '../../kube/api/types.ts';
import { apiOf, COMPONENTS, type Component, type ComponentName } from '../../objects/components.ts';
import { MONITORING_GROUP } from '../../objects/names.ts';
import { type Owned, ofInstance, ofUi } from '../../status/instances.ts';
import type { WorkloadObject } from '../../status/workloads.ts';
import type { ClaimObject } from '../../volumes/claim.ts';
import type { InstanceObject } from '../../volumes/instance.ts';
import { CommandError, reportable } from '../../words/errors.ts';
import type { Session } from '../session.ts';
import { namespacesWith } from '../volumes/elsewhere.ts';

/** Whose volumes to read. */
export interface Wanted {
  /** Undefined: all namespaces. */
  namespace: string | undefined;
  /** Undefined: every instance, and the dashboard UI. */
  name: string | undefined;
  /** Undefined: all. */
  component: ComponentName | undefined;
}

/**
 * Reads the owners of volumes, and their claims.
 *
 * @throws {CommandError} if nothing matches.
 */
export async function readOwned(session: Session, wanted: Wanted): Promise<Owned[]> {
  const { namespace, name, component } = wanted;
  const kinds = Object.values(COMPONENTS).filter((one) => component === undefined || one.name === component);
  const [claims, { workloads, unread }, ...readings] = await Promise.all([
    list<ClaimObject>(session, '/api/v1', { namespace, resource: 'persistentvolumeclaims' }),
    component === undefined ? readWorkloads(session, namespace) : NO_WORKLOADS,
    ...kinds.map((kind) => {
      const resource = kind.plural;
      const reading = unlessMissing(list<InstanceObject>(session, apiOf(kind), { namespace, resource }));
      // Roles made before agents were supported do not include them: only their volumes are missing then.
      return kind.name === 'agent' && component === undefined ? reading.catch(reportable) : reading;
    }),
  ]);
  const instances = readings.map((one) => (one instanceof CommandError ? [] : one));
  const known = kinds.filter((_, index) => readings[index] !== undefined);
  if (known.length === 0)
    throw notServed(kinds.filter(({ name }) => name !== 'agent' || component === 'agent'));
  // Warned only now, so that an error about instances is not buried.
  for (const { resource, reason } of unread)
    session.warn(`${resource} cannot be read, so a volume of the dashboard UI may be missing: ${reason}`);
  for (const one of readings)
    if (one instanceof CommandError)
      session.warn(
        `prometheusagents cannot be read, so a volume of a PrometheusAgent may be missing: ${one.message}`,
      );
  const owned = [
    ...kinds.flatMap((kind, index) =>
      (instances[index] ?? []).map((object) => ofInstance(object, kind, claims)),
    ),
    ...workloads.flatMap((workload) => ofUi(workload, claims)),
  ].filter(({ owner }) => (name === undefined || owner.name === name) && isObjectName(owner.namespace));
  if (owned.length === 0) throw await nothing(session, known, wanted);
  return owned;
}

/** Workloads that may run the dashboard UI, and the kinds that could not be read. */
interface Workloads {
  workloads: WorkloadObject[];
  unread: { resource: string; reason: string }[];
}

const NO_WORKLOADS: Workloads = { workloads: [], unread: [] };

async function readWorkloads(session: Session, namespace: string | undefined): Promise<Workloads> {
  const kinds = [
    ['Deployment', 'deployments'],
    ['StatefulSet', 'statefulsets'],
  ] as const;
  const readings = await Promise.all(
    kinds.map(async ([kind, resource]) => ({
      kind,
      resource,
      found: await list<KubeObject>(session, '/apis/apps/v1', { namespace, resource }).catch(reportable),
    })),
  );
  return {
    workloads: readings.flatMap(({ kind, found }) =>
      found instanceof CommandError ? [] : found.map((object) => ({ kind, object })),
    ),
    unread: readings.flatMap(({ resource, found }) =>
      found instanceof CommandError ? [{ resource, reason: found.message }] : [],
    ),
  };
}

const list = <T extends KubeObject>(
  { client }: Session,
  api: string,
  { namespace, resource }: { namespace: string | undefined; resource: string },
): Promise<T[]> => allOf<T>(client, { path: collectionPath(api, resource, namespace) });

const notServed = (kinds: readonly Component[]): CommandError =>
  new CommandError(
    'api',
    `error: the server does not serve ${kinds.map(({ plural }) => `${plural}.${MONITORING_GROUP}`).join(', ')}`,
    {
      hint: 'Install the building block (prometheus-operator) first, or choose another cluster (--context).',
    },
  );

/** That nothing matches. An instance of that name in another namespace is named. */
async function nothing(
  { client }: Session,
  kinds: readonly Component[],
  { namespace, name }: Wanted,
): Promise<CommandError> {
  const names = kinds.map(({ kind }) => kind);
  const what = [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' or ');
  const place = namespace === undefined ? 'any namespace' : `namespace "${namespace}"`;
  const found =
    namespace === undefined || name === undefined
      ? []
      : await Promise.all(
          kinds.map(async (kind) => ({ kind, places: await namespacesWith(client, kind, name) })),
        );
  const elsewhere = found.flatMap(({ kind, places }) =>
    places.map((place) => `${kind.kind} "${name}" is in namespace "${place}": use -n ${place}.`),
  );
  const hint =
    elsewhere.length > 0
      ? elsewhere.join('\n')
      : namespace === undefined
        ? 'Choose the cluster that the building block runs in (--context).'
        : `Choose another namespace with -n. To see what is where: ${['kubectl', 'get', kinds.map(({ plural }) => plural).join(','), '-A', ...(client.flags ?? [])].join(' ')}`;
  return new CommandError('api', `error: no ${what}${name ? ` "${name}"` : ''} found in ${place}`, {
    hint,
  });
}
