import type { Block, Unread, VolumeState } from './block.ts';
import { down } from './checks/down.ts';
import { type Check, type Finding, HARMS } from './checks/finding.ts';
import { upkeep } from './checks/upkeep.ts';
import { volumes } from './checks/volumes.ts';

export const CHECKS: readonly Check[] = [...volumes, ...down, ...upkeep];

export type Verdict = 'healthy' | 'needs-work' | 'unknown';

export const EXIT_CODES: Record<Verdict, number> = { healthy: 0, 'needs-work': 1, unknown: 2 };

/** All findings, the most severe first, then by namespace and name. */
export function findingsOf(block: Block, checks: readonly Check[] = CHECKS): Finding[] {
  const found = checks.flatMap(({ name, find }) =>
    find(block).map((finding) => ({ check: name, ...finding })),
  );
  return found.toSorted(
    (one, other) =>
      HARMS.indexOf(one.harm) - HARMS.indexOf(other.harm) ||
      order(one.namespace, other.namespace) ||
      order(one.about, other.about),
  );
}

/** By code units: the same on every machine. */
const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/**
 * The verdict on a block. A notice does not count as a problem; without problems, the verdict is unknown if something could not
 * be read or nothing was found.
 */
export function verdictOf(findings: readonly Finding[], block: Block): Verdict {
  if (findings.some(({ harm }) => harm !== 'notice')) return 'needs-work';
  return isEmpty(block) || unknownsOf(block).length > 0 ? 'unknown' : 'healthy';
}

export const isEmpty = ({ workloads, instances }: Block): boolean =>
  workloads.length === 0 && instances.length === 0;

/**
 * What is unknown: what could not be read, replicas that could not be queried for the watchdog, and volumes without metrics.
 * Unknown growth does not count: it becomes known with time.
 */
export const unknownsOf = ({ unread, instances, volumes }: Block): Unread[] => [
  ...unread,
  ...instances.flatMap(({ namespace, watchdog }) =>
    (watchdog?.unasked ?? []).map(({ pod, reason }) => ({ what: `watchdog at ${pod}`, namespace, reason })),
  ),
  ...volumes
    .filter((volume) => isUnmeasured(volume) && !unread.some((one) => areItsMetrics(one, volume)))
    .map(({ namespace, claim }) => ({
      what: `use of ${claim.name}`,
      namespace,
      reason: 'it is not measured. To see why, run: kubectl monitoring capacity',
    })),
];

const isUnmeasured = ({ leftover, metrics }: VolumeState): boolean => !leftover && metrics?.use === undefined;

/** Whether an entry already covers the missing metrics of a volume. */
const areItsMetrics = ({ what, namespace }: Unread, volume: VolumeState): boolean =>
  what === 'metrics' && (namespace === undefined || namespace === volume.namespace);
