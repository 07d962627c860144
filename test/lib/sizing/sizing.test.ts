import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answers } from '../../../lib/sizing/queries.ts';
import { findingsOf, type Observed, sizingOf, verdictOf } from '../../../lib/sizing/sizing.ts';
import { container, podOf, server, serverPod } from './pods.ts';

const sample = (pod: string, value: number) => ({ labels: { pod }, value });
const [ONE, TWO] = ['prometheus-k8s-0', 'prometheus-k8s-1'];
const both = (value: number) => [sample(ONE, value), sample(TWO, value)];
const answers: Answers = {
  cpu: both(0.25),
  memory: both(512 * 2 ** 20),
  samples: both(1000),
  wal: both(2 ** 20),
  series: both(1000),
  resident: both(1000 * 2 ** 10),
};
const observed: Observed = {
  namespace: 'n',
  asked: undefined,
  nodes: 2,
  pods: [serverPod(ONE), serverPod(TWO)],
  servers: [server('k8s', { retention: '10d' })],
  via: 'here',
  answers,
  gaps: [],
};
const sizing = (change: Partial<Observed> = {}) => sizingOf({ ...observed, ...change });
const said = (change: Partial<Observed> = {}) => findingsOf(sizing(change)).map(({ message }) => message);

test('shows rule, sums and measurements for the current nodes', () => {
  const { nodes, rule, requests, limits, measured, metrics, missing, pods } = sizing();
  assert.deepEqual(nodes, { sized: 2, cluster: 2 });
  assert.deepEqual(rule, { cpuCores: 7, memoryMiB: 6420 });
  assert.deepEqual(requests, { cpuCores: 1, memoryMiB: 2048 });
  assert.deepEqual(limits, {
    cpuCores: 2,
    memoryMiB: 4096,
    containers: 2,
    unlimited: { cpu: [], memory: [] },
  });
  assert.deepEqual(measured, { cpuCores: 0.5, memoryMiB: 1024 });
  assert.deepEqual([metrics, missing], ['here', []]);
  assert.deepEqual(pods[0], {
    name: ONE,
    part: 'metrics',
    requests: { cpuCores: 0.5, memoryMiB: 1024 },
    limits: { cpuCores: 1, memoryMiB: 2048 },
    measured: { cpuCores: 0.25, memoryMiB: 512 },
  });
});

test('a container without a limit makes pod and block unlimited', () => {
  const half = podOf({ containers: [{ ...container({}, { memory: '1Gi' }), image: 'grafana' }] }, 'ui');
  const { limits, pods } = sizing({ pods: [serverPod(ONE), half] });
  assert.deepEqual(limits, {
    cpuCores: null,
    memoryMiB: 3072,
    containers: 2,
    unlimited: { cpu: ['ui/main'], memory: [] },
  });
  assert.deepEqual(
    pods.map((pod) => pod.limits),
    [
      { cpuCores: 1, memoryMiB: 2048 },
      { cpuCores: null, memoryMiB: 1024 },
    ],
  );
});

test('--nodes changes only the rule and the expected need', () => {
  const [here, there] = [sizing(), sizing({ asked: 4 })];
  assert.deepEqual(there.nodes, { sized: 4, cluster: 2 });
  assert.deepEqual(there.rule, { cpuCores: 8, memoryMiB: 6520 });
  for (const same of ['requests', 'limits', 'measured', 'pods'] as const)
    assert.deepEqual(there[same], here[same]);
  assert.equal(there.stores[0]?.expected.series, 2000);
  assert.deepEqual(there.stores[0]?.measured, here.stores[0]?.measured);
});

test('expects no growth if the nodes are unknown', () => {
  const { nodes, stores } = sizing({ asked: 40, nodes: undefined });
  assert.deepEqual(nodes, { sized: 40, cluster: null });
  assert.equal(stores[0]?.expected.series, 1000);
});

test('each Prometheus has its own pods', () => {
  const { stores, missing } = sizing({ servers: [server('k8s'), server('other')] });
  assert.deepEqual(
    stores.map(({ name, pods, retention, claim }) => [name, pods, retention.time, claim]),
    [
      ['k8s', [ONE, TWO], '24h', '50Gi'],
      ['other', [], '24h', '50Gi'],
    ],
  );
  assert.deepEqual(missing, [{ what: 'need of Prometheus other', reason: 'it has no pods' }]);
});

