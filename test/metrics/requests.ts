import { rulesPath } from '../../lib/alerts/watchdog/prometheus-answers.ts';
import { USUAL_WINDOW } from '../../lib/capacity/queries.ts';
import { instantPath, rangePath } from '../../lib/metrics/query.ts';
import { WATCHDOG } from '../../lib/objects/names.ts';
import { sizingQueries } from '../../lib/sizing/queries.ts';
import { capacityQueries } from '../lib/capacity/every-query.ts';
import { keyOf, RECORDED_NAMESPACE, type Service, type Topic } from './answers.ts';
import { MOMENT, type RecordingName } from './recordings.ts';

/** All recorded requests of a topic by server, as `keyOf` writes them, in order. */
export function requestsAbout(topic: Topic): Record<Service, string[]> {
  if (topic === 'fires' || topic === 'silent')
    return { prometheus: keys(PROMETHEUS_STATE), alertmanager: keys(ALERTMANAGER_STATE) };
  return { prometheus: keys(queries(topic)), alertmanager: [] };
}

const PROMETHEUS_STATE = [
  rulesPath(WATCHDOG),
  '/-/ready',
  '/api/v1/alertmanagers',
  '/api/v1/alerts',
  '/api/v1/nothing-here',
  '/api/v1/query',
  '/api/v1/rules',
  '/api/v1/rules?type=alert',
  '/api/v1/status/buildinfo',
  '/api/v1/status/flags',
  '/api/v1/status/runtimeinfo',
  '/api/v1/targets?state=active',
];

const ALERTMANAGER_STATE = [
  '/-/ready',
  '/api/v1/nothing-here',
  '/api/v2/alerts',
  `/api/v2/alerts?${new URLSearchParams({ filter: 'alertname="Watchdog"' })}`,
  '/api/v2/status',
];

/** Requests of `capacity`, `sizing` and `status` at the time of the tests, and of a contract case. */
function queries(recording: RecordingName): string[] {
  const windows = recording === 'steady' ? [USUAL_WINDOW, 30, 0.5] : [USUAL_WINDOW];
  const volumes = windows.map((over) => capacityQueries(RECORDED_NAMESPACE, { now: MOMENT, over }));
  const instant = ['up', 'vector(1)', 'no_such_metric', 'rate(up['].map((query) => ({ query, at: MOMENT }));
  return [
    ...instant.map(instantPath),
    ...volumes.flatMap((about) => [...about.instant.map(instantPath), ...about.range.map(rangePath)]),
    ...Object.values(sizingQueries(RECORDED_NAMESPACE, MOMENT)).map(instantPath),
  ];
}

const keys = (paths: readonly string[]): string[] => [...new Set(paths.map(keyOf))].sort();
