import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { CHECKS } from '../../../lib/values/check/all.ts';
import type { ClusterFacts } from '../../../lib/values/check/cluster-facts.ts';
import { checkValues } from '../../../lib/values/check/findings.ts';
import { readLayer } from '../../../lib/values/read-layer.ts';

/** A case of a check: files, and what it finds in them as `file:line message`; several files are layers. */
interface Row {
  check: string;
  when: string;
  files: readonly string[];
  finds: readonly string[];
  /** Whether git tracks the files; it does if absent. */
  isTracked?: boolean;
  /** What the cluster has; it is not asked if absent. */
  cluster?: Partial<ClusterFacts>;
}

const UI = 'grafana:\n  admin: {existingSecret: admin}\n';
const CONFIG = 'alertmanager:\n  config:\n';
const exposed = (lines: string): string => `${UI}  ingress:\n    enabled: true\n${lines}`;
const volume = (size: string): string =>
  `    storageSpec: {volumeClaimTemplate: {spec: {resources: {requests: {storage: ${size}}}}}}\n`;

const CLUSTER: ClusterFacts = {
  namespace: 'monitoring-system',
  ingressClasses: [{ name: 'nginx', isDefault: true }],
  issuers: { cluster: ['le'], namespace: ['own'] },
  hasExternalDns: true,
  volumes: [],
};

const GIB = 1024 ** 3;

/** A volume of 100Gi that grows by so many GiB a day. */
const live = (perDay: number, size = '100Gi'): ClusterFacts['volumes'][number] => ({
  component: 'metrics',
  claim: 'db-0',
  size,
  retention: {},
  metrics: {
    ...{ namespace: 'monitoring-system', claim: 'db-0', daysToFull: undefined, points: [] },
    use: { used: 50 * GIB, capacity: 100 * GIB },
    growth: { perDay: perDay * GIB, low: perDay * GIB, high: perDay * GIB, days: 14 },
  },
});

const CLUSTER_ROWS: Row[] = [
  {
    check: 'ingress-controller',
    when: 'the cluster has none',
    files: [exposed('    hosts: [a.example]\n')],
    cluster: { ingressClasses: [] },
    finds: ['a.yaml:3 the cluster has no ingress controller (IngressClass)'],
  },
  {
    check: 'ingress-controller',
    when: 'the class is another one',
    files: [exposed('    ingressClassName: traefik\n')],
    cluster: {},
    finds: ['a.yaml:5 the cluster has no ingress class "traefik" (nginx)'],
  },
  {
    check: 'ingress-controller',
    when: 'no class is named, and none is the default',
    files: [exposed('    hosts: [a.example]\n')],
    cluster: { ingressClasses: [{ name: 'nginx', isDefault: false }] },
    finds: ['a.yaml:3 no ingress class is named, and none of the cluster is the default (nginx)'],
  },
  ...[
    'ingressClassName: nginx',
    'annotations: {kubernetes.io/ingress.class: nginx}',
    'ingressClassName: "{{ .x }}"',
    'hosts: []',
  ].map((line) => ({
    check: 'ingress-controller',
    when: `the ingress has ${line}`,
    files: [exposed(`    ${line}\n`)],
    cluster: {},
    finds: [],
  })),
  {
    check: 'ingress-controller',
    when: 'classes could not be read',
    files: [exposed('    ingressClassName: x\n')],
    cluster: { ingressClasses: undefined },
    finds: [],
  },
  {
    check: 'issuer',
    when: 'the issuer does not exist',
    files: [
      exposed(
        '    annotations:\n      cert-manager.io/cluster-issuer: own\n      cert-manager.io/issuer: le\n',
      ),
    ],
    cluster: {},
    finds: [
      'a.yaml:6 the cluster has no ClusterIssuer "own"',
      'a.yaml:7 the cluster has no Issuer "le" in namespace monitoring-system',
    ],
  },
  {
    check: 'issuer',
    when: 'the cluster has no certificate manager, which is a note',
    files: [exposed('    annotations: {cert-manager.io/cluster-issuer: le}\n')],
    cluster: { issuers: null },
    finds: ['a.yaml:5 the cluster has no certificate manager'],
  },
  {
    check: 'issuer',
    when: 'the issuer exists',
    files: [exposed('    annotations: {cert-manager.io/cluster-issuer: le}\n')],
    cluster: {},
    finds: [],
  },
  {
    check: 'external-dns',
    when: 'the cluster has none, which is a note',
    files: [exposed('    hosts: [a.example]\n')],
    cluster: { hasExternalDns: false },
    finds: ['a.yaml:5 no external DNS was found in the cluster: it will not publish these names'],
  },
  { check: 'external-dns', when: 'it has one', files: [exposed('    hosts: [a]\n')], cluster: {}, finds: [] },
  {
    check: 'claim-size',
    when: 'the claims have another size',
    files: [`prometheus:\n  prometheusSpec:\n${volume('50Gi')}`],
    cluster: { volumes: [live(0)] },
    finds: ['a.yaml:3 the values say 50Gi, and the claim db-0 requests 100Gi'],
  },
  {
    check: 'claim-size',
    when: 'the claims have the same size, in other words',
    files: [`prometheus:\n  prometheusSpec:\n${volume('102400Mi')}`],
    cluster: { volumes: [live(0)] },
    finds: [],
  },
  {
    check: 'measured-size',
    when: 'the volume fills up within 90 days',
    files: [`prometheus:\n  prometheusSpec:\n${volume('100Gi')}`],
    cluster: { volumes: [live(1)] },
    finds: [
      'a.yaml:3 100Gi is too small for the measured growth: 50Gi is used now, and 175Gi will be needed within 90 days',
    ],
  },
  {
    check: 'measured-size',
    when: 'it does not grow',
    files: [`prometheus:\n  prometheusSpec:\n${volume('100Gi')}`],
    cluster: { volumes: [live(0)] },
    finds: [],
  },
];

