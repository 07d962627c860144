/** Results as the commands give them, for pages. */

const STARTED = Date.parse('2026-01-02T03:04:05.000Z');

const at = (seconds: number): string => new Date(STARTED + seconds * 1000).toISOString();

export const run = (command: string, more: object = {}) => ({
  command,
  version: 'v0.1.0',
  started: at(0),
  ended: at(133),
  clusters: [{ context: 'production', server: 'https://10.9.8.7:6443', user: 'jane@example.com' }],
  ...more,
});

const bmh = (kind: string, verdict: string, more: object) => ({
  ...{ apiVersion: 'bmh.kubectl/v1', kind, verdict, exitCode: verdict === 'repaired' ? 0 : 1 },
  ...more,
});

const monitoring = (kind: string, verdict: string, more: object) => ({
  ...{ apiVersion: 'monitoring.kubectl/v1', kind, verdict, exitCode: 0 },
  ...more,
});

const STEPS = [
  'Validate the host',
  'Start kubectl proxy',
  'Pause the host',
  'Write the payload of the status',
  'Write the payload of the spec',
  'Patch the status of the host',
  'Patch the spec of the host',
  'Resume the host',
  'Stop the proxy',
  'Verify the recovery',
];

/** The steps of a run, one every `pace` seconds; `failed` is the index of the one that fails. */
const steps = ({
  from = 0,
  pace = 3,
  failed = STEPS.length,
}: Partial<Record<'from' | 'pace' | 'failed', number>> = {}) =>
  STEPS.map((step, index) => {
    const title = `${index + 1}/${STEPS.length} ${step}`;
    if (index > failed) return { title, state: 'not-reached' };
    const time = at(from + index * pace);
    return index === failed
      ? { title, state: 'failed', time, note: 'the API server did not answer in 30s' }
      : { title, state: 'done', time };
  });

const OLD = 'http://172.22.0.1:6180/images';
const NEW = 'http://httpd-http/images';

/** What a repair changes of a host. */
const changes = (host: string, image: string) => {
  const resource = `baremetalhost.metal3.io/${host} -n metal3`;
  return [
    ...['spec.image', 'status.provisioning.image'].flatMap((parent) => [
      { resource, field: `${parent}.url`, from: `${OLD}/${image}`, to: `${NEW}/${image}` },
      { resource, field: `${parent}.checksum`, from: `${OLD}/${image}.md5sum`, to: `${NEW}/${image}.md5sum` },
    ]),
    { resource, field: 'spec.image.checksumType', to: 'md5' },
    { resource, field: 'metadata.annotations["example.com/reviewed"]', from: 'no' },
  ];
};

const hostItem = (name: string, verdict: string, more: object = {}) => ({
  metadata: { name, namespace: 'metal3' },
  resource: `baremetalhost.metal3.io/${name}`,
  context: 'production',
  server: 'https://10.9.8.7:6443',
  verdict,
  exitCode: verdict === 'repaired' ? 0 : 1,
  message: verdict,
  refusals: [],
  warnings: [],
  checks: [],
  causes: [],
  ...more,
});

const IMAGE = 'acme-standard-ubuntu2204.qcow2';

/** A repair of one host that went well. */
export const repaired = () =>
  bmh('RepairList', 'repaired', {
    run: run('kubectl bmh repair worker-0 -n metal3 -y'),
    items: [
      hostItem('worker-0', 'repaired', {
        warnings: [
          {
            name: 'image-not-probed',
            reason: 'the image server could not be asked',
            hint: 'check that it serves the image',
          },
        ],
        checks: [
          { name: 'status.errorCount', ok: true, found: '0' },
          { name: 'status.errorMessage', ok: true, found: 'empty' },
          { name: 'spec.image.url', ok: true, found: `${NEW}/${IMAGE}` },
        ],
        changes: changes('worker-0', IMAGE),
        steps: steps(),
      }),
    ],
  });

const NEXT = 'kubectl bmh repair worker-1 -n metal3 --context production';

