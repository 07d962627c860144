import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passingText, waitingText } from '../../../cmd/kubectl-bmh/shared/recovery-report.ts';
import type { Recovery } from '../../../lib/hosts/recovery.ts';

const AT = { stableFor: 90_000, elapsed: 12_345, timeout: 300_000 };

const CASES: { recovery: Recovery; waiting: string; passing: string }[] = [
  {
    recovery: { kind: 'waiting', for: 'the operator to reconcile the host' },
    waiting: 'waiting for the operator to reconcile the host',
    passing: 'waiting for the operator to reconcile the host (12s of 300s)',
  },
  {
    recovery: { kind: 'holding', held: 41_900 },
    waiting: 'healthy; checking for 90s that the error does not come back',
    passing: 'healthy for 41s of 90s; checking that the error does not come back',
  },
  {
    // The last read may still be under way.
    recovery: { kind: 'holding', held: 93_000 },
    waiting: 'healthy; checking for 90s that the error does not come back',
    passing: 'healthy for 89s of 90s; checking that the error does not come back',
  },
];

for (const { recovery, waiting, passing } of CASES)
  test(`a log says once, and a terminal every second: ${passing}`, () => {
    assert.equal(waitingText(recovery, AT.stableFor), waiting);
    assert.equal(passingText(recovery, AT), passing);
  });