const ROWS: Row[] = [
  ...CLUSTER_ROWS,
  {
    check: 'lost-entries',
    when: 'a later file replaces a list of an earlier one',
    files: [
      `${CONFIG}    receivers:\n      - name: "null"\n      - name: pager\n      - name: mail\n`,
      `${CONFIG}    receivers:\n      - name: "null"\n      - name: chat\n`,
    ],
    finds: ['b.yaml:3 it replaces a list, which loses 2 entries: "pager" (a.yaml:5), "mail" (a.yaml:6)'],
  },
  {
    check: 'lost-entries',
    when: 'the entry that is lost is a host name, two files below',
    files: [
      `${UI}  ingress: {hosts: [a.example, b.example]}\n`,
      'grafana: {replicas: 1}\n',
      'grafana:\n  ingress:\n    hosts: [b.example]\n',
    ],
    finds: ['c.yaml:3 it replaces a list, which loses an entry: "a.example" (a.yaml:3)'],
  },
  {
    check: 'lost-entries',
    when: 'a route is lost, which has no name',
    files: [
      `${CONFIG}    route:\n      routes:\n        - receiver: pager\n          matchers: [severity = "critical"]\n`,
      `${CONFIG}    route:\n      routes:\n        - receiver: chat\n`,
    ],
    finds: ['b.yaml:4 it replaces a list, which loses an entry: the route to "pager" (a.yaml:5)'],
  },
  {
    check: 'lost-entries',
    when: 'every entry is kept, with other fields and in another order',
    files: [
      `${CONFIG}    receivers: [{name: "null"}, {name: pager}]\n`,
      `${CONFIG}    receivers: [{name: pager, webhook_configs: []}, {name: "null"}, {name: chat}]\n`,
    ],
    finds: [],
  },
  {
    check: 'null-receiver',
    when: 'a receiver is added without the receiver "null" (§7)',
    files: [`${CONFIG}    receivers:\n      - name: pager\n`],
    finds: ['a.yaml:3 the list has no receiver "null", to which 2 routes lead by the defaults of the chart'],
  },
  {
    check: 'null-receiver',
    when: 'the platform calls the section alerts',
    files: ['alerts:\n  config:\n    receivers:\n      - name: pager\n'],
    finds: ['a.yaml:3 the list has no receiver "null", to which 2 routes lead by the defaults of the chart'],
  },
  {
    check: 'null-receiver',
    when: 'an umbrella chart has the values below its key',
    files: ['monitoring:\n  alertmanager:\n    config:\n      receivers: []\n'],
    finds: ['a.yaml:4 the list has no receiver "null", to which 2 routes lead by the defaults of the chart'],
  },
  {
    check: 'null-receiver',
    when: 'no route leads to it',
    files: [`${CONFIG}    receivers: [{name: pager}]\n    route: {receiver: pager, routes: []}\n`],
    finds: ['a.yaml:3 the list has no receiver "null", and no route leads to it'],
  },
  {
    check: 'null-receiver',
    when: 'it is there',
    files: [`${CONFIG}    receivers: [{name: "null"}]\n`],
    finds: [],
  },
  {
    check: 'null-receiver',
    when: 'the list is in no file',
    files: [`${CONFIG}    global: {resolve_timeout: 5m}\n`],
    finds: [],
  },
  {
    check: 'null-receiver',
    when: 'the alert manager is off',
    files: ['alertmanager:\n  enabled: false\n  config: {receivers: []}\n'],
    finds: [],
  },
  {
    check: 'unquoted-null',
    when: 'null has no quotes',
    files: [`${CONFIG}    receivers:\n      - name: null\n    route:\n      receiver: ~\n`],
    finds: ['a.yaml:4 the name of a receiver is null', 'a.yaml:6 the receiver of a route is null'],
  },
  {
    check: 'unquoted-null',
    when: 'null has quotes',
    files: [`${CONFIG}    receivers: [{name: 'null'}]\n    route: {receiver: "null"}\n`],
    finds: [],
  },
  {
    check: 'undefined-receiver',
    when: 'a route leads to a receiver that is not defined',
    files: [
      `${CONFIG}    receivers: [{name: "null"}, {name: pager}]\n    route:\n      routes:\n        - receiver: pager\n          routes:\n            - receiver: pagre\n`,
    ],
    finds: ['a.yaml:8 no receiver is called "pagre"'],
  },
  {
    check: 'undefined-receiver',
    when: 'a later file replaces the receivers that a route of an earlier one uses',
    files: [
      `${CONFIG}    route: {receiver: pager}\n    receivers: [{name: "null"}, {name: pager}]\n`,
      `${CONFIG}    receivers: [{name: "null"}]\n`,
    ],
    finds: ['a.yaml:3 no receiver is called "pager"'],
  },
  {
    check: 'undefined-receiver',
    when: 'another program fills in the name',
    files: [`${CONFIG}    receivers: [{name: "null"}]\n    route: {receiver: "\${RECEIVER}"}\n`],
    finds: [],
  },
  {
    check: 'invalid-alert-config',
    when: 'a matcher cannot be read',
    files: [
      `${CONFIG}    route:\n      routes:\n        - receiver: "null"\n          matchers: ["severity >= 3"]\n`,
    ],
    finds: ['a.yaml:2 route.routes[0].matchers[0]: '],
  },
  {
    check: 'invalid-alert-config',
    when: 'two receivers have one name',
    files: [`${CONFIG}    receivers:\n      - name: "null"\n      - name: pager\n      - name: pager\n`],
    finds: ['a.yaml:6 two receivers are called "pager"'],
  },
  {
    check: 'invalid-alert-config',
    when: 'it can be read',
    files: [`${CONFIG}    route: {group_wait: 10s, routes: [{receiver: "null", matchers: ["a = b"]}]}\n`],
    finds: [],
  },
  {
    check: 'config-bypassed',
    when: 'a Secret has the configuration',
    files: [
      'alertmanager:\n  alertmanagerSpec:\n    useExistingSecret: true\n    configSecret: own\n  config: {receivers: []}\n',
    ],
    finds: ['a.yaml:3 the chart does not use alertmanager.config'],
  },
  {
    check: 'config-bypassed',
    when: 'a text of the configuration is set, and the chart does not read it',
    files: ["alertmanager:\n  stringConfig: 'route: {}'\n  config: {receivers: []}\n"],
    finds: [],
  },
  {
    check: 'admin-password',
    when: 'neither a password nor a Secret is set (§7)',
    files: ['grafana:\n  replicas: 1\n'],
    finds: ['a.yaml:1 neither grafana.adminPassword nor grafana.admin.existingSecret is set'],
  },
  {
    check: 'admin-password',
    when: 'the values say nothing of the UI, by the names of the platform',
    files: ['metrics:\n  metricsSpec: {}\nalerts: {}\n'],
    finds: ['a.yaml:1 neither ui.adminPassword nor ui.admin.existingSecret is set'],
  },
  {
    check: 'admin-password',
    when: 'it is the placeholder of the specification',
    files: ['ui:\n  adminPassword: <ADMIN_PASSWORD>\n'],
    finds: ['a.yaml:2 the admin password is still the placeholder'],
  },
  {
    check: 'admin-password',
    when: 'null removes it again',
    files: ['grafana:\n  adminPassword: "{{ .x }}"\n', 'grafana:\n  adminPassword: null\n'],
    finds: ['b.yaml:2 neither grafana.adminPassword nor grafana.admin.existingSecret is set'],
  },
  ...['adminPassword: x', 'admin: {existingSecret: s}', 'envFromSecret: s', 'enabled: false'].map((line) => ({
    check: 'admin-password',
    when: `the UI has ${line}`,
    files: [`grafana:\n  ${line}\n`],
    finds: [],
  })),
  {
    check: 'committed-password',
    when: 'git tracks a file with the password in plain text',
    files: ['grafana:\n  adminPassword: hunter2\n'],
    finds: ['a.yaml:2 the admin password is in plain text in a file that git does not ignore'],
  },
  {
    check: 'committed-password',
    when: 'git does not track it',
    files: ['grafana:\n  adminPassword: hunter2\n'],
    finds: [],
    isTracked: false,
  },
  ...[
    'ENC[AES256_GCM,data:x]',
    ['$', '{PASSWORD}'].join(''),
    'ref+vault://x',
    '<path:secret/data/x#y>',
    '<ADMIN_PASSWORD>',
  ].map((text) => ({
    check: 'committed-password',
    when: `it is a reference: ${text}`,
    files: [`grafana:\n  adminPassword: '${text}'\n`],
    finds: [],
  })),
  {
    check: 'tls-missing',
    when: 'an issuer is named and there is no tls',
    files: [exposed('    annotations: {cert-manager.io/cluster-issuer: le}\n    hosts: [a.example]\n')],
    finds: ['a.yaml:5 an issuer is named, and the ingress has no tls'],
  },
  {
    check: 'tls-missing',
    when: 'there is tls',
    files: [
      exposed(
        '    annotations: {cert-manager.io/issuer: le}\n    tls: [{secretName: a, hosts: [a.example]}]\n',
      ),
    ],
    finds: [],
  },
  {
    check: 'admin-password',
    when: 'an Application has its values as a text, where they are',
    files: [
      'apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec:\n  source:\n    helm:\n      values: |\n\n        prometheus: {}\n        grafana:\n          replicas: 1\n  destination: {}\n',
    ],
    finds: ['a.yaml:9 neither grafana.adminPassword nor grafana.admin.existingSecret is set'],
  },
  {
    check: 'unused-password',
    when: 'a Secret has the password as well',
    files: ['grafana:\n  adminPassword: x\n  admin: {existingSecret: a}\n'],
    finds: ['a.yaml:2 admin.existingSecret is set as well, so adminPassword has no effect'],
  },
  {
    check: 'unused-password',
    when: 'one of them is set',
    files: ['grafana: {adminPassword: x}\n'],
    finds: [],
  },
  {
    check: 'host-name',
    when: 'a host is an address, or the hosts are no list',
    files: [
      exposed('    hosts: [https://a.example]\n'),
      'alertmanager:\n  ingress: {enabled: true, hosts: a.example}\n',
    ],
    finds: ['a.yaml:5 "https://a.example" is not a host name', 'b.yaml:2 hosts is not a list'],
  },
  {
    check: 'host-name',
    when: 'the hosts are names, a wildcard, or filled in',
    files: [exposed('    hosts: [a.example, "*.b.example", "{{ .x }}/y"]\n')],
    finds: [],
  },
  {
    check: 'admin-password',
    when: 'values from elsewhere may set it',
    files: [
      'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nspec:\n  valuesFrom: [{kind: Secret, name: x}]\n  values:\n    grafana: {replicas: 1}\n',
    ],
    finds: [
      'a.yaml:6 neither grafana.adminPassword nor grafana.admin.existingSecret is set here; values from elsewhere are not known',
    ],
  },
  {
    check: 'undefined-receiver',
    when: 'SOPS encrypted the names',
    files: [
      `${CONFIG}    receivers: [{name: "ENC[AES256_GCM,data:a]"}]\n    route: {receiver: "ENC[AES256_GCM,data:b]"}\n`,
    ],
    finds: [],
  },
  {
    check: 'ui-persistence',
    when: 'persistence is enabled with two replicas (§8)',
    files: [`${UI}  replicas: 2\n  persistence: {enabled: true}\n`],
    finds: ['a.yaml:3 persistence is enabled with 2 replicas'],
  },
  {
    check: 'ui-persistence',
    when: 'another file raises the replicas',
    files: [`${UI}  persistence: {enabled: true}\n`, 'grafana: {replicas: 3}\n'],
    finds: ['b.yaml:1 persistence is enabled with 3 replicas'],
  },
  {
    check: 'ui-persistence',
    when: 'persistence has one replica',
    files: [`${UI}  replicas: 1\n  persistence: {enabled: true}\n`],
    finds: [],
  },
  {
    check: 'ui-persistence',
    when: 'two replicas have no persistence',
    files: [`${UI}  replicas: 2\n`],
    finds: [],
  },
  {
    check: 'sticky-sessions',
    when: 'two replicas are behind an ingress without sticky sessions (§5)',
    files: [exposed('    hosts: [a.example]\n  replicas: 2\n')],
    finds: ['a.yaml:3 the ingress has no sticky sessions for 2 replicas'],
  },
  ...[
    'annotations: {nginx.ingress.kubernetes.io/affinity: cookie}\n  replicas: 2\n',
    'hosts: [a.example]\n  replicas: 1\n',
    'hosts: [a.example]\n  replicas: 2\n  service: {annotations: {traefik.ingress.kubernetes.io/service.sticky.cookie: "true"}}\n',
    'hosts: [a.example]\n  replicas: 2\n  grafana.ini: {database: {type: postgres}}\n',
  ].map((lines) => ({
    check: 'sticky-sessions',
    when: `it has ${JSON.stringify(lines)}`,
    files: [exposed(`    ${lines}`)],
    finds: [],
  })),
  {
    check: 'ingress-hosts',
    when: 'an ingress has no host',
    files: [exposed('    hosts: []\n')],
    finds: ['a.yaml:5 the ingress is enabled and has no host'],
  },
  {
    check: 'ingress-hosts',
    when: 'the ingress is off',
    files: [`${UI}  ingress: {enabled: false, hosts: []}\n`],
    finds: [],
  },
  {
    check: 'tls-hosts',
    when: 'the certificate is for another name',
    files: [exposed('    hosts: [a.example]\n    tls:\n      - {secretName: s, hosts: [b.example]}\n')],
    finds: [
      'a.yaml:5 no certificate in tls is for the host "a.example"',
      'a.yaml:6 TLS is for "b.example", which is no host of the ingress (a.example)',
    ],
  },
  {
    check: 'tls-hosts',
    when: 'a wildcard is for the host, in other letters',
    files: [exposed('    hosts: [A.example.com]\n    tls: [{hosts: ["*.example.com"]}]\n')],
    finds: [],
  },
  {
    check: 'root-url',
    when: 'it has another host',
    files: [exposed('    hosts: [a.example]\n  grafana.ini: {server: {root_url: "https://b.example"}}\n')],
    finds: ['a.yaml:6 root_url has the host "b.example", and the ingress a.example'],
  },
  {
    check: 'root-url',
    when: 'it is not set',
    files: ['ui:\n  adminPassword: x\n  ingress: {enabled: true, hosts: [a.example]}\n'],
    finds: ['a.yaml:1 the ingress is enabled and root_url is not set'],
  },
  {
    check: 'root-url',
    when: 'it is http and the ingress has TLS',
    files: [
      exposed(
        '    hosts: [a.example]\n    tls: [{hosts: [a.example]}]\n  grafana.ini: {server: {root_url: "http://a.example/"}}\n',
      ),
    ],
    finds: ['a.yaml:7 root_url begins with http://, and the ingress has TLS'],
  },
  ...[
    'https://a.example/grafana',
    'https://A.EXAMPLE',
    '%(protocol)s://%(domain)s/',
    'https://{{ .host }}',
  ].map((url) => ({
    check: 'root-url',
    when: `it is ${url}`,
    files: [exposed(`    hosts: [a.example]\n  grafana.ini: {server: {root_url: "${url}"}}\n`)],
    finds: [],
  })),
  {
    check: 'volume-size',
    when: 'the size is not a quantity',
    files: [`prometheus:\n  prometheusSpec:\n${volume('100GB')}`],
    finds: ['a.yaml:3 the size "100GB" is not a quantity'],
  },
  {
    check: 'volume-size',
    when: 'it is one',
    files: [`prometheus:\n  prometheusSpec:\n${volume('100Gi')}`],
    finds: [],
  },
  {
    check: 'no-volume',
    when: 'the metrics server has none',
    files: ['prometheus:\n  prometheusSpec:\n    replicas: 2\n'],
    finds: ['a.yaml:2 prometheus.prometheusSpec has no volume, and keeps its data in its pod'],
  },
  {
    check: 'no-volume',
    when: 'it has one',
    files: [`prometheus:\n  prometheusSpec:\n${volume('1Gi')}`],
    finds: [],
  },
  {
    check: 'retention-size',
    when: 'it leaves too little room',
    files: [`prometheus:\n  prometheusSpec:\n    retentionSize: 90GiB\n${volume('100Gi')}`],
    finds: ["a.yaml:3 90GiB is more than 85% of the volume's 100Gi"],
  },
  {
    check: 'retention-size',
    when: 'Prometheus cannot read it',
    files: [`metrics:\n  metricsSpec:\n    retentionSize: 90Gi\n${volume('200Gi')}`],
    finds: ['a.yaml:3 "90Gi" is not a size that Prometheus reads'],
  },
  {
    check: 'retention-size',
    when: 'it fits',
    files: [`prometheus:\n  prometheusSpec:\n    retentionSize: 80GiB\n${volume('100Gi')}`],
    finds: [],
  },
  {
    check: 'retention-policy',
    when: 'it deletes claims',
    files: [
      `prometheus:\n  prometheusSpec:\n    persistentVolumeClaimRetentionPolicy: {whenDeleted: Delete}\n${volume('1Gi')}`,
    ],
    finds: ['a.yaml:3 whenDeleted is Delete'],
  },
  {
    check: 'retention-policy',
    when: 'it retains them',
    files: [
      `prometheus:\n  prometheusSpec:\n    persistentVolumeClaimRetentionPolicy: {whenDeleted: Retain}\n${volume('1Gi')}`,
    ],
    finds: [],
  },
  {
    check: 'operator-replicas',
    when: 'there are two',
    files: ['prometheusOperator:\n  replicas: 2\n'],
    finds: ['a.yaml:2 the operator has 2 replicas'],
  },
  {
    check: 'operator-replicas',
    when: 'there is one',
    files: ['prometheusOperator: {replicas: 1}\n'],
    finds: [],
  },
  {
    check: 'cluster-state-replicas',
    when: 'there are two without sharding',
    files: ['kube-state-metrics:\n  replicas: 2\n'],
    finds: ['a.yaml:2 it has 2 replicas without sharding'],
  },
  {
    check: 'cluster-state-replicas',
    when: 'there are two with sharding',
    files: ['kube-state-metrics: {replicas: 2, autosharding: {enabled: true}}\n'],
    finds: [],
  },
  {
    check: 'alertmanager-cluster',
    when: 'an argument turns the cluster of two replicas off (§8)',
    files: [
      'alertmanager:\n  alertmanagerSpec:\n    replicas: 2\n    additionalArgs:\n      - name: cluster.listen-address\n',
    ],
    finds: ['a.yaml:5 cluster.listen-address keeps 2 replicas from forming one cluster'],
  },
  {
    check: 'alertmanager-cluster',
    when: 'one replica has the argument, or two have another one',
    files: [
      'alertmanager:\n  alertmanagerSpec: {replicas: 1, additionalArgs: [{name: cluster.listen-address}]}\n',
      'alerts:\n  alertsSpec: {replicas: 2, additionalArgs: [{name: log.format, value: json}]}\n',
    ],
    finds: [],
  },
  {
    check: 'duplicate-key',
    when: 'a section is there twice',
    files: ['grafana:\n  replicas: 2\nalertmanager: {}\ngrafana:\n  adminPassword: x\n'],
    finds: ['a.yaml:4 the key is there twice, and Helm takes the last one'],
  },
  {
    check: 'duplicate-key',
    when: 'every key is there once',
    files: ['grafana: {}\nalertmanager: {}\n'],
    finds: [],
  },
  {
    check: 'several-documents',
    when: 'a second document follows',
    files: ['grafana: {replicas: 1}\n---\nalertmanager:\n  enabled: false\n'],
    finds: ['a.yaml:3 Helm ignores this document and those after it'],
  },
  { check: 'several-documents', when: 'it has one', files: ['---\ngrafana: {}\n'], finds: [] },
  {
    check: 'misspelled-key',
    when: 'a key is a near miss of one that the chart has',
    files: [`${UI}  adminPasword: hunter2\n`],
    finds: ['a.yaml:3 '],
  },
  {
    check: 'misspelled-key',
    when: 'a key of a subchart is unknown',
    files: [`${UI}  somethingElse: 1\n`],
    finds: [],
  },
];