/** A repair of one host that was interrupted. */
export const interrupted = () =>
  bmh('RepairList', 'interrupted', {
    run: run('kubectl bmh repair worker-1 -n metal3 -y', {
      clusters: [{ context: 'production', server: 'https://10.9.8.7:6443', user: null }],
    }),
    items: [
      hostItem('worker-1', 'interrupted', {
        message: `Interrupted: host metal3/worker-1 is paused, and its status has the new address; to continue: ${NEXT}`,
        state: 'host metal3/worker-1 is paused, and its status has the new address',
        next: NEXT,
        changes: changes('worker-1', IMAGE).slice(2),
        steps: steps({ failed: 6 }),
      }),
    ],
  });

const REFUSALS = [
  {
    guard: 'image-not-served',
    acceptable: true,
    reason: `the image server returns 404 for ${NEW}/${IMAGE} and ${NEW}/${IMAGE}.md5sum`,
    hint: 'upload the file, or use --image-name, --checksum-type or --service; --accept image-not-served continues without it',
  },
  {
    guard: 'foreign-pause',
    acceptable: true,
    reason: 'the host is paused by the Cluster API provider (CAPM3), not by this tool',
    hint: 'ask its owner; --accept foreign-pause works under the pause and leaves it in place',
  },
];

/** A repair of a few hosts of which one is refused. */
export const fewHosts = () =>
  bmh('RepairList', 'blocked', {
    message: '3 hosts: 2 repaired, 1 blocked',
    totals: { repaired: 2, blocked: 1 },
    run: run('kubectl bmh repair worker-0 worker-1 worker-2 -n metal3 -y'),
    items: [
      hostItem('worker-0', 'repaired', { changes: changes('worker-0', IMAGE), steps: steps() }),
      hostItem('worker-1', 'repaired', { changes: changes('worker-1', IMAGE), steps: steps({ from: 40 }) }),
      hostItem('worker-2', 'blocked', {
        message: 'host metal3/worker-2 was not repaired; nothing was changed',
        reason: 'image-not-served, foreign-pause',
        refusals: REFUSALS,
        next: 'kubectl bmh repair worker-2 -n metal3',
      }),
    ],
    unread: {},
  });

const SENTENCES = [
  'repaired: the operator adopted the node again, and has reported no error for 60 seconds since the host was resumed',
  'repaired: it is provisioned, its error count is 0, and both of its image addresses are at the stable service; the run of an earlier version was resumed where that had stopped',
  'repaired, after the operator had reported the old error twice; the last one was 41 seconds before its resume',
];

/** A repair of a fleet; the first `failing` hosts are not repaired. */
export const fleet = (count: number, { failing = 0, verdict = 'failed' } = {}) => {
  const items = Array.from({ length: count }, (_, index) => {
    const name = `rack${String(index % 40).padStart(2, '0')}-compute-node-${String(index).padStart(4, '0')}`;
    const image = `acme-${['standard', 'hpc', 'gpu'][index % 3]}-ubuntu2204-build${index}.qcow2`;
    const message = `${SENTENCES[index % 3]}; its node is ${(index * 7919).toString(16).padStart(12, '0')}`;
    const wave = index === 0 ? 'Canary' : index < 6 ? 'Wave 1 of 2' : 'Wave 2 of 2';
    const done = { message, wave, changes: changes(name, image), steps: steps({ from: index }) };
    if (index >= failing) return hostItem(name, 'repaired', done);
    const next = `kubectl bmh repair ${name} -n metal3 --context production`;
    return index % 2 === 0
      ? hostItem(name, 'failed', {
          message: `host metal3/${name} was not repaired: Error from server (Timeout): the API server did not answer PATCH of the status in 30s`,
          state: `host metal3/${name} is paused`,
          wave,
          changes: changes(name, image),
          steps: steps({ from: index, failed: 5 }),
          next,
        })
      : hostItem(name, 'blocked', {
          message: `host metal3/${name} was not repaired; nothing was changed`,
          reason: 'image-not-served, foreign-pause',
          refusals: REFUSALS.map((one) => ({ ...one, reason: one.reason.replaceAll(IMAGE, image) })),
          next,
        });
  });
  return bmh('RepairList', failing > 0 ? verdict : 'repaired', {
    message: `${count} hosts: ${count - failing} repaired, ${failing} not`,
    totals: { repaired: count - failing, failed: Math.ceil(failing / 2), blocked: Math.floor(failing / 2) },
    run: run('kubectl bmh repair --all -n metal3 -y --concurrency 8', { ended: at(1833) }),
    items,
    unread: {},
  });
};

