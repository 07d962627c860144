import fc from 'fast-check';
import { COMPONENTS } from '../../../../lib/objects/components.ts';
import type { Known, Objects } from '../../../../lib/volumes/observed.ts';
import { type ResizeRecord, recordData } from '../../../../lib/volumes/record.ts';

/** Objects as the API may give them: of the types that it promises, and any field may be absent. */

/** A value of these fields, each of which may be absent. */
const some = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Partial<T>> =>
  fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;

const SIZES = ['50Gi', '100Gi', '107374182400', '200Gi', '70Gi'] as const;
const size = fc.constantFrom(...SIZES);
const requests = some({ resources: some({ requests: some({ storage: size }) }) });
const half = fc.constantFrom('Retain', 'Delete');
const policy = some({ whenDeleted: half, whenScaled: half });
const uid = fc.constantFrom('uid-1', 'uid-2', 'uid-3');
const replicas = fc.constantFrom(0, 1, 2);
const deletionTimestamp = fc.constantFrom(undefined, undefined, '2026-01-01T00:00:00Z');
const labels = fc.constantFrom(undefined, {
  'app.kubernetes.io/name': 'prometheus',
  'app.kubernetes.io/instance': 'k8s',
});
const owner = fc.record({
  apiVersion: fc.constant('v1'),
  kind: fc.constantFrom('StatefulSet', 'Pod', 'Backup'),
  name: fc.constant('prometheus-k8s'),
  uid,
  controller: fc.boolean(),
});
const meta = (...names: [string, ...string[]]) =>
  fc
    .tuple(
      fc.record({ name: fc.constantFrom(...names) }),
      some({
        namespace: fc.constant('monitoring-system'),
        uid,
        resourceVersion: fc.constantFrom('7', '8'),
        generation: fc.nat(2),
        deletionTimestamp,
        labels,
        ownerReferences: fc.array(owner, { maxLength: 2 }),
      }),
    )
    .map(([one, other]) => JSON.parse(JSON.stringify({ ...other, ...one })));

const template = some({
  metadata: some({ name: fc.constantFrom('data', 'prometheus-k8s-db') }),
  spec: requests,
});

const instance = fc
  .tuple(
    meta('k8s'),
    some({
      spec: some({
        replicas,
        shards: fc.nat(2),
        paused: fc.boolean(),
        storage: some({
          emptyDir: fc.constant({}),
          ephemeral: fc.constant({}),
          volumeClaimTemplate: template,
        }),
        persistentVolumeClaimRetentionPolicy: policy,
      }),
      status: some({
        conditions: fc.array(
          some({
            type: fc.constantFrom('Reconciled', 'Available'),
            status: fc.constantFrom('True', 'False'),
            message: fc.string(),
            observedGeneration: fc.nat(2),
          }),
          { maxLength: 2 },
        ),
      }),
    }),
  )
  .map(([metadata, rest]) => ({ metadata, ...rest }));

const set = fc
  .tuple(
    meta('prometheus-k8s', 'prometheus-k8s-shard-1'),
    some({
      spec: some({
        replicas,
        persistentVolumeClaimRetentionPolicy: policy,
        volumeClaimTemplates: fc.array(template, { maxLength: 2 }),
      }),
      status: some({ replicas, observedGeneration: fc.nat(2) }),
    }),
  )
  .map(([metadata, rest]) => ({ metadata, ...rest }));

const CONDITIONS = ['Resizing', 'FileSystemResizePending', 'ControllerResizeError', 'Other'] as const;
const GROWTHS = ['ControllerResizeInProgress', 'ControllerResizeInfeasible', 'NodeResizePending'] as const;
const claim = fc
  .tuple(
    meta(
      'prometheus-k8s-db-prometheus-k8s-0',
      'prometheus-k8s-db-prometheus-k8s-1',
      'data-prometheus-k8s-0',
      'prometheus-k8s-db-prometheus-k8s-shard-1-0',
    ),
    some({
      spec: fc
        .tuple(
          requests,
          some({ storageClassName: fc.constantFrom('gold', ''), volumeName: fc.constant('pv') }),
        )
        .map(([one, other]) => ({ ...one, ...other })),
      status: some({
        phase: fc.constantFrom('Bound', 'Pending', 'Lost'),
        capacity: some({ storage: size }),
        conditions: fc.array(
          some({ type: fc.constantFrom(...CONDITIONS), status: fc.constantFrom('True', 'False') }),
          { maxLength: 2 },
        ),
        allocatedResourceStatuses: some({ storage: fc.constantFrom(...GROWTHS) }),
      }),
    }),
  )
  .map(([metadata, rest]) => ({ metadata, ...rest }));

const pod = meta('prometheus-k8s-0', 'prometheus-k8s-1').map((metadata) => ({ metadata }));

const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const records: fc.Arbitrary<ResizeRecord> = fc.record({
  goal: fc.constantFrom('resize', 'undo'),
  uid,
  resourceVersion: fc.constant('7'),
  size,
  mode: fc.constantFrom('offline', 'online'),
  original: fc.record({
    replicas: nullable(replicas),
    paused: nullable(fc.boolean()),
    size: nullable(size),
    policy: nullable(policy),
    claims: fc.dictionary(fc.constantFrom('prometheus-k8s-db-prometheus-k8s-0'), size),
    pods: fc.constant({}),
  }),
  retain: fc.boolean(),
  run: fc.constant('run-1'),
  version: fc.constant('v0.1.0'),
  started: fc.constant('2026-01-01T00:00:00.000Z'),
});
const record = fc
  .tuple(
    meta('kubectl-monitoring-resize-prometheus-k8s'),
    fc.oneof(
      records.map((one): Record<string, string> | undefined => recordData(one)),
      fc.constantFrom(undefined, {}, { 'record.json': '{' }),
    ),
  )
  .map(([metadata, data]) => ({ metadata, ...(data && { data }) }));

const named = <T extends { metadata: { name: string } }>(one: fc.Arbitrary<T>) =>
  fc.uniqueArray(one, { maxLength: 3, selector: ({ metadata }) => metadata.name });

/** Everything that a run reads of the cluster. */
export const objects = fc.record({
  instance,
  sets: named(set),
  claims: named(claim),
  pods: named(pod),
  attached: fc.subarray(['pv']),
  record: fc.option(record, { nil: undefined }),
}) as fc.Arbitrary<Objects>;

/** What a run knows beside that. */
export const known: fc.Arbitrary<Known> = fc.record({
  component: fc.constantFrom(
    ...Object.values(COMPONENTS),
    ...Array.from({ length: 9 }, () => COMPONENTS.metrics),
  ),
  given: fc.constantFrom(undefined, undefined, undefined, 0, 2),
  held: fc.option(records, { nil: undefined }),
  tried: fc.boolean(),
  context: fc.record({
    classes: fc.constantFrom(undefined, [], [{ name: 'gold', expandable: true }]),
    quotas: fc.constantFrom([], [{ name: 'q', hard: { 'requests.storage': '150Gi' }, used: {} }]),
    operators: fc.constantFrom(undefined, 0, 1),
  }),
});

/** What a user may ask for. */
export const wishes = fc.record({
  size: fc.oneof(size, { weight: 3, arbitrary: fc.constant('100Gi') }),
  mode: fc.constantFrom('offline' as const, 'online' as const),
  retain: fc.boolean(),
  includeOrphaned: fc.boolean(),
});
