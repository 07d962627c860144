import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold } from '../../../lib/hosts/action.ts';
import { currentStateOf } from '../../../lib/hosts/current-state.ts';
import { decide, decideUndo } from '../../../lib/hosts/decide.ts';
import { listed, overridableNames } from '../../../lib/hosts/guards/all.ts';
import { type HostObject, urlsDiffer } from '../../../lib/hosts/host.ts';
import { observed } from '../../../lib/hosts/observed.ts';
import { hostProcedure } from '../../../lib/hosts/procedure.ts';
import type { Goal, Order } from '../../../lib/hosts/record.ts';
import { hostRow } from '../../../lib/hosts/row.ts';
import { RECORD_ANNOTATION } from '../../../lib/objects/names.ts';
import { refusalsOf } from '../../../lib/procedure/guard.ts';
import { nextMove } from '../../../lib/procedure/procedure.ts';
import { GROUP, NEW, OLD, PAUSED, RECORD } from '../../support/records.ts';

const odd = fc.oneof(
  fc.constant(undefined),
  fc.constant(null),
  fc.integer(),
  fc.boolean(),
  fc.string(),
  fc.constant([]),
  fc.constant({}),
);
const some = <T>(usual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 8, arbitrary: usual as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: odd });
const url = some(
  fc.constantFrom(OLD.url, NEW.url, 'http://10.0.0.9/x', 'http://a/b', '', 'oci://x/y', 'nonsense'),
);
const image = some(
  fc.record(
    {
      url,
      checksum: some(fc.constantFrom(OLD.checksum, NEW.checksum, '')),
      checksumType: some(fc.constantFrom('md5', 'sha256', undefined)),
      format: some(fc.constantFrom('qcow2', 'live-iso')),
    },
    { requiredKeys: [] },
  ),
);
const state = some(
  fc.constantFrom('provisioned', 'available', 'deprovisioning', 'externally provisioned', ''),
);
const annotations = some(
  fc.record(
    {
      [PAUSED]: some(fc.constantFrom('true', 'metal3.io/capm3', '')),
      [RECORD_ANNOTATION]: some(
        fc.constantFrom(
          JSON.stringify(RECORD),
          JSON.stringify({ ...RECORD, goal: 'undo' }),
          JSON.stringify({ ...RECORD, foreignPause: 'metal3.io/capm3' }),
          '{',
        ),
      ),
      'baremetalhost.metal3.io/detached': fc.constant(''),
    },
    { requiredKeys: [] },
  ),
);

/** Host records of every shape, the usual ones and those that no schema would let through. */
const records = fc.record({
  metadata: some(
    fc.record(
      {
        name: some(fc.constant('worker-0')),
        namespace: some(fc.constant('metal')),
        annotations,
        labels: odd,
        managedFields: odd,
        deletionTimestamp: fc.constantFrom(undefined, '2026-01-01T00:00:00Z'),
      },
      { requiredKeys: [] },
    ),
  ),
  spec: some(
    fc.record(
      {
        image,
        online: some(fc.boolean()),
        externallyProvisioned: some(fc.boolean()),
        customDeploy: odd,
        consumerRef: odd,
      },
      { requiredKeys: [] },
    ),
  ),
  status: some(
    fc.record(
      {
        errorCount: some(fc.nat(9)),
        errorMessage: some(fc.string()),
        errorType: some(fc.constantFrom('provisioned registration error', 'registration error', undefined)),
        operationalStatus: some(fc.constantFrom('OK', 'error')),
        provisioning: some(fc.record({ state, image, customDeploy: odd }, { requiredKeys: [] })),
      },
      { requiredKeys: [] },
    ),
  ),
}) as fc.Arbitrary<HostObject>;

const accepted = fc.subarray(overridableNames()).map((names) => new Set(names));
const order = fc.constantFrom<Order[]>('documented', 'safe');
const plans = fc.record({
  goal: fc.constantFrom<Goal[]>('repair', 'undo'),
  order,
  target: fc.constantFrom(NEW, OLD),
  accepted,
  run: fc.constant(RECORD),
});
const observe = (object: HostObject) => observed(object, GROUP, { cluster: undefined });

test('no decision throws, whatever the host holds', () => {
  fc.assert(
    fc.property(records, plans, fc.boolean(), (object, plan, preventive) => {
      const observation = observe(object);
      decide(observation, { accepted: plan.accepted, preventive, order: plan.order });
      decideUndo(observation, plan);
      currentStateOf(observation);
      refusalsOf(listed(), observation, plan);
      hostRow(object, GROUP);
    }),
    { numRuns: 3_000 },
  );
});

test('no allowed step makes the urls of an unpaused host differ, changes its state or removes a foreign pause', () => {
  fc.assert(
    fc.property(records, plans, (object, plan) => {
      const procedure = hostProcedure(plan);
      let now = observe(object);
      for (let moves = 0; moves < 20; moves += 1) {
        const move = nextMove(procedure, now);
        if (move.kind !== 'act') return;
        const next = fold(move.action, now);
        const { title } = move.step;
        assert.equal(next.host.state, now.host.state, title);
        if (urlsDiffer(next.host)) assert.ok(next.host.paused !== undefined || urlsDiffer(now.host), title);
        if (now.host.paused !== undefined && now.host.paused !== 'true')
          assert.equal(next.host.paused, now.host.paused, title);
        now = next;
      }
      assert.fail('the procedure does not end');
    }),
    { numRuns: 6_000 },
  );
});

test('in the safe order, no patch makes equal addresses differ', () => {
  fc.assert(
    fc.property(records, plans, (object, plan) => {
      const procedure = hostProcedure({ ...plan, order: 'safe' });
      let now = observe(object);
      for (let move = nextMove(procedure, now); move.kind === 'act'; move = nextMove(procedure, now)) {
        const next = fold(move.action, now);
        if (urlsDiffer(next.host)) assert.ok(urlsDiffer(now.host), move.step.title);
        now = next;
      }
    }),
    { numRuns: 6_000 },
  );
});