/** An undo of two clusters, of which one could not be read. */
export const undone = () =>
  bmh('UndoList', 'failed', {
    message: '12 hosts: 12 undone',
    totals: { undone: 12 },
    run: run('kubectl bmh undo --all -A --contexts east,west -y', {
      clusters: [
        { context: 'east', server: 'https://10.1.0.1:6443', user: 'jane@example.com' },
        { context: 'west', server: 'https://api.west.production.example.com:6443', user: null },
      ],
    }),
    items: Array.from({ length: 12 }, (_, index) =>
      hostItem(`worker-${index}`, 'undone', {
        context: 'east',
        message: 'the repair is undone',
        changes: changes(`worker-${index}`, IMAGE).map(({ from, to, ...one }) => ({
          ...one,
          ...(to !== undefined && { from: to }),
          ...(from !== undefined && { to: from }),
        })),
        steps: steps({ from: index * 2 }),
      }),
    ),
    unread: { west: 'Unable to connect to the server: dial tcp 10.2.0.1:6443: i/o timeout' },
  });

const FIXED = 'the image or its checksum is at a fixed IP address that no longer serves it';

const evidence = (name: string) => [
  { about: 'record', label: 'state', text: 'provisioned' },
  { about: 'record', label: 'error', text: 'provisioned registration error' },
  {
    about: 'record',
    label: 'message',
    text: `Host adoption failed: node be16813b-2434-4f35-85fe-62d6d3a8b5ca could not be adopted: validation of image ${OLD}/${IMAGE} failed: a HEAD request got HTTP 404 instead of 200`,
  },
  { about: 'image', label: 'repaired image', text: `${NEW}/${IMAGE}: served` },
  { about: 'event', label: 'ProvisionedRegistrationError', text: 'last 5s ago, 13 times' },
  { about: 'owner', label: 'consumer', text: `Metal3Machine metal3/${name}` },
  { about: 'neighbour', label: 'same address', text: '4 other hosts at 172.22.0.1' },
];

/** A diagnosis of hosts: of every ten, six are at a fixed address, one is blocked, and three are healthy. */
export const diagnosis = (count: number) => {
  const items = Array.from({ length: count }, (_, index) => {
    const name = `rack${String(index % 40).padStart(2, '0')}-compute-node-${String(index).padStart(4, '0')}`;
    const metadata = { name, namespace: 'metal3' };
    if (index % 10 > 6)
      return {
        ...{ metadata, verdict: 'healthy', reason: 'healthy', refusals: [] },
        ...{ message: 'nothing is wrong; it is provisioned, without an error', evidence: evidence(name) },
      };
    const common = { metadata, reason: 'fixed-address', evidence: evidence(name), next: undefined };
    const message = `${FIXED}; its image is at ${OLD}/acme-hpc-rocky9-build${index}.qcow2`;
    return index % 10 === 6
      ? {
          ...{ ...common, verdict: 'blocked', refusals: REFUSALS.slice(0, 1) },
          message: `${message}; image-not-served: ${REFUSALS[0]?.reason}`,
          hint: `image-not-served: ${REFUSALS[0]?.hint}`,
        }
      : {
          ...{ ...common, verdict: 'degraded', refusals: [], message },
          next: `kubectl bmh repair ${name} -n metal3 --kubeconfig /home/jane/production.yaml`,
        };
  });
  const hostsOf = (verdict: string): string[] =>
    items.flatMap((item) => (item.verdict === verdict ? [`metal3/${item.metadata.name}`] : []));
  const cause = (verdict: string, refusedBy: string[], message: string, next: string[]) => ({
    ...{ reason: verdict === 'healthy' ? 'healthy' : 'fixed-address', verdict, refusedBy, message },
    ...{ count: hostsOf(verdict).length, hosts: hostsOf(verdict), next },
  });
  return bmh('DiagnosisList', 'degraded', {
    run: run('kubectl bmh diagnose --all -n metal3'),
    items,
    causes: [
      cause(
        'degraded',
        [],
        FIXED,
        items.flatMap((item) => ('next' in item ? (item.next ?? []) : [])),
      ),
      cause('blocked', ['image-not-served'], FIXED, []),
      cause('healthy', [], 'nothing is wrong', []),
    ].filter(({ count: hosts }) => hosts > 0),
  });
};