describe('checks of values', () => {
  for (const { check, when, files, finds, isTracked = true, cluster } of ROWS)
    it(`${check} finds ${finds.length === 0 ? 'nothing' : 'it'} when ${when}`, async () => {
      const layers = files.map((text, at) => readLayer(`${'abc'[at]}.yaml`, text));
      const findings =
        (await checkValues(layers, {
          isTracked: () => isTracked,
          cluster: cluster && { ...CLUSTER, ...cluster },
        })) ?? assert.fail('no values');
      const found = findings.filter((one) => one.check === check);
      const texts = found.map(({ path, line, message }) => `${path}:${line} ${message}`);
      assert.deepEqual(
        texts.map((text, at) => (finds[at]?.endsWith(' ') ? text.slice(0, finds[at].length) : text)),
        finds,
      );
    });

  for (const { name } of CHECKS)
    it(`${name} has a case that it finds, and a near miss that it does not`, () => {
      const own = ROWS.filter(({ check }) => check === name);
      assert.ok(own.some(({ finds }) => finds.length > 0) && own.some(({ finds }) => finds.length === 0));
    });
});

test('brackets that continue at the column of their key are read as Helm reads them', async () => {
  const text =
    'grafana:\n  admin: {existingSecret: a}\n  ingress:\n    enabled: true\n    hosts: [ # the names\n    b.example,\n    ]\n';
  const findings = await checkValues([readLayer('a', text)], { isTracked: () => true });
  assert.deepEqual(
    findings?.map(({ check, line }) => [check, line]),
    [['root-url', 1]],
  );
});