const cadvisor = 'the cAdvisor metrics of the kubelets are not scraped, or are dropped';
const gaps: [string, Partial<Observed>, [string, string][]][] = [
  [
    'no pods and no Prometheus: suggests another namespace',
    { pods: [], servers: [] },
    [['requests and use', 'no pod of the building block is in this namespace; choose the right one with -n']],
  ],
  [
    'no pods beside a Prometheus: does not suggest another namespace',
    { pods: [], servers: [server('k8s'), server('other')] },
    [
      [
        'requests and use',
        'no pod of the building block runs in this namespace, although Prometheus k8s, other is in it; to see why, run status for this namespace',
      ],
    ],
  ],
  [
    'pods that may not be read',
    { pods: undefined, servers: [], gaps: [{ what: 'p', reason: 'q' }] },
    [['p', 'q']],
  ],
  ['no Prometheus', { via: undefined, answers: {} }, []],
  [
    'no use',
    { answers: { ...answers, cpu: [], memory: [] } },
    [
      [
        `measured CPU, measured memory of ${ONE}, ${TWO}`,
        `no series container_cpu_usage_seconds_total, container_memory_working_set_bytes: ${cadvisor}`,
      ],
    ],
  ],
  [
    'one pod without use',
    { answers: { ...answers, cpu: [sample(ONE, 1)] } },
    [
      [
        `measured CPU of ${TWO}`,
        'no series container_cpu_usage_seconds_total: the pod may be too new, or may not be scraped',
      ],
    ],
  ],
  [
    'a Prometheus that nothing scrapes',
    { answers: { ...answers, samples: [], series: [], resident: [], wal: [] } },
    [
      [
        `samples per second, number of series, resident memory of ${ONE}, ${TWO}`,
        'no series prometheus_tsdb_head_samples_appended_total, prometheus_tsdb_head_series, process_resident_memory_bytes: the queried Prometheus does not scrape it: its ServiceMonitor is missing or not selected',
      ],
    ],
  ],
  [
    'no WAL',
    { answers: { ...answers, wal: [] } },
    [
      [
        `WAL size of ${ONE}, ${TWO}`,
        'no series prometheus_tsdb_wal_storage_size_bytes: older releases of Prometheus do not have it',
      ],
    ],
  ],
];
for (const [what, change, expected] of gaps)
  test(`what is missing: ${what}`, () =>
    assert.deepEqual(
      sizing(change).missing.map(({ what: which, reason }) => [which, reason]),
      expected,
    ));

test('does not report a failed query twice', () => {
  const { cpu: _, ...others } = answers;
  const gap = { what: 'measured CPU', reason: 'refused' };
  const { missing, measured } = sizing({ answers: others, gaps: [gap] });
  assert.deepEqual([missing, measured], [[gap], { cpuCores: null, memoryMiB: 1024 }]);
});

const BELOW = 'The requests are below the rule for 2 nodes: CPU 1 of 7 cores, memory 2Gi of 6.3Gi.';
const WITHIN = 'The measured use is within the requests.';
const LIMITED = 'Every container has limits.';
const big = {
  ...serverPod(ONE),
  spec: { containers: [container({ cpu: '9', memory: '9Gi' }, { cpu: '9', memory: '9Gi' })] },
};
const judged: [string, Partial<Observed>, string[]][] = [
  ['below the rule', {}, [BELOW, WITHIN, LIMITED]],
  ['at the rule', { pods: [big], servers: [] }, ['The requests meet the rule for 2 nodes.', WITHIN, LIMITED]],
  [
    'below it in memory',
    { pods: [big], servers: [], asked: 60 },
    [
      'The requests are below the rule for 60 nodes: CPU 9 of 36 cores, memory 9Gi of 9.1Gi.',
      WITHIN,
      LIMITED,
    ],
  ],
  [
    'above the requests by less than is shown',
    { answers: { ...answers, cpu: both(0.501), memory: both(2 ** 30) } },
    [BELOW, WITHIN, LIMITED],
  ],
  [
    'above the requests',
    { answers: { ...answers, memory: both(2 ** 31) } },
    [BELOW, 'The measured use is above the requests: memory 4Gi, requested 2Gi.', LIMITED],
  ],
  ['no use', { via: undefined, answers: {} }, [BELOW, LIMITED]],
  ['use of one pod alone', { answers: { ...answers, cpu: [sample(ONE, 0.1)] } }, [BELOW, LIMITED]],
  ['no pods', { pods: [], servers: [] }, []],
  [
    'no limits',
    {
      pods: [
        serverPod(ONE),
        serverPod(TWO),
        podOf({ containers: [{ ...container(), image: 'grafana' }] }, 'ui'),
      ],
      via: undefined,
      answers: {},
    },
    [BELOW, 'Limits are missing: no CPU and memory limit in 1 of 3 containers (ui/main).'],
  ],
  [
    'claims that may be too small',
    { servers: [server('k8s', { retention: '10d' }, '2Gi')] },
    [BELOW, 'The claims of Prometheus k8s (2Gi) may be too small for its data on 2 nodes.', WITHIN, LIMITED],
  ],
  [
    'claims that are too small',
    { servers: [server('k8s', { retention: '10d' }, '1Gi')] },
    [BELOW, 'The claims of Prometheus k8s (1Gi) are too small for its data on 2 nodes.', WITHIN, LIMITED],
  ],
  [
    'claims that hold the retention size',
    { servers: [server('k8s', { retention: '10d', retentionSize: '800MB' }, '1000Mi')] },
    [BELOW, WITHIN, LIMITED],
  ],
  [
    'claims that hold the retention size, but not the WAL',
    {
      servers: [server('k8s', { retention: '10d', retentionSize: '800MB' }, '1000Mi')],
      answers: { ...answers, wal: both(801 * 2 ** 20) },
    },
    [BELOW, 'The claims of Prometheus k8s (1000Mi) are too small for its data on 2 nodes.', WITHIN, LIMITED],
  ],
];
for (const [what, change, expected] of judged)
  test(`conclusion: ${what}`, () => assert.deepEqual(said(change), expected));

