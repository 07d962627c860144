import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Level } from '../../../lib/values/check/known/level.ts';
import { chartKeys } from '../../../lib/values/check/known-keys.ts';
import { misspelled } from '../../../lib/values/check/misspelled.ts';
import { type Layer, mergeLayers, type Path } from '../../../lib/values/layers.ts';
import { readLayer } from '../../../lib/values/read-layer.ts';

const check = (layers: readonly Layer[], root: Path = []) =>
  misspelled.check({ layers, values: mergeLayers(layers), root, isTracked: () => true });

/** The path of a value, with `/` between keys, as values. */
const valuesAt = (path: string, value: unknown = 'any'): Record<string, unknown> => {
  const [key = '', ...rest] = path.split('/');
  return { [key]: rest.length > 0 ? valuesAt(rest.join('/'), value) : value };
};

const layerOf = (values: object, file = 'values.yaml'): Layer => readLayer(file, JSON.stringify(values));

const adviceFor = (path: string, root: Path = []): string[] =>
  check([layerOf(valuesAt(path))], root).map(({ message }) => message);

const REAL = `
fullnameOverride: monitoring
crds: {enabled: true}
defaultRules:
  create: true
  runbookUrl: https://runbooks.example.com
  disabled: {KubeProxyDown: true}
  rules: {etcd: false, kubeProxy: false, kubeScheduler: false, kubeSchedulerAlerting: false, windows: false}
additionalPrometheusRulesMap: {own: {groups: []}}
kubeEtcd: {enabled: false, service: {port: 2381}}
kubeStateMetrics: {enabled: true}
kube-state-metrics:
  replicas: 1
  metricLabelsAllowlist: ['pods=[app]']
  metricAnnotationsAllowList: ['pods=[team]']
  prometheus: {monitor: {http: {honorLabels: true}}}
nodeExporter: {enabled: true, operatingSystems: {aix: {enabled: false}}}
prometheus-node-exporter: {hostRootFsMount: {enabled: true}, resources: {limits: {memory: 64Mi}}}
prometheusOperator:
  admissionWebhooks: {patch: {enabled: true}, deployment: {replicas: 2}}
  prometheusConfigReloader: {resources: {requests: {cpu: 10m}}}
  kubeletService: {enabled: true}
  kubeletEndpointsEnabled: true
prometheus:
  service: {sessionAffinity: ClientIP}
  ingress: {enabled: true, ingressClassName: nginx, hosts: [a.example.com], paths: [/], tls: [{secretName: a, hosts: [b]}]}
  additionalServiceMonitors: [{name: a, endpoints: [{port: web}]}]
  prometheusSpec:
    replicas: 2
    retention: 10d
    retentionSize: 40GiB
    scrapeInterval: 30s
    externalLabels: {cluster: a, replica: b}
    persistentVolumeClaimRetentionPolicy: {whenDeleted: Retain, whenScaled: Retain}
    resources: {requests: {cpu: 1}, limits: {memory: 4Gi, ephemeral-storage: 1Gi}}
    storageSpec:
      volumeClaimTemplate:
        metadata: {labels: {label: a}}
        spec: {storageClassName: fast, accessModes: [ReadWriteOnce], resources: {requests: {storage: 50Gi}}}
alertmanager:
  templateFiles: {own.tmpl: a}
  alertmanagerSpec:
    replicas: 3
    storage: {volumeClaimTemplate: {spec: {resources: {requests: {storage: 1Gi}}}}}
    useExistingSecret: true
    configSecret: a
  config:
    global: {resolve_timeout: 5m, smtp_smarthost: a, slack_api_url_file: b}
    inhibit_rules: [{source_matchers: [a], target_matchers: [b], equal: [namespace]}]
    route:
      receiver: "null"
      group_by: [namespace]
      routes: [{receiver: team, matchers: [a], continue: true, routes: [{match_re: {a: b}}]}]
    receivers: [{name: "null"}, {name: team, webhook_configs: [{url: a, send_resolve: true}]}]
    time_intervals: [{name: night, time_intervals: [{times: []}]}]
thanosRuler:
  enabled: true
  thanosRulerSpec: {storage: {}, queryEndpoints: [a], labels: {team: a}}
grafana:
  adminPassword: a
  admin: {existingSecret: a, userKey: b, passwordKey: c}
  replicas: 2
  env: {GF_SERVER_ROOT_URL: a}
  ingress: {enabled: true, path: /, pathType: Prefix, hosts: [a], annotations: {cert-manager.io/cluster-issuer: a}}
  persistence: {enabled: true, storageClassName: a, size: 1Gi, accessModes: [ReadWriteOnce]}
  sidecar: {dashboards: {label: a, folderAnnotation: b, provider: {folder: c}}, datasources: {uid: a, isDefaultDatasource: true}}
  grafana.ini:
    instance_name: a
    server: {root_url: a, domain: b, serve_from_sub_path: true}
    auth.generic_oauth: {root_urls: a}
    users: {severs: a}
`;

