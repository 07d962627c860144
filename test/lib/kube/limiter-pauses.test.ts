import { strict as assert } from 'node:assert';
import type { IncomingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import fc from 'fast-check';
import { newsOfPauses, pauseBefore, slowDownText } from '../../../lib/kube/http/limiter.ts';

const DATE = 'Wed, 14 May 2025 06:00:00 GMT';
const at = (time: string): IncomingHttpHeaders => ({
  date: DATE,
  'retry-after': `Wed, 14 May 2025 ${time} GMT`,
});
const after = (seconds: string): IncomingHttpHeaders => ({ 'retry-after': seconds });
const LONGEST = 60_000;

const pauses: [code: number, headers: IncomingHttpHeaders, attempt: number, pause: number | undefined][] = [
  [200, after('1'), 1, undefined],
  [409, after('1'), 1, undefined],
  [500, after('1'), 1, undefined],
  // As late as it says, however often, but within a minute.
  [429, after('1'), 1, 1000],
  [429, after('1'), 1000, 1000],
  [429, after('60'), 1, 60_000],
  [429, after('61'), 1, 60_000],
  [429, after('3600'), 1, 60_000],
  [429, after('99999999999999'), 1, LONGEST],
  [429, at('06:00:10'), 1, 10_000],
  [429, at('06:00:00'), 1, 0],
  // It says nothing that can be kept to.
  [429, {}, 1, 1000],
  [429, {}, 2, 2000],
  [429, {}, 5, 15_000],
  [429, {}, 1000, 15_000],
  [429, after('soon'), 1, 1000],
  [429, after('-1'), 1, 1000],
  [429, after('1.5'), 1, 1000],
  [429, at('05:59:59'), 1, 1000],
  [429, { 'retry-after': 'Wed, 14 May 2025 06:00:10 GMT' }, 1, 1000],
  // At once is believed once.
  [429, after('0'), 1, 0],
  [429, after('0'), 2, 2000],
  [503, {}, 1, undefined],
  [503, after('soon'), 1, undefined],
  [503, after('0'), 10, 0],
  [503, after('1'), 10, 1000],
  [503, after('1'), 11, undefined],
  [503, after('30'), 1, 30_000],
  [503, after('31'), 1, undefined],
];
for (const [statusCode, headers, attempt, pause] of pauses) {
  const said = headers['retry-after'] === undefined ? 'without' : `with ${headers['retry-after']}`;
  test(`${statusCode} ${said}, attempt ${attempt}: ${pause === undefined ? 'counts' : `${pause} ms`}`, () => {
    assert.equal(pauseBefore({ statusCode, headers }, attempt, 0), pause);
  });
}

test('a 429 is never told as a failure, and what grows lies between a second and half a minute', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempt, chance) => {
        const pause = pauseBefore({ statusCode: 429, headers: {} }, attempt, chance) ?? Number.NaN;
        const least = pauseBefore({ statusCode: 429, headers: {} }, attempt, 0) ?? Number.NaN;
        assert(least >= 1000 && pause >= least && pause <= 2 * least && pause <= 30_000, `${pause}`);
      },
    ),
  );
});

test('any header whatever: a pause of at most a minute, or none', () => {
  fc.assert(
    fc.property(fc.constantFrom(429, 503), fc.string(), fc.string(), (statusCode, later, date) => {
      const pause = pauseBefore({ statusCode, headers: { 'retry-after': later, date } }, 3, 0.5);
      if (statusCode === 429) assert(pause !== undefined);
      assert(pause === undefined || (pause >= 0 && pause <= LONGEST), `${pause}`);
    }),
  );
});

test('the first pause is news, and then each that is longer than half a minute and than any before', () => {
  const isNews = newsOfPauses();
  const told = [0, 1000, 30_000, 30_001, 30_001, 1000, 60_000, 45_000, 60_001];
  assert.deepEqual(told.filter(isNews), [0, 30_001, 60_000, 60_001]);
});

test('what is said of it, with and without words of the server', () => {
  const rest = '\nThis goes on more slowly; the request is sent again in 2s.';
  assert.equal(slowDownText('try later', 1001), `the API server asks to slow down (429): try later${rest}`);
  assert.equal(slowDownText('', 2000), `the API server asks to slow down (429)${rest}`);
});
