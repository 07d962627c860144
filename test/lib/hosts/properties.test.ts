import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold } from '../../../lib/hosts/action.ts';
import { decide } from '../../../lib/hosts/decide.ts';
import { type HostObject, urlsDiffer } from '../../../lib/hosts/host.ts';
import { observed } from '../../../lib/hosts/observed.ts';
import { repairProcedure } from '../../../lib/hosts/repair.ts';
import { hostRow } from '../../../lib/hosts/row.ts';
import { standingOf } from '../../../lib/hosts/standing.ts';
import { warningsOf } from '../../../lib/hosts/warnings.ts';
import { RECORD_ANNOTATION } from '../../../lib/names.ts';
import { dueStep } from '../../../lib/procedure/procedure.ts';
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

const accepted = fc.subarray(['foreign-pause', 'gitops', 'address-not-ip']).map((names) => new Set(names));
const { run, version, started } = RECORD;

test('no decision throws, whatever a record holds', () => {
  fc.assert(
    fc.property(records, accepted, fc.boolean(), (object, accepts, preventive) => {
      const observation = observed(object, GROUP, { cluster: undefined });
      decide(observation, { accepted: accepts, preventive });
      standingOf(observation);
      warningsOf(observation, NEW);
      hostRow(object, GROUP);
    }),
    { numRuns: 3_000 },
  );
});

test('no step that is allowed makes an unpaused host differ, leaves a state or removes a foreign pause', () => {
  fc.assert(
    fc.property(records, accepted, (object, accepts) => {
      const procedure = repairProcedure({ target: NEW, accepted: accepts, run: { run, version, started } });
      let now = observed(object, GROUP, { cluster: undefined });
      for (let steps = 0; steps < 20; steps += 1) {
        const step = dueStep(procedure, now);
        if (!step || step.refusals(now).length > 0) return;
        const next = fold(step.next(now), now);
        assert.equal(next.host.state, now.host.state);
        if (urlsDiffer(next.host))
          assert.ok(next.host.paused !== undefined || urlsDiffer(now.host), step.title);
        if (now.host.paused !== undefined && now.host.paused !== 'true')
          assert.equal(next.host.paused, now.host.paused);
        now = next;
      }
      assert.fail('the procedure does not end');
    }),
    { numRuns: 3_000 },
  );
});