/** What the platform calls sections and specs. */
const PLATFORM: Record<string, string> = {
  prometheus: 'metrics',
  prometheusSpec: 'metricsSpec',
  alertmanager: 'alerts',
  alertmanagerSpec: 'alertsSpec',
  thanosRuler: 'ruler',
  thanosRulerSpec: 'rulerSpec',
  grafana: 'ui',
  'grafana.ini': 'ini',
};
const inPlatformNames = (text: string): string =>
  text.replace(/^( {0,2})([a-zA-Z.]+):/gm, (_, indent, key) => `${indent}${PLATFORM[key] ?? key}:`);

test('finds nothing in keys of the chart, in either spelling', () => {
  for (const text of [REAL, inPlatformNames(REAL)])
    assert.deepEqual(check([readLayer('values.yaml', text)]), []);
  assert.match(inPlatformNames(REAL), /^ {2}metricsSpec:\n/m);
});

test('finds nothing in the keys that it knows, wherever it knows them', () => {
  for (const naming of ['upstream', 'platform'] as const)
    forEachLevel(chartKeys(naming), (level, path) => {
      const values = Object.fromEntries([...level.keys.keys()].map((key) => [key, 'any']));
      const nested = path.length > 0 ? valuesAt(path.join('/'), values) : values;
      assert.deepEqual(check([layerOf(nested)]), [], path.join('.'));
    });
});

test('finds each long key with a letter too many or too few', () => {
  forEachLevel(chartKeys('platform'), (level, path) => {
    const wrong = [...level.keys.keys()]
      .filter((key) => key.length >= 8)
      .flatMap((key) => [`${key.slice(0, 4)}${key.slice(5)}`, `${key}x`])
      .filter((key) => !level.keys.has(key) && !level.right.has(key));
    if (wrong.length === 0) return;
    const values = Object.fromEntries(wrong.map((key) => [key, 'any']));
    const faults = check([layerOf(path.length > 0 ? valuesAt(path.join('/'), values) : values)], []);
    assert.deepEqual(faults.map(({ path: at }) => at.at(-1)).toSorted(), wrong.toSorted(), path.join('.'));
    for (const { message } of faults)
      assert.ok(level.keys.has(/; did you mean ([^ ]+)\?$/.exec(message)?.[1] ?? ''), message);
  });
});

function forEachLevel(level: Level, visit: (level: Level, path: string[]) => void): void {
  const seen = new Set<Level>();
  const walk = (some: Level, path: string[]): void => {
    if (seen.has(some)) return;
    seen.add(some);
    visit(some, path);
    for (const [key, inner] of some.below) walk(inner, [...path, key]);
  };
  walk(level, []);
}

const MISSPELLED: Record<string, string> = {
  grafanna: 'grafana',
  prometheusOperater: 'prometheusOperator',
  prometheusNodeExporter: 'prometheus-node-exporter',
  'kube-state-metric': 'kube-state-metrics',
  'defaultRules/rule': 'rules',
  'defaultRules/rules/kubeApiserverSlo': 'kubeApiserverSlos',
  'kubeEtcd/enable': 'enabled',
  'alertmanager/alertmanagerSpec/replica': 'replicas',
  'alertmanager/alertmanagerSpec/storageSpec': 'storage',
  'alertmanager/alertManagerSpec': 'alertmanagerSpec',
  'alertmanager/config/recievers': 'receivers',
  'alertmanager/config/receiver': 'receivers',
  'alertmanager/config/route/reciever': 'receiver',
  'alertmanager/config/inhibit-rules': 'inhibit_rules',
  'alertmanager/config/global/smtp_smart_host': 'smtp_smarthost',
  'alertmanager/config/route/groupBy': 'group_by',
  'prometheus/prometheusSpecs': 'prometheusSpec',
  'prometheus/prometheusSpec/Retention': 'retention',
  'prometheus/prometheusSpec/retentionsize': 'retentionSize',
  'prometheus/prometheusSpec/storage': 'storageSpec',
  'prometheus/prometheusSpec/replicaCount': 'replicas',
  'prometheus/prometheusSpec/resources/request': 'requests',
  'prometheus/prometheusSpec/persistentVolumeClaimRetentionPolicy/whenDelete': 'whenDeleted',
  'prometheus/prometheusSpec/storageSpec/volumeClaimTemplates': 'volumeClaimTemplate',
  'prometheus/prometheusSpec/storageSpec/volumeClaimTemplate/spec/storageClass': 'storageClassName',
  'prometheus/ingress/host': 'hosts',
  'prometheus/ingress/ingressClass': 'ingressClassName',
  'prometheus/ingress/tls/secretname': 'secretName',
  'thanosRuler/thanosRulerSpec/alertmanagerUrl': 'alertmanagersUrl',
  'prometheusOperator/tolerations_': 'tolerations',
  'grafana/admin_password': 'adminPassword',
  'grafana/adminPasword': 'adminPassword',
  'grafana/admin/existingsecret': 'existingSecret',
  'grafana/grafanaIni': 'grafana.ini',
  'grafana/grafana.ini/sever': 'server',
  'grafana/grafana.ini/server/rooturl': 'root_url',
  'grafana/persistence/enable': 'enabled',
  'grafana/ingress/paths': 'path',
  'grafana/sidecar/dashboard': 'dashboards',
  'grafana/sidecar/datasources/defaultDatasourceEnable': 'defaultDatasourceEnabled',
  'metrics/metricSpec': 'metricsSpec',
  'ui/adminPasword': 'adminPassword',
  'alerts/alertsSpec/replica': 'replicas',
};

