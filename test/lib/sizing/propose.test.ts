import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { PodObject } from '../../../lib/objects/pod.ts';
import { parseQuantity } from '../../../lib/objects/quantity.ts';
import {
  type Declared,
  declared,
  type PartUse,
  partsOf,
  type SettingName,
} from '../../../lib/sizing/parts.ts';
import { proposalFor, requestsWith } from '../../../lib/sizing/propose.ts';
import type { Part } from '../../../lib/sizing/requests.ts';
import { type Observed, sizingOf } from '../../../lib/sizing/sizing.ts';
import { container, podOf, server, serverPod } from './pods.ts';

type Some = Partial<Declared>;

const NONE: Declared = declared(() => null);

const use = (cpuCores: number | null, memoryMiB: number | null, cluster: Some = {}): PartUse => ({
  ...{ part: 'ui', pods: ['ui-0'], measured: 1, instances: [] },
  used: { cpuCores, memoryMiB },
  expected: { cpuCores: null, memoryMiB: null },
  need: { cpuCores, memoryMiB },
  cluster: { ...NONE, ...cluster },
});

/** What is proposed, by name. */
function proposed(of: PartUse, values: Some = {}): Some {
  const proposal = proposalFor(of, { ...NONE, ...values });
  assert.ok('settings' in proposal, JSON.stringify(proposal));
  return Object.fromEntries(proposal.settings.map((one) => [one.name, one.proposed]));
}

const rows: [what: string, use: PartUse, values: Some, proposed: Some][] = [
  [
    'a component without any: requests a quarter above its use, and a limit of memory only',
    use(0.2, 200),
    {},
    { 'requests.cpu': '250m', 'requests.memory': '256Mi', 'limits.memory': '384Mi' },
  ],
  [
    'fine steps up to half a core and 1Gi',
    use(0.4, 819.2),
    {},
    { 'requests.cpu': '500m', 'requests.memory': '1Gi', 'limits.memory': '1536Mi' },
  ],
  [
    'coarse steps above',
    use(0.401, 819.3),
    {},
    { 'requests.cpu': '600m', 'requests.memory': '1280Mi', 'limits.memory': '2Gi' },
  ],
  [
    'whole cores and whole Gi',
    use(1.6, 3200),
    {},
    { 'requests.cpu': '2', 'requests.memory': '4Gi', 'limits.memory': '6Gi' },
  ],
  [
    'a component that uses nothing: one step',
    use(0, 0),
    {},
    { 'requests.cpu': '10m', 'requests.memory': '32Mi', 'limits.memory': '64Mi' },
  ],
  [
    'requests with the margin that are at most twice as large: they are kept',
    use(0.2, 200),
    { 'requests.cpu': '250m', 'requests.memory': '512Mi', 'limits.memory': '1Gi' },
    {},
  ],
  [
    'requests that are larger: they are lowered, and the limit is not',
    use(0.2, 200),
    { 'requests.cpu': '501m', 'requests.memory': '513Mi', 'limits.memory': '100Gi' },
    { 'requests.cpu': '250m', 'requests.memory': '256Mi' },
  ],
  [
    'requests without the margin: they are raised',
    use(0.2, 200),
    { 'requests.cpu': '249m', 'requests.memory': '249Mi', 'limits.memory': '1Gi' },
    { 'requests.cpu': '250m', 'requests.memory': '256Mi' },
  ],
  [
    'other notations of the same',
    use(0.2, 200),
    { 'requests.cpu': '0.25', 'requests.memory': '268435456', 'limits.memory': '0.5Gi' },
    {},
  ],
  [
    'a limit of CPU in the values: it is raised above the request',
    use(0.2, null),
    { 'requests.cpu': '300m', 'limits.cpu': '300m' },
    { 'limits.cpu': '450m' },
  ],
  [
    'a limit of CPU in the cluster only: as well, with the request that is kept, which would be as large as the limit otherwise',
    use(0.2, null, { 'requests.cpu': '300m', 'limits.cpu': '310m' }),
    {},
    { 'requests.cpu': '300m', 'limits.cpu': '450m' },
  ],
  [
    'limits in the cluster that suffice: nothing is written',
    use(0.2, 200, {
      'requests.cpu': '250m',
      'limits.cpu': '1',
      'requests.memory': '256Mi',
      'limits.memory': '1Gi',
    }),
    {},
    {},
  ],
  [
    'values that are not deployed yet: they count, not the cluster',
    use(0.2, 200, { 'requests.memory': '10Mi', 'limits.memory': '10Mi', 'limits.cpu': '10m' }),
    { 'requests.cpu': '250m', 'limits.cpu': '1', 'requests.memory': '256Mi', 'limits.memory': '384Mi' },
    {},
  ],
  [
    'CPU that was not measured: only memory',
    use(null, 20),
    {},
    { 'requests.memory': '32Mi', 'limits.memory': '64Mi' },
  ],
  ['memory that was not measured: only CPU', use(0.01, null), {}, { 'requests.cpu': '20m' }],
];
for (const [what, of, values, expected] of rows)
  test(`proposes for ${what}`, () => assert.deepEqual(proposed(of, values), expected));

