import type { OpenAmounts } from '../../../lib/sizing/requests.ts';
import { MIB } from '../../../lib/sizing/requests.ts';
import { type Sizing, verdictOf } from '../../../lib/sizing/sizing.ts';
import type { StoreSizing } from '../../../lib/sizing/store.ts';
import type { Finding } from '../../../lib/words/finding.ts';
import type { ClusterValues } from '../../../lib/words/shell.ts';
import { itemOf, resultOf } from '../../shared/render.ts';
import { findingItem } from '../shared/finding.ts';
import { MONITORING } from '../shared/plugin.ts';

/** What the data is called. */
export const KIND = 'SizingReport';

/**
 * The JSON output, whose items are the findings: cores and bytes as numbers, null for unknown; a limit is null if a container has none.
 *
 * @param proposed what was proposed for values, as data.
 */
export function dataOf(
  sizing: Sizing,
  findings: readonly Finding[],
  { values, proposed }: { values: ClusterValues; proposed: { exitCode: 0 | 1; data: object } | undefined },
): object {
  const { namespace, nodes, rule, requests, limits, measured, pods, stores } = sizing;
  return resultOf(MONITORING, KIND, {
    verdict: verdictOf(sizing, findings),
    exitCode: proposed?.exitCode ?? 0,
    namespace,
    nodes,
    items: findings.map((finding) =>
      findingItem({ ...finding, verdict: finding.severity === 'info' ? 'clean' : 'findings' }, values),
    ),
    rule: amounts(rule),
    requests: requests && amounts(requests),
    limits: limits && { ...amounts(limits), containers: limits.containers, unlimited: limits.unlimited },
    measured: amounts(measured),
    via: sizing.metrics,
    pods: pods.map(({ name, part, ...pod }) =>
      itemOf({
        ...{ name, namespace, part },
        requests: amounts(pod.requests),
        limits: amounts(pod.limits),
        measured: amounts(pod.measured),
      }),
    ),
    otherPods: sizing.others,
    stores: stores.map((store) => storeItem(store, namespace)),
    missing: sizing.missing.map(({ what, reason: message }) => ({ what, message })),
    ...(proposed && { values: proposed.data }),
  });
}

/** Cores and bytes. */
export const amounts = ({ cpuCores, memoryMiB }: OpenAmounts) => ({
  cpuCores,
  memoryBytes: bytes(memoryMiB),
});

function storeItem(store: StoreSizing, namespace: string) {
  const { name, pods, retention, claim, measured, expected, bytesPerSeries } = store;
  const { disk } = expected;
  const amountsOf = (of: StoreSizing['measured']) => ({
    samplesPerSecond: of.samplesPerSecond,
    series: of.series,
    walBytes: bytes(of.walMiB),
    memoryBytes: bytes(of.memoryMiB),
  });
  return itemOf({
    ...{ name, namespace, kind: 'Prometheus', pods, retention, size: claim },
    measured: amountsOf(measured),
    expected: {
      ...amountsOf(expected),
      disk: disk && { lowBytes: bytes(disk.lowMiB), highBytes: bytes(disk.highMiB), by: disk.by },
    },
    bytesPerSeries,
  });
}

const bytes = (mib: number | null): number | null => (mib === null ? null : Math.round(mib * MIB));
