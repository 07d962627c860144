import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseXml, XmlElement } from '@rgrove/parse-xml';
import fc from 'fast-check';
import { volumeChart } from '../../../lib/report/chart.ts';
import { HEIGHT, WIDTH } from '../../../lib/report/chart-scales.ts';
import { days, longest, volume } from './chart-volumes.ts';

/** Values that no field expects, and numbers at and beyond every limit. */
const odd = fc.oneof(
  fc.constantFrom(
    ...[0, -0, -1, 0.1, 1, 5e-324, 2 ** 53, 2 ** 63, 1e300, Number.MAX_VALUE, 253_402_300_799],
    ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, null, undefined, true, '', '1e999'],
    ...['9999-12-31T23:59:59Z', '+275760-09-13', '1970-01-01', '-000001-01-01', '50Gi', '<b>"&\u202e\n'],
  ),
  fc.double(),
  fc.jsonValue({ maxDepth: 2 }),
);

const amount = fc.oneof({ weight: 4, arbitrary: fc.double({ min: 0, max: 2 ** 63, noNaN: true }) }, odd);
const period = fc.oneof({ weight: 4, arbitrary: fc.double({ min: 0, max: 5_000, noNaN: true }) }, odd);

/** Volumes whose parts are as expected, or odd. */
const volumes: fc.Arbitrary<Record<string, unknown>> = fc.record(
  {
    orphaned: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, odd),
    usedBytes: amount,
    fileSystemBytes: amount,
    capacity: odd,
    size: odd,
    growthBytesPerDay: fc.oneof(
      fc.record({ likely: fc.oneof(fc.double(), amount), low: odd, high: amount }),
      odd,
    ),
    daysToFull: fc.oneof(fc.record({ likely: period, soonest: period, latest: period }), odd),
    levelsOffAtBytes: amount,
    retention: fc.oneof(fc.record({ sizeBytes: amount }), odd),
    history: fc.oneof(
      {
        weight: 9,
        arbitrary: fc.record({
          start: fc.oneof({ weight: 9, arbitrary: fc.constant('2026-01-01T00:00:00.000Z') }, odd),
          stepSeconds: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(1, 60, 5_400, 86_400, 1e9) }, odd),
          usedBytes: fc.oneof({ weight: 9, arbitrary: fc.array(fc.oneof(amount, fc.constant(null))) }, odd),
        }),
      },
      odd,
    ),
  },
  { requiredKeys: ['history'] },
);

const options = fc.record({ now: odd, forDays: odd }, { requiredKeys: [] });

describe('whatever the data of a volume is', () => {
  test('its chart is well-formed, without anything that is not a number, and all within the picture', () => {
    let drawn = 0;
    fc.assert(
      fc.property(volumes, options, (given, asked) => {
        const chart = volumeChart(given, asked);
        if (!chart) return;
        drawn += 1;
        const root = parseXml(chart.html).root;
        assert.ok(root);
        for (const element of elementsOf(root)) checkElement(element);
        assert.doesNotMatch(
          chart.html.replace(/<title>.*?<\/title>/s, ''),
          /NaN|Infinity|undefined|null|e\+/,
        );
      }),
      { numRuns: 1_000 },
    );
    assert.ok(drawn > 200, `only ${drawn} were drawn`);
  });

  test('nothing is thrown for any JSON, and any name', () =>
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.string({ unit: 'binary' }),
        (given, name) => {
          volumeChart(given);
          assert.ok(parseXml(volumeChart(volume({ metadata: { name } }))?.html ?? ''));
        },
      ),
    ));

  test('its chart is at most 6 KB, however many values there are', () => {
    const history = days(Array.from({ length: 100_000 }, (_, index) => index % 97));
    const { length } = volumeChart({ ...longest, history })?.html ?? '';
    assert.ok(length > 0 && length < 6_000, `${length}`);
  });
});

test('a name is text: markup is escaped, controls are visible, and a long one is cut', () => {
  const name = '</title><script>alert(1)</script>\u202e\u0000\n"&';
  const { html = '' } = volumeChart(volume({ metadata: { name } })) ?? {};
  for (const part of ['<script', '\u202e', '\u0000']) assert.ok(!html.includes(part));
  assert.match(html, /<title>&#60;\/title&#62;&#60;script&#62;[^<]*\\u202e\\x00\\x0a&#34;&#38;: 50Gi of/);
  assert.match(volumeChart(longest)?.html ?? '', /<title>x{117}\.\.\.: /);
});

function elementsOf(element: XmlElement): XmlElement[] {
  const inner = element.children.filter((child) => child instanceof XmlElement);
  return [element, ...inner.flatMap(elementsOf)];
}

/** Fails for attributes that a page's policy forbids, and for coordinates outside of the picture. */
function checkElement({ name, attributes }: XmlElement): void {
  for (const key of Object.keys(attributes)) assert.match(key, /^(class|viewBox|role|d|x|y|cx|cy|r)$/, name);
  const { d = '', x = '0', y = '0', cx = '0', cy = '0' } = attributes;
  assert.match(d, /^[MVHLZhv\d, ]*$/);
  const isWithin = (value: string | undefined, most: number): void =>
    assert.ok(value === undefined || (/^\d+$/.test(value) && Number(value) <= most), `${name} ${value}`);
  for (const [, left, top] of d.matchAll(/(\d+),(\d+)/g)) {
    isWithin(left, WIDTH);
    isWithin(top, HEIGHT);
  }
  for (const [, left] of d.matchAll(/H(\d+)/g)) isWithin(left, WIDTH);
  for (const [, top] of d.matchAll(/V(\d+)/g)) isWithin(top, HEIGHT);
  for (const left of [x, cx]) isWithin(left, WIDTH);
  for (const top of [y, cy]) isWithin(top, HEIGHT);
}