const finding = (kind: string, name: string, more: object) => ({
  ...{ apiVersion: 'metal3.io/v1alpha1', kind, metadata: { name, namespace: 'metal3' }, verdict: 'findings' },
  ...{ reason: 'ip-address', level: 'error', message: 'the address names its host by IP: 172.22.0.1' },
  ...more,
});

/** An audit of hosts with three findings each, and of what is around them. */
export const audit = (count: number) =>
  bmh('AuditReport', 'findings', {
    run: run('kubectl bmh audit -A'),
    scope: { objects: count + 3 },
    items: [
      finding('Service', 'httpd-http', {
        ...{ reason: 'service-not-ready', value: 'httpd-http', field: '', resource: 'service/httpd-http' },
        message: 'the service has no ready endpoint: nothing serves the images',
        hint: 'check the pods behind it: kubectl describe service httpd-http -n metal3',
      }),
      ...Array.from({ length: count }, (_, index) => {
        const name = `rack${String(index % 40).padStart(2, '0')}-compute-node-${String(index).padStart(4, '0')}`;
        return [
          'spec.image.url',
          'spec.image.checksum',
          'status.provisioning.image.url',
          'status.provisioning.image.checksum',
        ]
          .slice(0, 2 + (index % 3))
          .map((field) =>
            finding('BareMetalHost', name, {
              ...{ value: `${OLD}/acme-hpc-build${index}.qcow2`, field },
              resource: `baremetalhost.metal3.io/${name}`,
              hint: `run kubectl bmh repair ${name} -n metal3 --preventive; never change spec.image.url alone: that wipes the host`,
              replacement: `${NEW}/acme-hpc-build${index}.qcow2`,
            }),
          );
      }).flat(),
      finding('ConfigMap', 'ironic-bmo-configmap', {
        ...{
          level: 'note',
          value: '172.22.0.2',
          field: 'data.PROVISIONING_IP',
          resource: 'configmap/ironic-bmo-configmap',
        },
        message: 'the address names its host by IP: 172.22.0.2',
        hint: 'leave it if the address is on the provisioning network, which does not change; check that it is still correct',
      }),
    ],
    notes: [
      {
        reason: 'Secrets were not read',
        hint: 'use --secrets to read them',
        resource: 'secrets',
        namespace: 'metal3',
      },
    ],
    unread: [
      { reason: 'forbidden', hint: 'ask for the right to list them', resource: 'hostclaims.metal3.io' },
    ],
  });

/** A resize of a Prometheus. */
export const resized = () =>
  monitoring('ResizeList', 'resized', {
    run: run('kubectl monitoring resize-pvc 100Gi main -y'),
    items: [
      {
        metadata: { name: 'main', namespace: 'monitoring-system' },
        component: 'metrics',
        resource: 'prometheus.monitoring.coreos.com/main',
        ...{
          context: 'production',
          server: 'https://10.9.8.7:6443',
          exitCode: 0,
          mode: 'offline',
          size: '100Gi',
        },
        claims: [0, 1].map((ordinal) => ({
          name: `prometheus-main-db-prometheus-main-${ordinal}`,
          ...{ from: '50Gi', size: '100Gi', capacity: '100Gi', done: true, state: 'has 100Gi' },
        })),
        ...{ orphaned: [], refusals: [], verdict: 'resized', message: 'resized to 100Gi' },
        warnings: [
          {
            name: 'outage',
            reason:
              'without --mode, the resize is offline, as documented, and stops every replica of main until its volumes have grown',
            hint: '--mode online keeps them running, if the storage driver can resize volumes in use',
          },
        ],
        changes: [0, 1].map((ordinal) => ({
          resource: `persistentvolumeclaim/prometheus-main-db-prometheus-main-${ordinal} -n monitoring-system`,
          ...{ field: 'spec.resources.requests.storage', from: '50Gi', to: '100Gi' },
        })),
        steps: steps({ pace: 14 }),
      },
    ],
  });

