import type { VolumeMetrics } from '../../capacity/outlook.ts';
import {
  explainMissing,
  kubeletsQuery,
  type Missing,
  mountsQuery,
  presenceQuery,
} from '../../capacity/queries.ts';
import type { Host } from '../../cli/command.ts';
import type { Owned, Volume } from '../../status/instances.ts';
import { reportable } from '../../words/errors.ts';
import { openMetrics } from '../metrics/open.ts';
import type { MetricsAsker } from '../metrics/pod.ts';
import { readVolumes } from '../metrics/read-volumes.ts';
import type { MetricsSource } from '../metrics/source.ts';

export interface Measured extends Volume {
  metrics: VolumeMetrics;
}

/** The measured volumes of one namespace. */
export interface Measurement {
  namespace: string;
  /** How the Prometheus was reached. */
  via: string;
  volumes: Measured[];
  missing: Missing[];
}

/** `over`: days over which growth is measured. */
type Asking = MetricsAsker & { host: Pick<Host, 'clock'>; over: number };

/**
 * Measures the volumes of each namespace with its own Prometheus or, if that does not answer, with the first that does: a
 * Prometheus measures the volumes of all namespaces.
 *
 * @throws {CommandError} if no Prometheus answers.
 */
export async function measure(asking: Asking, owned: readonly Owned[]): Promise<Measurement[]> {
  const namespaces = [...new Set(owned.map(({ owner }) => owner.namespace))].toSorted();
  const opened = new Map<string, MetricsSource>();
  let problem: unknown;
  try {
    for (const namespace of asking.prometheus === undefined ? namespaces : namespaces.slice(0, 1))
      try {
        opened.set(namespace, await openMetrics(asking, namespace));
      } catch (error) {
        problem ??= reportable(error);
      }
    const [first] = opened.values();
    if (!first) throw problem;
    const volumesIn = (namespace: string): Volume[] =>
      owned.flatMap(({ owner, volumes }) => (owner.namespace === namespace ? volumes : []));
    return await Promise.all(
      namespaces
        .map((namespace) => ({ namespace, volumes: volumesIn(namespace) }))
        .filter(({ volumes }) => volumes.length > 0)
        .map((one) => ask(opened.get(one.namespace) ?? first, { ...one, asking })),
    );
  } finally {
    await Promise.all([...opened.values()].map((source) => source.close()));
  }
}

async function ask(
  source: MetricsSource,
  { namespace, volumes, asking }: { namespace: string; volumes: Volume[]; asking: Asking },
): Promise<Measurement> {
  const now = asking.host.clock.now();
  const metrics = await readVolumes(source, {
    namespace,
    claims: volumes.map(({ claim }) => claim.name),
    now,
    over: asking.over,
    retention: Object.fromEntries(volumes.map(({ claim, owner }) => [claim.name, owner.retention])),
  });
  const measured = volumes.flatMap((volume, index) => {
    const found = metrics[index];
    return found ? [{ ...volume, metrics: found }] : [];
  });
  return {
    namespace,
    via: source.via,
    volumes: measured,
    missing: await explained(source, { namespace, measured, now }),
  };
}

/** Queries for the reason only if metrics are missing. */
async function explained(
  source: MetricsSource,
  { namespace, measured, now }: { namespace: string; measured: Measured[]; now: Date },
): Promise<Missing[]> {
  const unmeasured = measured
    .filter(({ metrics }) => !metrics.use)
    .map(({ claim, orphaned, metrics }) => ({ name: claim.name, once: metrics.points.length > 0, orphaned }));
  if (unmeasured.length === 0) return [];
  const [presence, kubelets, mounts] = await Promise.all([
    source.vector(presenceQuery(now)),
    source.vector(kubeletsQuery(now)),
    source.vector(mountsQuery(namespace, now)),
  ]);
  return explainMissing(namespace, unmeasured, { presence, kubelets, mounts });
}