test('use above the requests and missing limits are warnings', () => {
  const large = { ...answers, memory: both(2048 * 2 ** 20) };
  const unlimited = podOf({ containers: [{ ...container({}, { memory: '1Gi' }), image: 'grafana' }] }, 'ui');
  const warnings = (change: Partial<Observed>) =>
    findingsOf(sizing(change)).flatMap(({ severity, reason }) => (severity === 'warning' ? reason : []));
  assert.deepEqual(warnings({ answers: large }), ['requests-below-rule', 'use-above-requests']);
  assert.deepEqual(warnings({ pods: [serverPod(ONE), unlimited] }), [
    'requests-below-rule',
    'limits-missing',
  ]);
});

test('a claim that is too small names its Prometheus and the next command', () => {
  const [, claim] = findingsOf(sizing({ servers: [server('k8s', { retention: '10d' }, '1Gi')] }));
  assert.deepEqual(claim, {
    kind: 'Prometheus',
    namespace: 'n',
    name: 'k8s',
    severity: 'warning',
    reason: 'claim-too-small',
    message: 'The claims of Prometheus k8s (1Gi) are too small for its data on 2 nodes.',
    next: { words: ['kubectl', 'monitoring', 'capacity', 'k8s'], namespace: 'n' },
  });
});

test('a difference that the unit hides is shown in Mi', () => {
  const most = {
    ...big,
    spec: { containers: [container({ cpu: '9', memory: '9319Mi' }, { cpu: '9', memory: '9Gi' })] },
  };
  assert.equal(
    said({ pods: [most], servers: [], asked: 60 })[0],
    'The requests are below the rule for 60 nodes: CPU 9 of 36 cores, memory 9319Mi of 9320Mi.',
  );
});

test('only problems are warnings, and come first', () => {
  assert.deepEqual(
    findingsOf(sizing()).map(({ severity, reason }) => [severity, reason]),
    [
      ['warning', 'requests-below-rule'],
      ['info', 'use-within-requests'],
      ['info', 'limits-set'],
    ],
  );
});

const verdicts: [string, Partial<Observed>, string][] = [
  ['findings', {}, 'findings'],
  ['findings, also with a gap', { gaps: [{ what: 'p', reason: 'q' }] }, 'findings'],
  ['clean', { pods: [big], servers: [] }, 'clean'],
  ['unknown', { pods: [big], servers: [], gaps: [{ what: 'p', reason: 'q' }] }, 'unknown'],
];
for (const [what, change, verdict] of verdicts)
  test(`the verdict is ${what}`, () => {
    const found = sizing({
      ...change,
      answers: { cpu: both(0.25), memory: both(512 * 2 ** 20), ...change.answers },
    });
    assert.equal(verdictOf({ ...found, missing: change.gaps ?? [] }, findingsOf(found)), verdict);
  });