const GIB = 1024 ** 3;

const volume = (name: string, more: object) => ({
  metadata: { name, namespace: 'monitoring-system' },
  ...{ verdict: 'healthy', reason: '', size: '50Gi', capacity: '50Gi', orphaned: false },
  owner: { kind: 'Prometheus', name: 'k8s', part: 'metrics' },
  ...more,
});

const VOLUMES = [
  volume('prometheus-k8s-db-prometheus-k8s-0', {
    ...{
      verdict: 'at-risk',
      reason: 'disk-filling',
      usedBytes: 33_516_236_800,
      fileSystemBytes: 52_504_788_992,
    },
    growthBytesPerDay: { likely: 970_789_285, low: 950_909_950, high: 990_668_620 },
    measuredDays: 14,
    daysToFull: { likely: 19.56, soonest: 19.17, latest: 19.97 },
    levelsOffAtBytes: 59_273_620_919,
    notes: ['use would only level off near 55.2Gi, when data reaches its retention time (40d) in 26 days'],
    history: {
      start: '2025-12-19T03:04:05.000Z',
      stepSeconds: 12_096,
      usedBytes: Array.from({ length: 100 }, (_, index) =>
        index === 30 ? null : 18 * GIB + index * 0.13 * GIB + (index % 7) * 0.1 * GIB,
      ),
    },
    retention: { sizeBytes: 45 * GIB, days: 40 },
  }),
  volume('alertmanager-main-db-alertmanager-main-0', {
    ...{ size: '10Gi', capacity: '10Gi', usedBytes: 64_131_072, fileSystemBytes: 10_484_994_048 },
    owner: { kind: 'Alertmanager', name: 'main', part: 'alerts' },
    growthBytesPerDay: { likely: -10_941, low: -51_936, high: 30_054 },
    measuredDays: 14,
    daysToFull: { likely: null, soonest: 346_735.07, latest: null },
    levelsOffAtBytes: null,
    notes: [],
    history: {
      start: '2025-12-19T03:04:05.000Z',
      stepSeconds: 12_096,
      usedBytes: Array.from({ length: 100 }, (_, index) => 64_000_000 + (index % 7) * 20_000),
    },
  }),
  volume('grafana', {
    ...{ verdict: 'unknown', reason: 'not-measured', usedBytes: null, fileSystemBytes: null },
    ...{
      owner: { kind: 'Deployment', name: 'grafana', part: 'ui' },
      growthBytesPerDay: null,
      measuredDays: null,
    },
    ...{ daysToFull: null, levelsOffAtBytes: null, notes: [] },
  }),
];

/** The capacity of volumes, of which one fills. */
export const capacity = () =>
  monitoring('CapacityList', 'at-risk', {
    run: run('kubectl monitoring capacity'),
    ...{ overDays: 14, forDays: 180 },
    sources: [{ namespace: 'monitoring-system', via: 'pod prometheus-k8s-0 through the API server' }],
    items: VOLUMES,
    instances: [
      {
        metadata: { name: 'k8s', namespace: 'monitoring-system' },
        ...{ kind: 'Prometheus', part: 'metrics', size: '50Gi', sizeNeeded: '70Gi', elsewhere: null },
        next: 'kubectl monitoring resize-pvc 70Gi k8s -n monitoring-system',
      },
      {
        metadata: { name: 'volatile', namespace: 'monitoring-system' },
        ...{
          kind: 'Prometheus',
          part: 'metrics',
          size: null,
          sizeNeeded: null,
          next: null,
          elsewhere: 'emptyDir',
        },
      },
      {
        metadata: { name: 'main', namespace: 'monitoring-system' },
        ...{
          kind: 'Alertmanager',
          part: 'alerts',
          size: '10Gi',
          sizeNeeded: '10Gi',
          next: null,
          elsewhere: null,
        },
      },
    ],
    missing: [
      {
        ...{ namespace: 'monitoring-system', claims: ['grafana'], message: 'the kubelets do not measure it' },
        hint: 'Check the driver of its storage class.',
      },
    ],
  });