const reasons: [what: string, use: Partial<PartUse>, values: Some, reason: string][] = [
  [
    'was not measured',
    { measured: 0, need: { cpuCores: null, memoryMiB: null } },
    {},
    'its pods were not measured',
  ],
  [
    'has several instances',
    { instances: ['a', 'b'] },
    {},
    'the values configure one of its instances (a, b)',
  ],
  [
    'has values that are no quantities',
    {},
    { 'limits.memory': 'much' },
    'limits.memory in the values is not a quantity: "much"',
  ],
  ['has negative values', {}, { 'requests.cpu': '-1' }, 'requests.cpu in the values is not a quantity: "-1"'],
];
for (const [what, of, values, reason] of reasons)
  test(`proposes nothing for a component that ${what}`, () =>
    assert.deepEqual(proposalFor({ ...use(0.1, 10), ...of }, { ...NONE, ...values }), { reason }));

const amountOf = (text: string): number => Number(parseQuantity(text) ?? -1n) / 1e9;

test('never proposes less than the need, a limit below the request, a lower limit or a new limit of CPU, and is content with what it proposed', () => {
  const cpu = fc.option(
    fc.nat(9000).map((millis) => `${millis}m`),
    { nil: null },
  );
  const memory = fc.option(
    fc.nat(9000).map((mib) => `${mib}Mi`),
    { nil: null },
  );
  const anyDeclared = fc.record({
    'requests.cpu': cpu,
    'requests.memory': memory,
    'limits.cpu': cpu,
    'limits.memory': memory,
  });
  const need = fc.double({ min: 0, max: 9000, noNaN: true });
  fc.assert(
    fc.property(need, need, anyDeclared, anyDeclared, (millis, mib, cluster, values) => {
      const of = use(millis / 1000, mib, cluster);
      const given = proposed(of, values);
      const after = { ...values, ...given };
      const effective = (name: SettingName): string | null => after[name] ?? cluster[name];
      for (const [resource, used] of [
        ['cpu', millis / 1000],
        ['memory', mib * 2 ** 20],
      ] as const) {
        const [request, limit] = [effective(`requests.${resource}`), effective(`limits.${resource}`)];
        assert.ok(amountOf(request ?? '') >= used);
        const before = values[`limits.${resource}`] ?? cluster[`limits.${resource}`];
        if (resource === 'cpu' && before === null) assert.equal(limit, null);
        else assert.ok(amountOf(limit ?? '') >= amountOf(request ?? '') * 1.499);
        assert.ok(before === null || amountOf(limit ?? '') >= amountOf(before));
        // Otherwise the API would make the request as large as the limit.
        assert.ok(given[`limits.${resource}`] === undefined || after[`requests.${resource}`] !== null);
      }
      assert.deepEqual(proposed(of, after), {});
    }),
  );
});

