import { readSidecarLogs } from '../../../../lib/cluster/dashboards/sightings.ts';
import { containerOf } from '../../../../lib/dashboards/container.ts';
import {
  type Arrival,
  arrivalOf,
  expectedFrom,
  filesToWrite,
  unexpected,
  type Watched,
} from '../../../../lib/dashboards/standing/arrival.ts';
import type { RunningSidecar } from '../../../../lib/dashboards/standing/running.ts';
import { type PodLog, sightingsIn } from '../../../../lib/dashboards/standing/sighting.ts';
import type { Standing } from '../../../../lib/dashboards/standing/standing.ts';
import { isPassing, unlessMissing } from '../../../../lib/kube/api/errors.ts';
import type { KubeObject } from '../../../../lib/kube/api/types.ts';
import { entries, latest, timeOf } from '../../../../lib/objects/gitops.ts';
import { MONITORING_MANAGER } from '../../../../lib/objects/names.ts';
import type { Unread } from '../../../../lib/status/block.ts';
import { asPart, reportable } from '../../../../lib/words/errors.ts';
import { listed, oneLine } from '../../../../lib/words/text.ts';
import type { Loaded, Look, Plan, Run, Seen } from '../../shared/apply/description.ts';

interface Watching {
  session: Run['session'];
  /** What could not be read of the sidecars. */
  unread: readonly Unread[];
  /** How a container stands to the sidecars. */
  standingOf(plan: Plan): Standing | undefined;
}

type Logs = Map<RunningSidecar, PodLog[]>;

/** Reads the logs of the sidecars; what it returns looks whether they have written the files of the applied containers since. */
export async function watchDashboards(watching: Watching, plans: readonly Plan[]): Promise<Look> {
  const before = await readLogs(watching, plans);
  return async (pending, isLate) => {
    const now = await readLogs(watching, pending).catch(passing);
    const seen = pending.map(async (plan): Promise<[Plan, Seen]> => {
      const arrival =
        now instanceof Map ? await arrivalIn(watching, { plan, before, now, isLate }).catch(passing) : now;
      const result = resultOf(arrival, isLate);
      return [plan, result ? { result } : { note: arrival.message }];
    });
    return new Map(await Promise.all(seen));
  };
}

/** The logs of every sidecar that may write the files of one of these containers. */
function readLogs({ session, standingOf }: Watching, plans: readonly Plan[]): Promise<Logs> {
  const sidecars = plans.flatMap((plan) => expectedFrom(standingOf(plan)).map(({ sidecar }) => sidecar));
  return readSidecarLogs(session, [...new Set(sidecars)]);
}

/** What came of an applied container, as far as the logs of the sidecars show. */
async function arrivalIn(
  { session, unread, standingOf }: Watching,
  { plan, before, now, isLate }: { plan: Plan; before: Logs; now: Logs; isLate: boolean },
): Promise<Arrival> {
  const { path } = plan.request;
  const object = await unlessMissing(session.client.send<KubeObject>({ method: 'GET', path }));
  const [was, given, is] = [plan.before, plan.request.body, object].map((one) => filed(one, plan));
  const standing = standingOf(plan);
  if (!object || !is || !standing) return { verdict: 'not-found', message: 'it was deleted meanwhile' };
  const texts = new Map(is.files.map(({ key, text }) => [key, text]));
  const changed = given?.files.flatMap(({ key, text }) =>
    texts.has(key) && texts.get(key) === text ? [] : [key],
  );
  if (changed && changed.length > 0)
    return { verdict: 'failed', message: `another client changed ${oneLine(listed(changed))} meanwhile` };
  const expected = expectedFrom(standing);
  if (expected.length === 0) return unexpected(standing, unread);
  const since = changedAt(object);
  const watched = expected.map(({ sidecar, isFound }): Watched => {
    const written = plan.change === 'unchanged' ? [] : filesToWrite(sidecar, was, is);
    const writes = written.length > 0;
    const sought = { ...is, files: writes ? written : is.files.map(({ key }) => key), since };
    const logs = { now: now.get(sidecar) ?? [], before: writes ? (before.get(sidecar) ?? []) : [] };
    return { sidecar, isSure: isFound, writes, sightings: sightingsIn(sidecar, sought, logs) };
  });
  return arrivalOf(watched, isLate);
}

function filed(object: unknown, { namespace }: Plan) {
  const container = containerOf(object);
  return container && { ...container, namespace };
}

/** When it was applied, by the clock of the API server: a later change of a label makes the sidecar write nothing. */
function changedAt(object: KubeObject): Date {
  const ours = entries(object).filter(
    ({ manager, operation }) => manager === MONITORING_MANAGER && operation === 'Apply',
  );
  const entry = latest(ours) ?? latest(entries(object));
  return new Date(entry ? timeOf(entry) : 0);
}

/** @throws {unknown} an error that does not pass by itself. */
function passing(error: unknown): Arrival {
  if (!isPassing(error)) throw error;
  return { verdict: 'waiting', message: asPart(reportable(error)) };
}

function resultOf({ verdict, reason, message }: Arrival, isLate: boolean): Loaded | undefined {
  const why = reason && { reason };
  switch (verdict) {
    case 'written':
      return { verdict: 'applied', message };
    case 'failed':
    case 'not-found':
      return { verdict: 'degraded', ...why, message: `but not shown: ${message}` };
    case 'unknown':
      return {
        ...{ verdict: 'applied', reason: 'not-seen', isOpen: true },
        message: `but it is not known whether it is shown: ${message}`,
      };
    case 'waiting':
      return isLate
        ? { verdict: 'timed-out', ...why, message: `not written in time: ${message}` }
        : undefined;
  }
}
