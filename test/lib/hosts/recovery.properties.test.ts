import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lacking, lossOf } from '../../../lib/hosts/health.ts';
import { type Failures, isFinal, startTracking, track } from '../../../lib/hosts/recovery.ts';
import { NEW, statusImage } from '../../support/records.ts';
import {
  after,
  bmcDown,
  deprovisioned,
  failedAgain,
  healthy,
  heldBack,
  lease,
  none,
  patchedHost,
  reported,
  reportedTwice,
  stale,
  type TimedLook,
} from '../../support/recoveries.ts';

const WINDOW = 90;

const unaddressed = patchedHost(statusImage(null));
const hosts = [stale, healthy, failedAgain, bmcDown, heldBack, deprovisioned, unaddressed, undefined];

/** Looks in the order of their times. What is healthy comes often: else no window would ever hold. */
const sequences: fc.Arbitrary<TimedLook[]> = fc
  .array(
    fc.record({
      after: fc.integer({ min: 0, max: 60 }),
      host: fc.oneof({ weight: 6, arbitrary: fc.constant(healthy) }, fc.constantFrom(...hosts)),
      failures: fc.oneof(
        { weight: 3, arbitrary: fc.constant(none) },
        fc.constantFrom<Failures | undefined>(none, reported, reportedTwice, 'unreadable', undefined),
      ),
      leases: fc.constantFrom([lease('1')], [lease('2')], [lease('2', 'bmo-0_b')], [], undefined),
    }),
    { maxLength: 12 },
  )
  .map((steps) => {
    let at = 0;
    return steps.map(({ after: passed, host, failures, leases }) => {
      at += passed;
      return { at, host, ...(failures && { failures }), ...(leases && { leases }) };
    });
  });

const isHealthy = ({ host }: TimedLook): boolean =>
  host !== undefined && lossOf(host) === undefined && lacking(host, stale, NEW) === undefined;

const hasNew = (now: Failures | undefined, then: Failures | undefined): boolean =>
  now instanceof Map && then instanceof Map && [...now].some(([uid, count]) => count > (then.get(uid) ?? 0));

/** Whether the last look ends a run of healthy ones as long as the window, without a new Event since its first. */
function isHeld(looks: TimedLook[]): boolean {
  const last = looks.at(-1);
  const run = looks.slice(looks.findLastIndex((snapshot) => !isHealthy(snapshot)) + 1);
  return run.some(
    (first, index) =>
      first.failures !== undefined &&
      last?.failures !== undefined &&
      last.at - first.at >= WINDOW &&
      !run.slice(index).some(({ failures }) => hasNew(failures, first.failures)),
  );
}

test('a host is recovered only if it was healthy for the whole window', () => {
  let recoveries = 0;
  fc.assert(
    fc.property(sequences, (looks) => {
      let tracker = startTracking(stale, NEW, WINDOW);
      for (const [index, { at, ...look }] of looks.entries()) {
        const before = tracker;
        tracker = track(before, look, at);
        if (isFinal(before.recovery)) assert.equal(tracker, before);
        else if (tracker.recovery.kind === 'recovered') {
          recoveries += 1;
          assert.ok(isHeld(looks.slice(0, index + 1)));
        }
      }
    }),
    { numRuns: 2_000 },
  );
  assert.ok(recoveries > 100, `${recoveries} of the sequences came to a recovery`);
});

test('a host that leaves "provisioned" or is deleted is lost at that snapshot', () => {
  fc.assert(
    fc.property(sequences, fc.constantFrom(deprovisioned, undefined), (looks, gone) => {
      const { recovery } = after(looks);
      const next = after([...looks, { at: (looks.at(-1)?.at ?? 0) + 1, host: gone }]).recovery;
      assert.equal(next.kind, isFinal(recovery) ? recovery.kind : 'lost');
    }),
  );
});

test('a host that stays healthy for the window is recovered, unless its verdict was final before', () => {
  fc.assert(
    fc.property(sequences, (looks) => {
      const { recovery } = after(looks);
      const last = looks.at(-1)?.at ?? 0;
      // What the first of these finds new may be of the window before it.
      const well = [1, 2, 2 + WINDOW].map((later) => ({
        at: last + later,
        host: healthy,
        failures: reportedTwice,
      }));
      const { kind } = after([...looks, ...well]).recovery;
      if (isFinal(recovery)) assert.equal(kind, recovery.kind);
      else assert.ok(kind === 'recovered' || kind === 'flapping', kind);
    }),
  );
});
