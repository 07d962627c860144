import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  bytesText,
  compareQuantities,
  parseQuantity,
  sameQuantity,
  wholeUnits,
} from '../../lib/objects/quantity.ts';

const UNIT = 10n ** 9n;

/** In billionths, as k8s.io/apimachinery gives them. */
const amounts: [string, bigint][] = [
  ['0', 0n],
  ['107374182400', 107_374_182_400n * UNIT],
  ['100Gi', 107_374_182_400n * UNIT],
  ['00100Gi', 107_374_182_400n * UNIT],
  ['1.5Ti', 1_649_267_441_664n * UNIT],
  ['7.5Ei', 8_646_911_284_551_352_320n * UNIT],
  ['1Ki', 1024n * UNIT],
  ['1Mi', 1024n ** 2n * UNIT],
  ['1Pi', 1024n ** 5n * UNIT],
  ['0.3Ki', 307_200_000_000n],
  ['1n', 1n],
  ['1u', 1_000n],
  ['1m', 1_000_000n],
  ['1k', 10n ** 12n],
  ['1M', 10n ** 15n],
  ['1G', 10n ** 18n],
  ['1T', 10n ** 21n],
  ['1P', 10n ** 24n],
  ['1E', 10n ** 27n],
  ['5e10', 5n * 10n ** 19n],
  ['5E10', 5n * 10n ** 19n],
  ['1e+3', 1_000n * UNIT],
  ['1e-3', 1_000_000n],
  ['1E-9', 1n],
  ['.5', UNIT / 2n],
  ['1.', UNIT],
  ['+1', UNIT],
  ['-1.5', (-3n * UNIT) / 2n],
  ['0.5n', 1n],
  ['1e-10', 1n],
  ['0.0000000011', 2n],
  ['-0.0000000001', -1n],
  ['1.0000000001Gi', 1_073_741_824_107_374_183n],
];
for (const [text, amount] of amounts)
  test(`${text} is ${amount} billionths`, () => assert.equal(parseQuantity(text), amount));

const rejected = ['', '.', '-', 'Gi', 'e3', '1K', '1ki', '1gi', '1GI', '1GB', '1mi', '1i', '12e', '1e1.5'];
const malformed = [' 1', '1 ', '1 Gi', '1Gi\n', '--1', '+-1', '0x10', '1,5Gi', '1.5.5', '1_000', '١', '1Gi1'];
for (const text of [...rejected, ...malformed])
  test(`${JSON.stringify(text)} is not a quantity`, () => {
    assert.equal(parseQuantity(text), undefined);
    assert.throws(() => compareQuantities(text, '1'), { name: 'CommandError', kind: 'api' });
  });

test('compares equal amounts in any notation as equal', () => {
  for (const [one, other] of [
    ['100Gi', '102400Mi'],
    ['1', '1000m'],
    ['1e3', '1k'],
    ['0.5Ki', '512'],
  ] as const) {
    assert.equal(compareQuantities(one, other), 0);
    assert.equal(sameQuantity(one, other), true);
  }
  assert.equal(sameQuantity('100Gi', '100G'), false);
  assert.ok(compareQuantities('100G', '100Gi') < 0);
  assert.ok(compareQuantities('-1', '0') < 0);
});

test('undefined equals only undefined', () => {
  assert.deepEqual(
    [sameQuantity(undefined, undefined), sameQuantity(undefined, '0'), sameQuantity('0', undefined)],
    [true, false, false],
  );
});

test('rounds whole units up', () => {
  assert.deepEqual(['1', '0.1', '1.0000000001Gi', '100Gi', '0'].map(wholeUnits), [
    1n,
    1n,
    1_073_741_825n,
    107_374_182_400n,
    0n,
  ]);
});

const suffix = fc.constantFrom(
  'n',
  'u',
  'm',
  '',
  'k',
  'M',
  'G',
  'T',
  'P',
  'E',
  'Ki',
  'Mi',
  'Gi',
  'Ti',
  'e3',
  'E-2',
);
const quantities = fc
  .tuple(fc.nat(10 ** 6), fc.option(fc.nat(10 ** 12), { nil: undefined }), suffix)
  .map(([whole, fraction, unit]) => `${whole}${fraction === undefined ? '' : `.${fraction}`}${unit}`);

test('compareQuantities is a total order', () => {
  fc.assert(
    fc.property(quantities, quantities, quantities, (a, b, c) => {
      assert.equal(compareQuantities(a, a), 0);
      assert.equal(compareQuantities(a, b), -compareQuantities(b, a) || 0);
      if (compareQuantities(a, b) <= 0 && compareQuantities(b, c) <= 0)
        assert.ok(compareQuantities(a, c) <= 0);
    }),
  );
});

test('parses an amount from its digits, with or without extra zeros', () => {
  fc.assert(
    fc.property(quantities, (text) => {
      const amount = parseQuantity(text) ?? assert.fail(text);
      assert.equal(parseQuantity(`${amount}n`), amount);
      assert.equal(parseQuantity(`000${text}`), amount);
      assert.equal(parseQuantity(`-${text}`), -amount);
    }),
  );
});

test('never throws', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const amount = parseQuantity(text);
      assert.ok(amount === undefined || typeof amount === 'bigint');
    }),
  );
});

test('formats bytes in the notation of claims', () => {
  const rows: [bytes: number, text: string][] = [
    [0, '0'],
    [0.5, '0.5'],
    [-0.01, '0'],
    [512, '512'],
    [1024, '1Ki'],
    [1.5 * 2 ** 30, '1.5Gi'],
    [99.94 * 2 ** 30, '99.9Gi'],
    [99.96 * 2 ** 30, '100Gi'],
    [1000 * 2 ** 30, '1000Gi'],
    [2 ** 40, '1Ti'],
    [2 ** 62, '4096Pi'],
    [-512 * 2 ** 20, '-512Mi'],
  ];
  for (const [bytes, text] of rows) assert.equal(bytesText(bytes), text);
});