test('suggests the key that was probably meant', () => {
  for (const [path, name] of Object.entries(MISSPELLED)) {
    const text = path.replaceAll('/', '.');
    assert.deepEqual(adviceFor(path), [`${text} is not a key of the chart; did you mean ${name}?`]);
  }
});

const MISPLACED: Record<string, string> = {
  adminPassword: 'grafana',
  'grafana.ini': 'grafana',
  prometheusSpec: 'prometheus',
  'prometheus/retention': 'prometheus.prometheusSpec',
  'prometheus/replicas': 'prometheus.prometheusSpec',
  'prometheus/resources': 'prometheus.prometheusSpec',
  'prometheus/storageSpec': 'prometheus.prometheusSpec',
  'prometheus/prometheusSpec/ingress': 'prometheus',
  'prometheus/prometheusSpec/storageSpec/resources':
    'prometheus.prometheusSpec.storageSpec.volumeClaimTemplate.spec',
  'alertmanager/replicas': 'alertmanager.alertmanagerSpec',
  'alertmanager/storage': 'alertmanager.alertmanagerSpec',
  'alertmanager/secrets': 'alertmanager.alertmanagerSpec',
  'alertmanager/receivers': 'alertmanager.config',
  'alertmanager/inhibit_rules': 'alertmanager.config',
  'alertmanager/group_by': 'alertmanager.config.route',
  'alertmanager/config/routes': 'alertmanager.config.route',
  'alertmanager/alertmanagerSpec/config': 'alertmanager',
  'alertmanager/alertmanagerSpec/receivers': 'alertmanager.config',
  'thanosRuler/replicas': 'thanosRuler.thanosRulerSpec',
  'grafana/existingSecret': 'grafana.admin',
  'grafana/root_url': 'grafana.grafana.ini.server',
  'grafana/server': 'grafana.grafana.ini',
  'grafana/grafana.ini/root_url': 'grafana.grafana.ini.server',
  'kubeStateMetrics/resources': 'kube-state-metrics',
  'nodeExporter/tolerations': 'prometheus-node-exporter',
  'defaultRules/etcd': 'defaultRules.rules',
  'metrics/retention': 'metrics.metricsSpec',
  'alerts/receivers': 'alerts.config',
  'ui/root_url': 'ui.ini.server',
};

test('says where a key belongs that is right at another place', () => {
  for (const [path, place] of Object.entries(MISPLACED)) {
    const text = path.replaceAll('/', '.');
    assert.deepEqual(adviceFor(path), [`${text} is not a key of the chart; it belongs in ${place}`]);
  }
  const own = layerOf({ ui: { ini: {} }, adminPassword: 'a' });
  assert.match(check([own])[0]?.message ?? '', /; it belongs in ui$/);
});

test('finds nothing in keys that are like no other, and in maps that may hold any key', () => {
  const silent = [
    ...[
      'team',
      'rules',
      'alert',
      'metric',
      'server',
      'replicas',
      'loki',
      'prometheus/rules',
      'prometheus/team',
    ],
    ...[
      'prometheus/server',
      'alertmanager/labels',
      'alertmanager/route',
      'alertmanager/own',
      'ab',
      'x-shared',
    ],
    ...[
      'prometheus/prometheusSpec/serviceAccountName',
      'prometheus/prometheusSpec/tlsConfig',
      'grafana/team',
    ],
    ...['prometheusOperator/replicas', 'prometheus-node-exporter/replicas', 'grafana/plugins/pluginz'],
    ...[
      'prometheus/annotations/enable',
      'prometheus/service/replica',
      'commonLabels/global_',
      'grafana/env/smtpx',
    ],
    ...['prometheus/prometheusSpec/nodeSelector/replica', 'prometheus/prometheusSpec/resources/limits/cpus'],
    ...['grafana/grafana.ini/security/root-url', 'extraManifests/grafanna', 'customRules/enable'],
    ...[
      'alertmanager/config/receivers/webhook_configs/send_resolve',
      'alertmanager/config/route/match/receivers',
    ],
  ];
  for (const path of silent) assert.deepEqual(adviceFor(path), [], path);
  const list = { alertmanager: { config: { receivers: [{ webhook_configs: [{ urll: 'a' }] }] } } };
  assert.deepEqual(check([layerOf(list)]), []);
});

