import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ListState, listLines, titleOf } from '../../../cmd/kubectl-bmh/list/live.ts';
import { PLAIN, paintFor } from '../../../lib/cli/style.ts';
import { type LiveHost, liveHost, seenHost } from '../../../lib/hosts/live.ts';
import {
  all,
  annotations,
  brokenHost,
  GROUP,
  NEW,
  PAUSED,
  RECORD,
  recorded,
  specImage,
  statusImage,
} from '../../support/records.ts';

const NOW = Date.parse('2026-01-01T00:01:00Z');

/** A host of this name as it is read at `NOW`, after it was `before`. */
function seen(
  name: string,
  patch: object,
  { namespace = 'metal', before }: { namespace?: string; before?: LiveHost } = {},
) {
  const object = brokenHost(all(patch, { metadata: { name, namespace } }));
  return liveHost(before, seenHost(object, GROUP, titleOf), NOW);
}

const HEALTHY = all(specImage(NEW), statusImage(NEW), {
  status: { errorType: null, errorCount: 0, errorMessage: '', operationalStatus: 'OK' },
});
const machine = (name: string): object => ({
  spec: { consumerRef: { kind: 'Metal3Machine', name: `${name}-m3`, namespace: 'metal' } },
});

const ELSEWHERE = { url: 'http://172.22.0.1:6180/images/x.qcow2', checksum: '' };

const resuming = seen('worker-2', recorded({ ...RECORD, hold: 30_000 }));

/** Hosts of two clusters: at two dead addresses, in the middle of repairs, and healthy. */
const HOSTS = [
  seen('worker-0', machine('worker-0')),
  seen('worker-1', all(machine('worker-1'), specImage(NEW))),
  seen(
    'worker-2',
    all(machine('worker-2'), recorded({ ...RECORD, started: '2026-01-01T00:00:18Z' }), statusImage(NEW)),
  ),
  seen('worker-3', all(machine('worker-3'), HEALTHY), {
    before: { ...resuming, since: NOW - 40_000 },
  }),
  seen('worker-4', all(HEALTHY, recorded({ ...RECORD, hold: 30_000 }))),
  seen(
    'worker-5',
    all(specImage(ELSEWHERE), statusImage(ELSEWHERE), annotations({ [PAUSED]: 'maintenance' })),
  ),
  ...Array.from({ length: 30 }, (_, index) => seen(`spare-${index}`, HEALTHY)),
];

const OWNERS = new Map(
  ['worker-0', 'worker-1', 'worker-2', 'worker-3'].map((name, index) => [
    `metal/${name}-m3`,
    { machine: `edge-md-0-${name}`, cluster: index < 3 ? 'edge' : 'core' },
  ]),
);

const stateOf = (hosts: LiveHost[], changes: Partial<ListState> = {}): ListState => ({
  hosts: new Map(hosts.map((host) => [`${host.row.metadata.namespace}/${host.row.metadata.name}`, host])),
  by: 'address',
  owners: OWNERS,
  namespace: 'metal',
  notes: [],
  ...changes,
});

const LATER = NOW + 12_000;
const draw = (columns: number, rows: number, changes: Partial<ListState> = {}, unicode = true): string =>
  listLines(stateOf(HOSTS, changes), LATER, { columns, rows, unicode, paint: PLAIN.paint }).join('\n');