/** The status of a building block with findings of each severity. */
export const status = () =>
  monitoring('MonitoringStatus', 'at-risk', {
    run: run('kubectl monitoring status'),
    ...{ namespace: 'monitoring-system', nodes: 12 },
    items: [
      {
        ...{
          metadata: { name: 'main', namespace: 'monitoring-system' },
          kind: 'Alertmanager',
          verdict: 'healthy',
        },
        ...{
          severity: 'info',
          reason: 'watchdog-unheard',
          message: 'no one is notified of the watchdog alert',
        },
        hint: 'give the alert Watchdog a receiver, such as an outside check that notices when its pings stop',
        next: 'kubectl monitoring watchdog receiver - --alertmanager main',
      },
      {
        ...{ metadata: { name: 'prometheus-k8s-db-prometheus-k8s-0', namespace: 'monitoring-system' } },
        ...{
          kind: 'PersistentVolumeClaim',
          verdict: 'at-risk',
          severity: 'critical',
          reason: 'disk-filling',
        },
        ...{
          message: 'it will be full in 19 days',
          hint: null,
          next: 'kubectl monitoring resize-pvc 70Gi k8s',
        },
      },
      {
        ...{
          metadata: { name: 'grafana', namespace: 'monitoring-system' },
          kind: 'Deployment',
          verdict: 'degraded',
        },
        ...{ severity: 'warning', reason: 'pod-not-ready', message: '1 of 2 pods is not ready' },
        ...{ hint: null, next: 'kubectl describe pod grafana-1 -n monitoring-system' },
      },
    ],
    components: [
      {
        ...{ metadata: { name: 'k8s', namespace: 'monitoring-system' }, kind: 'Prometheus', part: 'metrics' },
        ...{
          verdict: 'healthy',
          reason: '',
          versions: ['v3.5.0'],
          managedBy: null,
          desired: 2,
          ready: 2,
          notReady: [],
        },
      },
      {
        ...{ metadata: { name: 'grafana', namespace: 'monitoring-system' }, kind: 'Deployment', part: 'ui' },
        ...{ verdict: 'degraded', reason: 'pod-not-ready', versions: ['12.1.0'], desired: 2, ready: 1 },
        managedBy: 'Flux HelmRelease "flux-system/monitoring"',
        notReady: [{ pod: 'grafana-1', message: 'CrashLoopBackOff' }],
      },
    ],
    volumes: VOLUMES,
    watchdog: ['rule', 'firing', 'delivered', 'receiver'].map((name, index) => ({
      metadata: { name, namespace: 'monitoring-system' },
      ...{ verdict: index < 3 ? 'healthy' : 'degraded', reason: index < 3 ? null : 'no-receiver' },
      message: index < 3 ? '2 replicas of k8s' : 'its route leads to a receiver without integrations',
      ...{ hint: null, next: index < 3 ? null : 'kubectl monitoring watchdog', places: [] },
    })),
    unread: [
      {
        ...{
          what: 'nodes',
          namespace: null,
          message: 'nodes is forbidden: User "jane" cannot list resource "nodes"',
        },
        next: 'kubectl auth can-i list nodes',
      },
    ],
  });

/** The result of a run that ended before there was anything to report. */
export const failed = () =>
  bmh('RepairList', 'failed', {
    message: 'Error from server (NotFound): baremetalhosts.metal3.io "worker-9" not found',
    hint: 'It is in namespace "edge": use -n edge. To see it: kubectl bmh list worker-9 -n edge',
    items: [],
  });

/** One result of each form that a page has. */
export const RESULTS: Record<string, () => object> = {
  repaired,
  interrupted,
  'few hosts': fewHosts,
  fleet: () => fleet(60, { failing: 20, verdict: 'interrupted' }),
  undone,
  'one diagnosis': () => diagnosis(1),
  diagnoses: () => diagnosis(40),
  audit: () => audit(30),
  resized,
  capacity,
  status,
  failed,
};