test('finds nothing if the right key is in the same map, and says so if it is only in another file', () => {
  const both = layerOf({ prometheus: { prometheusSpec: { replica: 1, replicas: 2 } } });
  const right = layerOf(valuesAt('prometheus/prometheusSpec/replicas'), 'right.yaml');
  const wrong = layerOf(valuesAt('prometheus/prometheusSpec/replica'), 'wrong.yaml');
  assert.deepEqual(check([both]), []);
  assert.deepEqual(
    check([right, wrong]).map(({ layer }) => layer),
    [wrong],
  );
});

test('finds a key in each file that has it, and in no other', () => {
  const layers = [
    layerOf(valuesAt('grafana/adminPasword'), 'a.yaml'),
    layerOf(valuesAt('grafana/adminPassword'), 'b.yaml'),
    layerOf({ ...valuesAt('grafana/adminPasword'), ...valuesAt('prometheus/retention') }, 'c.yaml'),
  ];
  const found = check(layers).map(({ layer, path }) => [layer?.source?.file, path.join('/')]);
  assert.deepEqual(found, [
    ['a.yaml', 'grafana/adminPasword'],
    ['c.yaml', 'grafana/adminPasword'],
    ['c.yaml', 'prometheus/retention'],
  ]);
});

test('finds nothing in what the chart sets itself', () => {
  const own: Layer = { source: undefined, isChart: true, values: valuesAt('grafana/adminPasword') };
  assert.deepEqual(check([own, layerOf(valuesAt('grafana/adminPassword'))]), []);
});

test('names the place in lists', () => {
  const routes = [{ receiver: 'a' }, { routes: [{ recever: 'b' }] }];
  const config = { route: { routes }, receivers: [{ name: 'a' }, { webhook_config: [] }] };
  const paths = check([layerOf({ alertmanager: { config } })]).map(({ path }) => path.join('/'));
  assert.deepEqual(paths, [
    'alertmanager/config/route/routes/1/routes/0/recever',
    'alertmanager/config/receivers/1/webhook_config',
  ]);
});

test('looks only below the key of the chart in an umbrella chart', () => {
  const chart = { grafana: { adminPasword: 'a' }, prometheuss: {}, prometheus: {} };
  const values = { monitoring: chart, grafanna: {}, adminPassword: 'a', other: chart };
  const messages = check([layerOf(values)], ['monitoring']).map(({ message }) => message);
  assert.deepEqual(messages, [
    'monitoring.grafana.adminPasword is not a key of the chart; did you mean adminPassword?',
  ]);
  assert.deepEqual(adviceFor('monitoring/alertmanager/receivers', ['monitoring']), [
    'monitoring.alertmanager.receivers is not a key of the chart; it belongs in monitoring.alertmanager.config',
  ]);
});

test('takes the other keys at the root of an umbrella chart for other charts', () => {
  const values = {
    grafana: { adminPasword: 'a' },
    prometheuss: {},
    monitoring: { prometheus: {}, alertmanager: {} },
  };
  const paths = check([layerOf(values)]).map(({ path }) => path.join('/'));
  assert.deepEqual(paths, ['grafana/adminPasword']);
});

test('is not confused by keys that objects have, long keys and control characters', () => {
  const hostile = `{"grafana": {"__proto__": {"adminPasword": 1}, "constructor": {}, "toString": 1, "": 1, "-": 1},
    "__proto__": {"grafanna": 1}, "prometheus": {"hasOwnProperty": 1}, "alertmanager": [1, null, "a", [[]]]}`;
  assert.deepEqual(check([readLayer('values.yaml', hostile)]), []);
  const long = { [`${'-'.repeat(1_000_000)}grafana`]: 1, ['grafana'.repeat(100_000)]: 1, grafana: 'a' };
  assert.deepEqual(check([layerOf(long)]), []);
  assert.deepEqual(adviceFor('grafana/replicas\u0007'), [
    'grafana.replicas\\x07 is not a key of the chart; did you mean replicas?',
  ]);
});