const exporter = (name: string): PodObject => ({
  ...podOf({
    containers: [
      { ...container({ cpu: '50m', memory: '100Mi' }), image: 'r/node-exporter:v1' },
      container({ cpu: '1m', memory: '1Mi' }, undefined, 'proxy'),
    ],
  }),
  metadata: { name, namespace: 'n' },
});

const of = (pod: string, value: number) => ({ labels: { pod }, value });
const MIB = 2 ** 20;
const observed = (given: Partial<Observed> = {}): Observed => ({
  ...{ namespace: 'n', asked: undefined, nodes: 2, servers: [server('k8s')], via: 'x', gaps: [] },
  pods: [serverPod('k-0'), serverPod('k-1'), exporter('e-0'), exporter('e-1'), podOf({}, 'other')],
  answers: {
    cpu: [of('k-0', 0.2), of('k-1', 0.3), of('e-0', 0.01)],
    memory: [of('k-0', 500 * MIB), of('e-0', 20 * MIB)],
    series: [of('k-0', 1000)],
    resident: [of('k-0', 600 * MIB)],
  },
  ...given,
});
const parts = (given?: Partial<Observed>): PartUse[] => partsOf(observed(given), sizingOf(observed(given)));

test('a component uses what its largest pod uses, and a Prometheus needs at least its resident memory', () => {
  assert.deepEqual(parts(), [
    {
      ...{ part: 'metrics', pods: ['k-0', 'k-1'], measured: 2, instances: ['k8s'] },
      used: { cpuCores: 0.3, memoryMiB: 500 },
      expected: { cpuCores: null, memoryMiB: 600 },
      need: { cpuCores: 0.3, memoryMiB: 600 },
      cluster: {
        'requests.cpu': '500m',
        'requests.memory': '1Gi',
        'limits.cpu': '1',
        'limits.memory': '2Gi',
      },
    },
    {
      ...{ part: 'node-exporter', pods: ['e-0', 'e-1'], measured: 1, instances: [] },
      used: { cpuCores: 0.01, memoryMiB: 20 },
      expected: { cpuCores: null, memoryMiB: null },
      need: { cpuCores: 0.01, memoryMiB: 20 },
      cluster: { ...NONE, 'requests.cpu': '50m', 'requests.memory': '100Mi' },
    },
  ]);
});

for (const [asked, expected, need] of [
  [20, { cpuCores: 3, memoryMiB: 6000 }, { cpuCores: 3, memoryMiB: 6000 }],
  [1, { cpuCores: 0.15, memoryMiB: 300 }, { cpuCores: 0.3, memoryMiB: 600 }],
] as const)
  test(`with ${asked} in place of 2 nodes, a Prometheus needs more, but never less than now`, () => {
    const [metrics, exporters] = parts({ asked });
    assert.deepEqual([metrics?.expected, metrics?.need], [expected, need]);
    assert.deepEqual(exporters?.need, { cpuCores: 0.01, memoryMiB: 20 });
  });

test('names the instances that the operator runs, of which values configure one', () => {
  const pods = [serverPod('k-0'), serverPod('o-0', 'other')];
  assert.deepEqual(parts({ pods })[0]?.instances, ['k8s', 'other']);
});

test('a finished pod has no part in it', () => {
  const pods = [{ ...serverPod('k-0'), status: { phase: 'Failed' } }];
  assert.deepEqual(parts({ pods }), []);
});

test('sums the requests that values set, with sidecars, and an exporter for each node', () => {
  const values = new Map<Part, Declared>([
    ['metrics', { ...NONE, 'requests.cpu': '1', 'limits.memory': '9Gi' }],
    ['node-exporter', { ...NONE, 'requests.memory': '9Mi' }],
  ]);
  const sum = (sized: number) => requestsWith(observed(), { nodes: { sized, cluster: 2 } }, values);
  assert.deepEqual(sum(2), { cpuCores: 2.102, memoryMiB: 2068 });
  assert.deepEqual(sum(4), { cpuCores: 2.204, memoryMiB: 2088 });
  assert.deepEqual(requestsWith(observed(), { nodes: { sized: 2, cluster: null } }, new Map()), {
    cpuCores: 1.102,
    memoryMiB: 2250,
  });
});