const SCREENS: [string, string, string][] = [
  [
    '60 columns, 12 rows',
    draw(60, 12),
    `
⚠ 1 at risk  ✖ 1 degraded  ⏸ 1 blocked  ↻ 3 in progress
✔ 30 healthy
  NAME       VERDICT         REASON
httpd-http (1 at risk, 30 healthy)
  worker-1   ⚠ at risk       urls-differ
  … 30 more healthy
10.96.14.7 (1 degraded, 3 in progress)
  worker-0   ✖ degraded      provisioned registration error
  worker-2   ↻ in progress   6/9 Patch status, started 54s …
  … 2 more in progress
172.22.0.1:6180 (1 blocked)
  worker-5   ⏸ blocked       foreign-pause
`,
  ],
  [
    '80 columns, 16 rows',
    draw(80, 16),
    `
⚠ 1 at risk  ✖ 1 degraded  ⏸ 1 blocked  ↻ 3 in progress  ✔ 30 healthy
  NAME       VERDICT         REASON
httpd-http (1 at risk, 30 healthy)
  worker-1   ⚠ at risk       urls-differ
  spare-0    ✔ healthy
  spare-1    ✔ healthy
  spare-2    ✔ healthy
  spare-3    ✔ healthy
  … 26 more healthy
10.96.14.7 (1 degraded, 3 in progress)
  worker-0   ✖ degraded      provisioned registration error
  worker-2   ↻ in progress   6/9 Patch status, started 54s ago
  worker-3   ↻ in progress   healthy for 12s, default 90s
  worker-4   ↻ in progress   8/9 Resume reconciliation in 18s, started 72s ago
172.22.0.1:6180 (1 blocked)
  worker-5   ⏸ blocked       foreign-pause
`,
  ],
  [
    '200 columns, 8 rows',
    draw(200, 8),
    `
⚠ 1 at risk  ✖ 1 degraded  ⏸ 1 blocked  ↻ 3 in progress  ✔ 30 healthy
  NAME       VERDICT     REASON
httpd-http (1 at risk, 30 healthy)
  worker-1   ⚠ at risk   urls-differ
  … 30 more healthy
10.96.14.7 (1 degraded, 3 in progress)
172.22.0.1:6180 (1 blocked)
  worker-5   ⏸ blocked   foreign-pause
`,
  ],
  [
    '120 columns, 14 rows: by cluster, all namespaces',
    draw(120, 14, { by: 'cluster', namespace: undefined }),
    `
⚠ 1 at risk  ✖ 1 degraded  ⏸ 1 blocked  ↻ 3 in progress  ✔ 30 healthy
  MACHINE              NAME             VERDICT         REASON
Cluster metal/edge (1 at risk, 1 degraded, 1 in progress)
  edge-md-0-worker-1   metal/worker-1   ⚠ at risk       urls-differ
  edge-md-0-worker-0   metal/worker-0   ✖ degraded      provisioned registration error
  edge-md-0-worker-2   metal/worker-2   ↻ in progress   6/9 Patch status, started 54s ago
No Cluster (1 blocked, 1 in progress, 30 healthy)
  <none>               metal/worker-5   ⏸ blocked       foreign-pause
  <none>               metal/worker-4   ↻ in progress   8/9 Resume reconciliation in 18s, started 72s ago
  <none>               metal/spare-0    ✔ healthy
  <none>               metal/spare-1    ✔ healthy
  … 28 more healthy
Cluster metal/core (1 in progress)
  edge-md-0-worker-3   metal/worker-3   ↻ in progress   healthy for 12s, default 90s
`,
  ],
  [
    '80 columns, 14 rows, ASCII: by cluster, with a lost connection',
    draw(80, 14, { by: 'cluster', notes: ['the watch was interrupted, reconnecting (error: x)'] }, false),
    `
! 1 at risk  x 1 degraded  = 1 blocked  ~ 3 in progress  + 30 healthy
the watch was interrupted, reconnecting (error: x)
  MACHINE              NAME       VERDICT         REASON
Cluster metal/edge (1 at risk, 1 degraded, 1 in progress)
  edge-md-0-worker-1   worker-1   ! at risk       urls-differ
  edge-md-0-worker-0   worker-0   x degraded      provisioned registration error
  edge-md-0-worker-2   worker-2   ~ in progress   6/9 Patch status, started 5...
No Cluster (1 blocked, 1 in progress, 30 healthy)
  <none>               worker-5   = blocked       foreign-pause
  <none>               worker-4   ~ in progress   8/9 Resume reconciliation i...
  <none>               spare-0    + healthy
  ... 29 more healthy
Cluster metal/core (1 in progress)
  edge-md-0-worker-3   worker-3   ~ in progress   healthy for 12s, default 90s
`,
  ],
  [
    '20 columns, 5 rows',
    draw(20, 5),
    `
⚠ 1 at risk
✖ 1 degraded
⏸ 1 blocked
↻ 3 in progress
✔ 30 healthy
`,
  ],
];
for (const [name, drawn, expected] of SCREENS)
  test(`list -w draws ${name}`, () => assert.equal(`\n${drawn}\n`, expected));

test('list -w draws verdicts in their colors, and titles in bold', () => {
  const paint = paintFor({ write: () => {} }, { env: {} }, 'always');
  const hosts = stateOf(HOSTS.slice(0, 1));
  assert.deepEqual(listLines(hosts, LATER, { columns: 60, rows: 10, unicode: true, paint }), [
    '\u001b[31m✖ 1 degraded\u001b[39m',
    '  NAME       VERDICT      REASON',
    '\u001b[1m10.96.14.7\u001b[22m (1 degraded)',
    '  worker-0   \u001b[31m✖ degraded\u001b[39m   provisioned registration error',
  ]);
});

test('list -w says where it finds no host', () => {
  const screen = { columns: 80, rows: 10, unicode: true, paint: PLAIN.paint };
  assert.deepEqual(listLines(stateOf([]), NOW, screen), ['No resources found in metal namespace.']);
  assert.deepEqual(listLines(stateOf([], { namespace: undefined }), NOW, screen), ['No resources found']);
});

test('list -w groups a host by the label of its Cluster, and names its consumer, while Metal3Machines cannot be read', () => {
  const labels = { metadata: { labels: { 'cluster.x-k8s.io/cluster-name': 'edge' } } };
  const state = stateOf([seen('worker-0', all(machine('worker-0'), labels))], {
    by: 'cluster',
    owners: new Map(),
  });
  assert.deepEqual(listLines(state, NOW, { columns: 100, rows: 10, unicode: true, paint: PLAIN.paint }), [
    '✖ 1 degraded',
    '  MACHINE                     NAME       VERDICT      REASON',
    'Cluster metal/edge (1 degraded)',
    '  Metal3Machine worker-0-m3   worker-0   ✖ degraded   provisioned registration error',
  ]);
});
