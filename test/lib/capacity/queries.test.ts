import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { historyQuery, useQuery } from '../../../lib/capacity/queries.ts';
import { capacityQueries } from './every-query.ts';

const now = new Date('2026-01-02T03:04:05Z');

test('queries used, total and available bytes at once', () => {
  assert.deepEqual(useQuery('monitoring-system', now), {
    query:
      'max by (__name__, persistentvolumeclaim) ({__name__=~"kubelet_volume_stats_(used|capacity|available)_bytes",namespace="monitoring-system"})',
    at: now,
  });
});

test('queries fourteen days at multiples of ninety minutes', () => {
  assert.deepEqual(historyQuery('monitoring-system', { now, over: 14 }), {
    query: 'max by (persistentvolumeclaim) (kubelet_volume_stats_used_bytes{namespace="monitoring-system"})',
    from: new Date('2025-12-19T03:00:00Z'),
    to: new Date('2026-01-02T03:00:00Z'),
    step: 5_400,
  });
});

test('escapes quotes in names', () => {
  assert.match(useQuery('a"} or {b="', now).query, /namespace="a\\"} or {b=\\""/);
});

test('covers the window with at most 300 steps, the same for all runs within a step', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1 / 24, max: 3_650, noNaN: true }),
      fc.date({ min: new Date('2020-01-01'), max: new Date('2050-01-01'), noInvalidDate: true }),
      (over, at) => {
        const { from, to, step } = historyQuery('monitoring', { now: at, over });
        const seconds = (to.getTime() - from.getTime()) / 1000;
        assert.ok(seconds / step <= 300, `${seconds / step} steps`);
        assert.ok(seconds >= over * 86_400 - 1e-3 && seconds < over * 86_400 + step);
        assert.ok(to <= at && at.getTime() - to.getTime() < step * 1000);
        assert.deepEqual([from.getTime() % (step * 1000), to.getTime() % (step * 1000)], [0, 0]);
      },
    ),
  );
});

test('sends at most one range query and four instant queries', () => {
  const { instant, range } = capacityQueries('monitoring-system', { now, over: 14 });
  assert.deepEqual(
    instant.map(({ query }) => query),
    [
      useQuery('monitoring-system', now).query,
      'count by (namespace, exported_namespace) (kubelet_volume_stats_used_bytes)',
      'count_values("up", up{metrics_path="/metrics",job=~".*kubelet.*"})',
      'count by (persistentvolumeclaim) (kube_pod_spec_volumes_persistentvolumeclaims_info{namespace="monitoring-system"})',
    ],
  );
  assert.deepEqual(range, [historyQuery('monitoring-system', { now, over: 14 })]);
});
