import { fieldsOf } from '../../objects/fields.ts';
import { expressionsOf, wordsOf } from '../expressions.ts';
import type { UpgradeFacts } from '../facts.ts';
import { type Found, foundAt, type KnownIssue } from '../known-issue.ts';
import { placesWhere, settingsOf } from '../values.ts';

/** Changes of the chart itself, from its upgrade notes. */
export const CHART_CHANGES: readonly KnownIssue[] = [
  {
    id: 'node-exporter-labels',
    since: '40.0.0',
    severity: 'critical',
    what: 'the DaemonSet of the node exporter has other selector labels, which cannot be changed: the upgrade fails while the old one is there',
    before: [
      {
        text: 'Delete it just before the upgrade, which creates it again; the metrics of the nodes stop until then',
        run: ['kubectl', 'delete', 'daemonset', '-l', 'app=prometheus-node-exporter'],
      },
    ],
    after: [
      {
        text: 'Compare the selectors of your own monitors with the new labels',
        run: ['kubectl', 'get', 'servicemonitors,podmonitors', '-A', '-o', 'yaml'],
      },
    ],
  },
  {
    id: 'metrics-dropped',
    since: '68.0.0',
    severity: 'warning',
    what: 'the chart no longer keeps some metrics of the API server, the kubelet and cAdvisor, or some of their buckets: expressions that read them see fewer series or none',
    before: [
      {
        text: 'To keep them, set the metricRelabelings of kubeApiServer and kubelet in your values as they were',
      },
    ],
    after: [
      {
        text: 'See whether rules still have what they read',
        run: ['kubectl', 'monitoring', 'rules', 'list', '-A'],
      },
    ],
    find: (facts) => usesOf(facts, isDropped),
  },
  {
    id: 'rule-objects-renamed',
    since: '75.0.0',
    severity: 'warning',
    what: 'the objects of additionalPrometheusRules and additionalPrometheusRulesMap get the full name of the release as their prefix: Helm deletes them and creates them under the new names, and their alerts wait for the time in "for" before they fire again',
    before: [{ text: 'Change what names these objects, such as ignoreDifferences of Argo CD and scripts' }],
    after: [{ text: 'Check that they are loaded', run: ['kubectl', 'monitoring', 'rules', 'list', '-A'] }],
    find(facts) {
      if (!facts.values) return {};
      const keys = ['additionalPrometheusRules', 'additionalPrometheusRulesMap'];
      return foundAt(placesWhere(facts, keys, (value) => !isEmpty(value)));
    },
  },
  {
    id: 'distroless',
    since: '85.0.0',
    severity: 'info',
    what: 'the images of Prometheus and the node exporter are distroless by default: there is no shell in them that scripts could start',
    before: [{ text: 'Change scripts and runbooks that start a shell in these pods' }],
    after: [
      {
        text: 'To look around in a pod, add a container with a shell to it',
        run: ['kubectl', 'debug', '-it', 'POD', '--image=busybox', '--target=prometheus'],
      },
    ],
    find: (facts) =>
      settingsOf(facts, 'prometheus.prometheusSpec.image.tag').some(({ value }) => value !== '')
        ? undefined
        : {},
  },
];

/** Metrics that chart 68 drops, wholly or in part, from these exporters. */
const DROPPED = new Set([
  'apiserver_request_sli_duration_seconds_bucket',
  'apiserver_request_slo_duration_seconds_bucket',
  'etcd_request_duration_seconds_bucket',
  'csi_operations_seconds_bucket',
  'storage_operation_duration_seconds_bucket',
  'container_memory_failures_total',
]);

const isDropped = (name: string): boolean => DROPPED.has(name) || name.startsWith('container_network_');

/** Where expressions use such a name; in general, if neither rules nor dashboards are known. */
function usesOf(facts: UpgradeFacts, isNamed: (name: string) => boolean): Found | undefined {
  if (!facts.rules && !facts.dashboards) return {};
  const places = expressionsOf(facts).flatMap((expression) => {
    const names = new Set(wordsOf(expression).filter(isNamed));
    return names.size > 0 ? [`${expression.place}: ${[...names].join(', ')}`] : [];
  });
  return foundAt([...new Set(places)]);
}

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : Object.keys(fieldsOf(value) ?? {}).length === 0;
