import { factsFor, readAll } from '../../../../lib/cluster/dashboards/read-state.ts';
import { containerOf } from '../../../../lib/dashboards/container.ts';
import type { DashboardManifest } from '../../../../lib/dashboards/manifests.ts';
import type { Problem } from '../../../../lib/dashboards/standing/problem.ts';
import type { Standing } from '../../../../lib/dashboards/standing/standing.ts';
import { type StoredContainer, storedContainer } from '../../../../lib/dashboards/standing/stored.ts';
import type { Concern, Ground, Plan, Run } from '../../shared/apply/description.ts';
import { keptKeys, keyFields } from './keys.ts';
import { watchDashboards } from './watch.ts';

/** How each container will stand in the cluster once it is applied, by `keyOf`. */
type Standings = ReadonlyMap<string, Standing>;

/** Reads the sidecars, and the containers that are there already, whose files the given ones may clash with. */
export async function readGround(
  { session }: Pick<Run, 'session'>,
  manifests: readonly DashboardManifest[],
): Promise<Ground<DashboardManifest>> {
  const { namespace } = session.connection;
  const { containers, ...known } = await readAll(session, namespace);
  const wanted = manifests.flatMap((manifest) => storedOf(manifest, namespace));
  const given = new Set(wanted.map(keyOf));
  const others = containers.filter((one) => !given.has(keyOf(one)));
  const all = { ...known, containers: [...others, ...wanted], wanted };
  const { facts, standing, unread } = await factsFor(session.client, all);
  const standings: Standings = new Map(wanted.map((one) => [keyOf(one), standing(one, facts)]));
  const hidden = unread.filter(({ what }) => what === 'configmaps' || what === 'secrets');
  return {
    servedAs: ({ kind }) => ({ group: '', plural: `${kind.toLowerCase()}s` }),
    fieldsOf: keyFields,
    warnings: async (plans) => [
      ...hidden.map(
        ({ what, reason }) => `${what} could not be read, so duplicates among them are not found: ${reason}`,
      ),
      ...plans.flatMap(keptKeys),
    ],
    concernsOf: (plan) => concernsOf(plan, standingIn(standings, plan)),
    watch: (plans) =>
      watchDashboards({ session, unread, standingOf: (plan) => standingIn(standings, plan) }, plans),
  };
}

function storedOf(manifest: DashboardManifest, namespace: string): StoredContainer[] {
  const container = containerOf(manifest);
  if (!container) return [];
  return [storedContainer({ ...container, namespace: container.namespace ?? namespace }, undefined)];
}

const keyOf = ({ kind, namespace, name }: { kind?: unknown; namespace: string; name: string }): string =>
  `${kind}/${namespace}/${name}`;

const standingIn = (standings: Standings, { request, namespace, name }: Plan): Standing | undefined =>
  standings.get(keyOf({ kind: (request.body as DashboardManifest).kind, namespace, name }));

/** That another container has the same file, or a dashboard with the same uid or title, which is lost or keeps others from being shown. */
const concernsOf = ({ name }: Plan, standing: Standing | undefined): Concern[] =>
  (standing?.problems ?? [])
    .filter(({ reason }) => DUPLICATES.has(reason))
    .map(({ file, evidence, fix }) => ({
      guard: 'duplicates',
      summary: `another container has the same file, uid or title as the dashboard "${name}"`,
      reason: `${file === undefined ? '' : `${file}: `}${evidence}`,
      hint: `${fix} To apply it all the same, run this again with --accept=duplicates.`,
    }));

const DUPLICATES: ReadonlySet<Problem['reason']> = new Set(['same-file', 'duplicate-uid', 'duplicate-title']);
