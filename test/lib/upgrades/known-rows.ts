import { crdsOf, dashboard, type Given, KINDS, runs } from './facts.ts';

/** Of a known issue: what it applies to, and near misses. */
export interface IssueRows {
  id: string;
  applies: readonly [what: string, given: Given, places?: readonly string[]][];
  misses: readonly [what: string, given: Given][];
}

/** A change of keys: the values that it applies to, and some that it does not. */
const keys = (
  id: string,
  range: { from: string; to?: string },
  applies: readonly string[],
  misses: readonly string[],
): IssueRows => ({
  id,
  applies: applies.map((values) => [values, { ...range, values }]),
  misses: [
    ...misses.map((values) => [values, { ...range, values }] as [string, Given]),
    ['no values', range],
    ['a chart that has it', { from: '88.0.0', values: applies[0] ?? '' }],
  ],
});

const oldWrite = { object: 'Ingress n/i', api: 'networking.k8s.io/v1beta1', manager: 'field manager "helm"' };
const toThree = { from: '66.0.0', to: '67.0.0' };
const JOB = 'crds: {upgradeJob: {enabled: true, forceConflicts: true}}\ngrafana: {}';
const WEAK_JOB = 'crds: {upgradeJob: {enabled: true}}\ngrafana: {}';
const scrape = (jobs: string): string => `prometheus: {prometheusSpec: {additionalScrapeConfigs: ${jobs}}}`;
const NULLED = 'prometheus: {prometheusSpec: {ruleSelector: {matchLabels: null}}}';
const two = [runs('metrics', 'v2.55.1')];

