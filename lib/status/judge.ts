import { unreadPlaces } from '../alerts/watchdog/chain.ts';
import type { BlockVerdict } from '../capacity/fill.ts';
import { type Finding, objectText, SEVERITIES } from '../words/finding.ts';
import { order } from '../words/text.ts';
import type { Block, Unread, VolumeState } from './block.ts';
import { down } from './checks/down.ts';
import type { Check } from './checks/finding.ts';
import { upkeep } from './checks/upkeep.ts';
import { losses, volumes } from './checks/volumes.ts';

export const CHECKS: readonly Check[] = [...losses, ...down, ...volumes, ...upkeep];

/** All findings, the most severe first; those of one check are together, by the days left, namespace and name. */
export function findingsOf(block: Block, checks: readonly Check[] = CHECKS): Finding[] {
  return SEVERITIES.flatMap((severity) =>
    checks.flatMap(({ name: reason, find }) =>
      find(block)
        .filter((found) => found.severity === severity)
        .map((found) => ({ reason, ...found }))
        .toSorted(
          (one, other) =>
            (one.daysLeft ?? 0) - (other.daysLeft ?? 0) ||
            order(one.namespace, other.namespace) ||
            order(objectText(one), objectText(other)),
        ),
    ),
  );
}

/**
 * The verdict on a block. Without problems, it is unknown if something could not be read or nothing was found.
 */
export const verdictOf = (findings: readonly Finding[], block: Block): BlockVerdict =>
  verdictOn(findings) ?? (isEmpty(block) || unknownsOf(block).length > 0 ? 'unknown' : 'healthy');

/** The most severe of what findings say of their object; undefined if none is a problem. */
export const verdictOn = (findings: readonly Finding[]): 'at-risk' | 'degraded' | undefined => {
  const verdicts = findings.map(verdictOfFinding);
  return (['at-risk', 'degraded'] as const).find((verdict) => verdicts.includes(verdict));
};

/** At risk if data is lost or will be, degraded if something else does not work. Info is no problem. */
export const verdictOfFinding = ({ severity, reason }: Finding): 'at-risk' | 'degraded' | 'healthy' =>
  severity === 'info' ? 'healthy' : LOSSES.has(reason) ? 'at-risk' : 'degraded';

/** Reasons why data is lost, now or later. */
const LOSSES = new Set(['disk-full', 'disk-filling', 'retention-size-exceeded', 'no-volume']);

export const isEmpty = ({ workloads, instances }: Block): boolean =>
  workloads.length === 0 && instances.length === 0;

/**
 * What is unknown: what could not be read, replicas that could not be queried for the watchdog, and volumes without metrics.
 * Unknown growth does not count: it becomes known with time.
 */
export const unknownsOf = ({ unread, watchdog, volumes }: Block): Unread[] => [
  ...unread,
  ...watchdog.flatMap(unreadPlaces).map(({ where, object, unknown }) => ({
    what: `watchdog at ${where}`,
    namespace: object.namespace,
    reason: unknown?.message ?? '',
  })),
  ...volumes
    .filter((volume) => isUnmeasured(volume) && !unread.some((one) => areItsMetrics(one, volume)))
    .map(({ namespace, claim }) => ({
      what: `use of ${claim.name}`,
      namespace,
      reason: 'it is not measured',
      next: { words: ['kubectl', 'monitoring', 'capacity'], namespace },
    })),
];

const isUnmeasured = ({ orphaned, metrics }: VolumeState): boolean => !orphaned && metrics?.use === undefined;

/** Whether an entry already covers the missing metrics of a volume. */
const areItsMetrics = ({ what, namespace }: Unread, volume: VolumeState): boolean =>
  what === 'metrics' && (namespace === undefined || namespace === volume.namespace);
