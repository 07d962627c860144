import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fillsTooMuch, retentionSizeFor } from '../../lib/objects/retention.ts';

const rows: [string, string, string, string | undefined][] = [
  // The share of the volume that it had.
  ['40GB', '50Gi', '100Gi', '80GB'],
  ['40GiB', '50Gi', '100Gi', '80GiB'],
  ['25GB', '50Gi', '100Gi', '50GB'],
  ['40960MB', '50Gi', '100Gi', '81920MB'],
  ['42949672960B', '50Gi', '100Gi', '85899345920B'],
  ['1TB', '2Ti', '3Ti', '1.5TB'],
  ['.5TB', '1Ti', '1536Gi', '0.75TB'],
  ['30GB', '47Gi', '100Gi', '63GB'],
  // At most 85 % of it, or else 80 %.
  ['85GB', '100Gi', '200Gi', '170GB'],
  ['86GB', '100Gi', '200Gi', '160GB'],
  ['500GB', '100Gi', '200Gi', '500GB'],
  // Never less than it was.
  ['49GB', '50Gi', '55Gi', '49GB'],
  ['40.5GB', '50Gi', '50.1Gi', '40.5GB'],
  // Nothing that could grow.
  ['0', '50Gi', '100Gi', undefined],
  ['0GB', '50Gi', '100Gi', undefined],
  ['40Gi', '50Gi', '100Gi', undefined],
  ['40', '50Gi', '100Gi', undefined],
  ['40 GB', '50Gi', '100Gi', undefined],
  ['', '50Gi', '100Gi', undefined],
];

for (const [retentionSize, from, to, expected] of rows)
  test(`a limit of ${retentionSize || 'nothing'} on a volume of ${from} that grows to ${to}`, () => {
    assert.equal(retentionSizeFor({ retentionSize, from, to }), expected);
  });

/** What the operator's own definition of the field takes. */
const ACCEPTED = /(^0|([0-9]*[.])?[0-9]+((K|M|G|T|E|P)i?)?B)$/;

test('keeps a valid limit that never falls and is at most 85% of the volume unless it was more', () => {
  const amount = fc.integer({ min: 1, max: 100_000 });
  const unit = fc.constantFrom('B', 'KB', 'MB', 'GB', 'GiB', 'TB');
  fc.assert(
    fc.property(amount, unit, amount, amount, (limit, suffix, before, growth) => {
      const retentionSize = `${limit / 100}${suffix}`;
      const [from, to] = [`${before}Mi`, `${before + growth}Mi`];
      const next = retentionSizeFor({ retentionSize, from, to });
      assert.ok(next !== undefined && ACCEPTED.test(next), next);
      assert.ok(Number.parseFloat(next) >= limit / 100, next);
      assert.ok(next === retentionSize || !fillsTooMuch(next, to), next);
    }),
  );
});

test('reports a limit above 85% of the volume as too much', () => {
  assert.equal(fillsTooMuch('85GB', '100Gi'), false);
  assert.equal(fillsTooMuch('85.01GB', '100Gi'), true);
  assert.equal(fillsTooMuch('85GB', '100G'), true);
  assert.equal(fillsTooMuch('0', '100Gi'), false);
});
