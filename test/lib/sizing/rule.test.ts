import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ruleFor } from '../../../lib/sizing/requests.ts';

const rows: [number, number, number][] = [
  [1, 6.5, 6370],
  [2, 7, 6420],
  [3, 7.5, 6470],
  [20, 16, 7320],
  [1000, 506, 56_320],
];
for (const [nodes, cpuCores, memoryMiB] of rows)
  test(`the rule for ${nodes} nodes`, () => assert.deepEqual(ruleFor(nodes), { cpuCores, memoryMiB }));

test('each node adds half a core and 50 MiB', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), (nodes) => {
      const [one, other] = [ruleFor(nodes), ruleFor(nodes + 1)];
      assert.equal(other.cpuCores - one.cpuCores, 0.5);
      assert.equal(other.memoryMiB - one.memoryMiB, 50);
    }),
  );
});
