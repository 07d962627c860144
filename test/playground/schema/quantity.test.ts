import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareQuantities, formatQuantity, parseQuantity } from './quantity.ts';

const stored: [sent: string, stored: string][] = [
  ['1Gi', '1Gi'],
  ['1024Mi', '1Gi'],
  ['1.5Gi', '1536Mi'],
  ['.5Gi', '512Mi'],
  ['1025Ki', '1025Ki'],
  ['1073741824', '1073741824'],
  ['1000M', '1G'],
  ['1k', '1k'],
  ['0.5', '500m'],
  ['1500m', '1500m'],
  ['1n', '1m'],
  ['0.1Ki', '102400m'],
  ['1e3', '1e3'],
  ['12e6', '12e6'],
  ['3e-1', '300e-3'],
  ['100000000000000000000', '100E'],
  ['-1Gi', '-1Gi'],
  ['0', '0'],
  ['0Gi', '0'],
];

for (const [sent, expected] of stored) {
  test(`${sent} is stored as ${expected}`, () => {
    assert.equal(formatQuantity(parseQuantity(sent)), expected);
  });
}

for (const wrong of ['', 'x', '1 Gi', '.', '1K', '1GiB', '1e']) {
  test(`${JSON.stringify(wrong)} is not a valid quantity`, () => {
    assert.throws(() => parseQuantity(wrong), RangeError);
  });
}

test('quantities are compared across their suffixes', () => {
  assert.equal(compareQuantities('1Gi', '1073741824'), 0);
  assert.equal(compareQuantities('1G', '1Gi'), -1);
  assert.equal(compareQuantities('1', undefined), 1);
});