export const ROWS: readonly IssueRows[] = [
  {
    id: 'diff-stage',
    applies: [
      ['1.24', { from: '72.0.0', to: '72.9.0', kubernetes: 'v1.24.17' }, ['Kubernetes v1.24.17']],
      ['1.23 of a vendor', { from: '60.0.0', to: '60.1.0', kubernetes: 'v1.23.4-eks-1' }],
      ['an unknown chart', { kubernetes: 'v1.22.0' }],
    ],
    misses: [
      ['1.25', { from: '72.0.0', kubernetes: 'v1.25.0' }],
      ['an unknown version', { from: '72.0.0' }],
      ['no version', { from: '72.0.0', kubernetes: 'v1.x' }],
    ],
  },
  {
    id: 'kubernetes-too-old',
    applies: [
      ['1.24 to 73', { from: '72.0.0', to: '73.0.0', kubernetes: 'v1.24.0' }],
      ['1.24 with an unknown chart', { kubernetes: 'v1.24.0' }],
    ],
    misses: [
      ['1.25', { from: '72.0.0', kubernetes: 'v1.25.0' }],
      ['a chart before', { from: '70.0.0', to: '72.9.0', kubernetes: 'v1.24.0' }],
      ['an unknown Kubernetes', { from: '72.0.0' }],
    ],
  },
  {
    id: 'kubernetes-unknown',
    applies: [['over 73', { from: '72.0.0' }]],
    misses: [
      ['a known one', { from: '72.0.0', kubernetes: 'v1.31.0' }],
      ['not over 73', { from: '73.0.0' }],
    ],
  },
  {
    id: 'policies-removed',
    applies: [['some', { from: '72.0.0', policies: ['PodSecurityPolicy a'] }, ['PodSecurityPolicy a']]],
    misses: [
      ['none', { from: '72.0.0' }],
      ['not over 73', { from: '60.0.0', to: '72.9.9', policies: ['PodSecurityPolicy a'] }],
    ],
  },
  {
    id: 'old-apis',
    applies: [
      [
        'before it is removed',
        { kubernetes: 'v1.21.0', oldWrites: [oldWrite] },
        [
          'Ingress n/i: networking.k8s.io/v1beta1 by field manager "helm", not served by Kubernetes 1.22 and later',
        ],
      ],
      ['an unknown Kubernetes', { oldWrites: [oldWrite] }],
    ],
    misses: [
      ['after it is removed', { kubernetes: 'v1.22.0', oldWrites: [oldWrite] }],
      ['none', { kubernetes: 'v1.21.0' }],
    ],
  },
  {
    id: 'crds-outdated',
    applies: [
      ['all of an older operator', { from: '66.0.0', to: '67.0.0', crds: crdsOf('0.78.1') }],
      [
        'one of an older operator',
        { crds: [...crdsOf('0.93.0', KINDS.slice(1)), ...crdsOf('0.92.9', KINDS.slice(0, 1))] },
        ['alertmanagerconfigs.monitoring.coreos.com: of operator 0.92.9'],
      ],
      [
        'one that is missing',
        { crds: crdsOf('0.93.0', KINDS.slice(1)) },
        ['alertmanagerconfigs.monitoring.coreos.com: not installed'],
      ],
      [
        'older than the operator that runs',
        { from: '60.0.0', to: '60.1.0', crds: crdsOf('0.74.0'), programs: [runs('operator', 'v0.75.0')] },
      ],
      ['of another group', { crds: [{ name: 'prometheuses.platform.example', operator: '0.70.0' }] }],
      ['not read, and another operator', { from: '66.0.0', to: '67.0.0' }],
      ['a job that fails on the fields of Helm', { crds: crdsOf('0.70.0'), values: WEAK_JOB }],
      ['not read, and to a chart that is not known', { from: '72.9.1', to: '99.0.0' }],
      ['not read, and from a chart that is not known', { from: '39.0.0' }],
      [
        'new ones, and to a chart that is not known',
        { from: '88.0.0', to: '99.0.0', crds: crdsOf('0.93.0') },
      ],
      ['a job that this chart does not have', { to: '68.3.0', crds: crdsOf('0.70.0'), values: JOB }],
    ],
    misses: [
      ['all of the new operator', { crds: crdsOf('0.93.0') }],
      ['of a newer one', { crds: crdsOf('0.94.0') }],
      ['of an unknown one', { crds: crdsOf(undefined) }],
      ['a later fix of it', { crds: crdsOf('0.93.4') }],
      ['none installed', { crds: [] }],
      ['not read, and the same operator', { from: '88.0.0' }],
      ['not read, and an unknown chart', {}],
      ['not read, and an older chart', { from: '88.5.3', to: '62.0.0' }],
      ['not read, and an older chart that is not known', { from: '92.0.0', to: '90.0.0' }],
      ['not read, and the same chart that is not known', { from: '99.0.0', to: '99.0.0' }],
      ['upgraded by a job', { crds: crdsOf('0.70.0'), values: JOB }],
      [
        'kinds that came later',
        {
          to: '45.0.0',
          crds: crdsOf(
            '0.63.0',
            KINDS.filter((name) => !/agents|scrape/.test(name)),
          ),
        },
      ],
    ],
  },
  {
    id: 'crds-unknown',
    applies: [
      ['without an annotation', { crds: crdsOf(undefined, ['probes']) }, ['probes.monitoring.coreos.com']],
      ['with another text', { crds: crdsOf('latest', ['probes']) }],
    ],
    misses: [
      ['with a version', { crds: crdsOf('0.40.0') }],
      ['not read', {}],
    ],
  },
  {
    id: 'node-exporter-labels',
    applies: [['over 40', { from: '39.9.0', to: '40.0.0' }]],
    misses: [
      ['from 40', { from: '40.0.0' }],
      ['an unknown chart', {}],
      ['back over 40', { from: '40.0.0', to: '39.0.0' }],
    ],
  },
  {
    id: 'metrics-dropped',
    applies: [
      ['nothing is known', { from: '67.0.0', to: '68.0.0' }],
      [
        'a rule',
        { from: '67.0.0', rules: ['rate(container_network_receive_bytes_total[5m]) > 1'] },
        ['PrometheusRule n/r: alert A: container_network_receive_bytes_total'],
      ],
      [
        'a dashboard',
        {
          from: '67.0.0',
          dashboards: [
            dashboard({ targets: [{ expr: 'etcd_request_duration_seconds_bucket{job="$job"}' }] }),
          ],
        },
        ['ConfigMap n/d: d.json: etcd_request_duration_seconds_bucket'],
      ],
      ['its name in braces', { from: '67.0.0', rules: ['{"container_network_x"} > 1'] }],
    ],
    misses: [
      [
        'other metrics',
        { from: '67.0.0', rules: ['etcd_request_duration_seconds_count > 1'], dashboards: [] },
      ],
      ['from 68', { from: '68.0.0', rules: ['container_network_x > 1'] }],
    ],
  },
  {
    id: 'rule-objects-renamed',
    applies: [
      ['nothing is known', { from: '74.0.0', to: '75.0.0' }],
      [
        'values with rules',
        { from: '74.0.0', values: 'grafana: {}\nadditionalPrometheusRulesMap: {a: {groups: []}}' },
        ['v.yaml: additionalPrometheusRulesMap'],
      ],
    ],
    misses: [
      ['values without', { from: '74.0.0', values: 'grafana: {}' }],
      ['an empty list', { from: '74.0.0', values: 'grafana: {}\nadditionalPrometheusRules: []' }],
      ['from 75', { from: '75.0.0' }],
    ],
  },
  {
    id: 'distroless',
    applies: [
      ['over 85', { from: '84.0.0', to: '85.0.0' }],
      ['values without a tag', { from: '84.0.0', values: 'prometheus: {}' }],
    ],
    misses: [
      [
        'a tag of your own',
        { from: '84.0.0', values: 'prometheus: {prometheusSpec: {image: {tag: v3.5.0}}}' },
      ],
      ['platform names', { from: '84.0.0', values: 'metrics: {metricsSpec: {image: {tag: v3.5.0}}}' }],
      ['from 85', { from: '85.0.0' }],
    ],
  },
  {
    id: 'prometheus-3',
    applies: [
      ['over 67', toThree],
      ['a Prometheus 2 of an unknown chart', { programs: two }],
      ['one of two', { ...toThree, programs: [runs('metrics', 'v3.0.0'), ...two] }],
      ['an unknown version', { ...toThree, programs: [runs('metrics', null)] }],
    ],
    misses: [
      ['a Prometheus 3 already', { ...toThree, programs: [runs('metrics', 'v3.1.0-distroless')] }],
      ['a pinned Prometheus 2', { from: '70.0.0', programs: two }],
      ['to 66', { from: '60.0.0', to: '66.9.9', programs: two }],
      ['nothing is known', {}],
    ],
  },
  {
    id: 'content-type',
    applies: [['over 67', toThree]],
    misses: [['a Prometheus 3 already', { ...toThree, programs: [runs('metrics', 'v3.1.0')] }]],
  },
  {
    id: 'classic-histograms',
    applies: [
      [
        'a job',
        { ...toThree, values: scrape('[{job_name: a}, {job_name: b, scrape_classic_histograms: false}]') },
        ['v.yaml: prometheus.prometheusSpec.additionalScrapeConfigs'],
      ],
      ['a text', { ...toThree, values: scrape('"- job_name: a\\n  scrape_classic_histograms: true"') }],
      [
        'in the names of the platform',
        {
          ...toThree,
          values: 'metrics: {metricsSpec: {additionalScrapeConfigs: [{"scrape_classic_histograms": true}]}}',
        },
      ],
    ],
    misses: [
      ['the new name', { ...toThree, values: scrape('[{always_scrape_classic_histograms: true}]') }],
      ['a value', { ...toThree, values: scrape('[{job_name: scrape_classic_histograms}]') }],
      ['no values', toThree],
      ['from 67', { from: '67.0.0', values: scrape('[{scrape_classic_histograms: true}]') }],
    ],
  },
  {
    id: 'holt-winters',
    applies: [
      [
        'a rule',
        { ...toThree, rules: ['holt_winters(up[5m], 0.5, 0.5) > 1'] },
        ['PrometheusRule n/r: alert A'],
      ],
      [
        'a dashboard with variables',
        {
          ...toThree,
          dashboards: [
            dashboard({ targets: [{ expr: 'holt_winters(up{job=~"$job"}[$__interval], 0.5, 0.5)' }] }),
          ],
        },
        ['ConfigMap n/d: d.json'],
      ],
    ],
    misses: [
      ['its name in a text', { ...toThree, rules: ['up{a="holt_winters("} > 1'] }],
      ['a metric of that name', { ...toThree, rules: ['holt_winters > 1'] }],
      ['the new name', { ...toThree, rules: ['double_exponential_smoothing(up[5m], 0.5, 0.5) > 1'] }],
      ['rules that were not read', toThree],
    ],
  },
  {
    id: 'expressions-refused',
    applies: [['a syntax error', { ...toThree, rules: ['sum(up))'] }]],
    misses: [
      ['a good one', { ...toThree, rules: ['sum(up) < 1'] }],
      ['holt_winters, which has its own', { ...toThree, rules: ['holt_winters(up[5m], 0.5, 0.5) > 1'] }],
    ],
  },
  {
    id: 'whole-labels',
    applies: [
      ['le', { ...toThree, rules: ['a_bucket{le="1"} > 1'] }],
      ['a quantile', { ...toThree, rules: ['a{quantile!="0"} > 1'] }],
      ['an alternative', { ...toThree, rules: ['a_bucket{le=~"0.5|1|5"} > 1'] }],
      ['in parentheses', { ...toThree, rules: ['a_bucket{le=~"(1|5)"} > 1'] }],
    ],
    misses: [
      ['a float', { ...toThree, rules: ['a_bucket{le="1.0"} > 1'] }],
      ['infinity', { ...toThree, rules: ['a_bucket{le="+Inf"} > 1'] }],
      ['floats', { ...toThree, rules: ['a_bucket{le=~"1.0|5.0"} > 1'] }],
      ['another label', { ...toThree, rules: ['a{code="200"} > 1'] }],
      ['a text', { ...toThree, rules: ['a{b="le=\\"1\\""} > 1'] }],
    ],
  },
  {
    id: 'left-open-ranges',
    applies: [
      ['one usual interval', { ...toThree, rules: ['rate(a[30s]) > 1'] }],
      [
        'one interval of this Prometheus',
        { ...toThree, rules: ['increase(a[1m]) > 1'], scrapeIntervals: [60] },
      ],
      ['a subquery of one step', { ...toThree, rules: ['delta(sum(a)[5m:5m]) > 1'] }],
    ],
    misses: [
      ['two intervals', { ...toThree, rules: ['rate(a[1m]) > 1'] }],
      ['another function', { ...toThree, rules: ['max_over_time(a[30s]) > 1'] }],
      ['a subquery of five steps', { ...toThree, rules: ['delta(sum(a)[5m:1m]) > 1'] }],
      [
        'a usual interval, where it is another',
        { ...toThree, rules: ['rate(a[30s]) > 1'], scrapeIntervals: [10] },
      ],
    ],
  },
  {
    id: 'rule-fields-count',
    applies: [
      [
        'a field that is dropped today',
        {
          to: '56.0.0',
          programs: [runs('metrics', 'v2.41.0')],
          rules: [{ rules: [{ alert: 'A', expr: 'up', keep_firing_for: '5m' }] }],
        },
        ['PrometheusRule n/r: keep_firing_for needs Prometheus 2.42 or later'],
      ],
    ],
    misses: [
      [
        'a field that is not dropped',
        {
          programs: [runs('metrics', 'v2.42.0')],
          rules: [{ rules: [{ alert: 'A', expr: 'up', keep_firing_for: '5m' }] }],
        },
      ],
      [
        'a field that is still dropped',
        { to: '56.0.0', programs: [runs('metrics', 'v2.41.0')], rules: [{ labels: { a: 'b' }, rules: [] }] },
      ],
      ['an unknown version', { rules: [{ labels: { a: 'b' }, rules: [] }] }],
    ],
  },
  {
    id: 'alerts-api-v1',
    applies: [
      ['over 57', { from: '56.0.0', to: '57.0.0' }],
      ['an old one', { programs: [runs('alerts', 'v0.26.0')] }],
    ],
    misses: [
      ['a newer one already', { from: '56.0.0', programs: [runs('alerts', 'v0.27.0')] }],
      ['from 57', { from: '57.0.0', programs: [runs('alerts', 'v0.26.0')] }],
    ],
  },
  {
    id: 'angular-panels',
    applies: [
      [
        'graph',
        { from: '72.1.0', to: '72.2.0', dashboards: [dashboard({ type: 'graph' }, { type: 'stat' })] },
        ['ConfigMap n/d: d.json: graph becomes timeseries'],
      ],
      [
        'in a row',
        { from: '60.0.0', dashboards: [dashboard({ type: 'row', panels: [{ type: 'table-old' }] })] },
      ],
      [
        'an old Grafana',
        { programs: [runs('ui', '11.6.0')], dashboards: [dashboard({ type: 'singlestat' })] },
      ],
    ],
    misses: [
      ['new panels', { from: '60.0.0', dashboards: [dashboard({ type: 'timeseries' })] }],
      [
        'Grafana 12 already',
        { from: '60.0.0', programs: [runs('ui', '12.0.1')], dashboards: [dashboard({ type: 'graph' })] },
      ],
      ['from 72.2', { from: '72.2.0', dashboards: [dashboard({ type: 'graph' })] }],
      ['dashboards that were not read', { from: '60.0.0' }],
      ['the name of a method', { from: '60.0.0', dashboards: [dashboard({ type: 'toString' })] }],
    ],
  },
  {
    id: 'grafana-plugins',
    applies: [
      ['nothing is known', { from: '60.0.0' }],
      ['plugins', { from: '60.0.0', values: 'ui: {plugins: [a]}' }, ['v.yaml: ui.plugins']],
    ],
    misses: [
      ['none', { from: '60.0.0', values: 'ui: {}' }],
      ['Grafana 13 already', { from: '60.0.0', programs: [runs('ui', '13.0.1-security-01')] }],
    ],
  },
  {
    id: 'ui-password',
    applies: [
      ['nothing is known', { from: '78.0.0', to: '79.0.0' }],
      ['none in the values', { from: '78.0.0', values: 'grafana: {adminPassword: null}' }],
    ],
    misses: [
      ['a password', { from: '78.0.0', values: 'ui: {adminPassword: x}' }],
      [
        'a Secret below an umbrella',
        { from: '78.0.0', values: 'kps: {grafana: {admin: {existingSecret: s}}}' },
      ],
      ['from 79', { from: '79.0.0' }],
    ],
  },
  {
    id: 'grafana-13',
    applies: [
      ['over 84', { from: '83.0.0', to: '84.0.0' }],
      ['an old one', { programs: [runs('ui', '12.4.2')] }],
    ],
    misses: [
      ['Grafana 13 already', { from: '83.0.0', programs: [runs('ui', '13.0.2')] }],
      ['to 83', { from: '80.0.0', to: '83.9.9' }],
    ],
  },
  keys(
    'key-scheduler-rules',
    { from: '40.0.0' },
    ['defaultRules: {rules: {kubeScheduler: false}}\ngrafana: {}'],
    ['defaultRules: {rules: {kubeSchedulerAlerting: false}}\ngrafana: {}'],
  ),
  keys(
    'key-image-registry',
    { from: '41.0.0' },
    [
      'prometheusOperator: {image: {repository: quay.io/prometheus-operator/prometheus-operator}}',
      'metrics: {metricsSpec: {image: {repository: "registry:5000/prometheus"}}}',
    ],
    [
      'prometheusOperator: {image: {registry: quay.io, repository: prometheus-operator/prometheus-operator}}',
      'prometheus: {prometheusSpec: {image: {repository: 5}}}',
    ],
  ),
  keys(
    'key-failure-policy',
    { from: '43.0.0' },
    ['prometheusOperator: {admissionWebhooks: {failurePolicy: Fail}}'],
    ['prometheusOperator: {admissionWebhooks: {enabled: true}}'],
  ),
  keys(
    'key-thanos-secrets',
    { from: '51.0.0' },
    ['prometheus: {prometheusSpec: {thanos: {objectStorageConfig: {name: a, key: b}}}}'],
    [
      'prometheus: {prometheusSpec: {thanos: {objectStorageConfig: {existingSecret: {name: a}}}}}',
      'thanosRuler: {thanosRulerSpec: {queryConfig: {secret: []}}}',
    ],
  ),
  keys(
    'key-nil-selectors',
    { from: '62.0.0', to: '63.1.0' },
    ['prometheus: {prometheusSpec: {ruleSelectorNilUsesHelmValues: false}}'],
    ['prometheus: {prometheusSpec: {ruleSelectorNilUsesHelmValues: true}}'],
  ),
  keys(
    'key-budgets',
    { from: '71.0.0' },
    ['prometheusOperator: {admissionWebhooks: {deployment: {podDisruptionBudget: {minAvailable: 1}}}}'],
    ['prometheusOperator: {admissionWebhooks: {deployment: {podDisruptionBudget: {enabled: true}}}}'],
  ),
  keys(
    'key-policies',
    { from: '72.0.0' },
    [
      'global: {rbac: {pspEnabled: true}}\ngrafana: {}',
      'kps: {global: {rbac: {pspEnabled: false}}, grafana: {}}',
    ],
    ['global: {rbac: {create: true}}\ngrafana: {}'],
  ),
  {
    id: 'key-null-selectors',
    applies: [
      [
        'from 63',
        { from: '63.0.0', to: '64.0.0', values: NULLED },
        ['v.yaml: prometheus.prometheusSpec.ruleSelector'],
      ],
    ],
    misses: [
      ['from 64', { from: '64.0.0', values: NULLED }],
      [
        'labels',
        { from: '63.0.0', values: 'prometheus: {prometheusSpec: {ruleSelector: {matchLabels: {a: b}}}}' },
      ],
    ],
  },
  {
    id: 'values-not-checked',
    applies: [['no values', { from: '70.0.0' }]],
    misses: [
      ['values', { from: '70.0.0', values: 'grafana: {}' }],
      ['no change of keys between', { from: '73.0.0' }],
      ['nothing is known', {}],
    ],
  },
];
