import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { volumeChart } from '../../../lib/report/chart.ts';
import type { ChartOptions } from '../../../lib/report/chart-volume.ts';
import { days, GIB, longest, volume } from './chart-volumes.ts';

const markup = (given: object = {}, options?: ChartOptions): string =>
  volumeChart(volume(given), options)?.html ?? '';

/** The path of a class. Without it, undefined. */
const path = (name: string, chart: string): string | undefined =>
  new RegExp(`<path class="${name}" d="([^"]*)"`).exec(chart)?.[1];

const texts = (chart: string): string[] =>
  [...chart.matchAll(/<text x="(\d+)" y="(\d+)"(?: class="(\w+)")?>([^<]*)<\/text>/g)].map(
    ([, x, y, anchor = 'start', text]) => `${x},${y} ${anchor} ${text}`,
  );

const named = (chart: string): string[] => texts(chart.slice(chart.indexOf('class="names"')));
const title = (chart: string): string | undefined => /<title>(.*?)<\/title>/.exec(chart)?.[1];
const caption = (chart: string): string | undefined => /<p>(.*?)<\/p>/.exec(chart)?.[1];
const legend = (chart: string): string[] =>
  [...chart.matchAll(/<li class="(\w+)">/g)].flatMap(([, name]) => name ?? []);
const detail = (chart: string): string | undefined => /<desc>(.*?)<\/desc>/.exec(chart)?.[1];

describe('the chart of a volume', () => {
  // 34 units a day for 24 days from 124 on, and 3.3 units a Gi up from 420.
  const chart = markup();

  test('has use as a line and an area, open at a gap, up to the present', () => {
    assert.equal(
      path('used', chart),
      'M124,420 158,387 192,354 226,321 260,288M328,288 362,288 396,272 430,255 464,255',
    );
    assert.equal(
      path('area', chart),
      'M124,420V420L158,387 192,354 226,321 260,288V420ZM328,420V288L362,288 396,272 430,255 464,255V420Z',
    );
  });

  test('has the likely use until the volume is full, and its range up to the top', () => {
    assert.equal(path('likely', chart), 'M464,255 804,90');
    assert.equal(path('range', chart), 'M464,255 634,90 940,90 940,140 464,255Z');
  });

  test('has the size as its top line, the present, and the day when the volume is full', () => {
    assert.equal(path('size', chart), 'M124,90H940');
    assert.equal(path('now', chart), 'M464,90V420');
    assert.match(chart, /<path class="day" d="M804,42V420"\/><circle class="full" cx="804" cy="90" r="9"\/>/);
    assert.deepEqual(named(chart), [
      '464,78 middle now',
      '940,32 end full 2026-01-21 (2026-01-16 to 2026-01-31)',
    ]);
  });

  test('has round amounts and dates on its axes', () => {
    assert.deepEqual(texts(chart.slice(0, chart.indexOf('class="names"'))), [
      '112,431 end 0',
      '112,365 end 20Gi',
      '112,299 end 40Gi',
      '112,233 end 60Gi',
      '112,167 end 80Gi',
      '112,101 end 100Gi',
      '112,69 end size',
      '112,462 end UTC',
      '362,462 middle 2026-01-08',
      '600,462 middle 2026-01-15',
      '838,462 middle 2026-01-22',
    ]);
  });

  test('says in one sentence what it shows, and of which time', () => {
    const sentence =
      '50Gi of 100Gi used, grows 5Gi \u00b1 3.8Gi a day, full in 10 days (5 to 20), about 2026-01-21';
    assert.match(
      chart,
      /^<div class="volume-chart"><p>[^<]*<\/p><svg viewBox="0 0 960 476" role="img"><title>/,
    );
    assert.equal(caption(chart), `${sentence}.`);
    assert.equal(title(chart), `db-0: ${sentence}`);
    assert.equal(detail(chart), 'Measured from 2026-01-01 to 2026-01-11 (UTC), expected until 2026-01-25.');
  });
});

describe('the line of a limit', () => {
  const never = { daysToFull: { likely: null, soonest: null, latest: null } };

  test('is the retention size, where use levels off', () => {
    const chart = markup({
      ...never,
      retention: { sizeBytes: 80 * GIB, days: null },
      levelsOffAtBytes: 80 * GIB,
    });
    assert.equal(path('limit', chart), 'M124,156H940');
    assert.deepEqual(named(chart)[0], '930,146 end retention 80Gi');
    assert.equal(title(chart), 'db-0: 50Gi of 100Gi used, grows 5Gi \u00b1 3.8Gi a day, levels off at 80Gi');
    assert.match(detail(chart) ?? '', / Retention: 80Gi\.$/);
  });

  test('holds the likely use and its range', () => {
    // 20 days ahead: 27.2 units a day from 124 on.
    const chart = markup({ ...never, levelsOffAtBytes: 80 * GIB });
    assert.equal(path('likely', chart), 'M396,255 559,156 940,156');
    assert.equal(path('range', chart), 'M396,255 478,156 940,156 940,156 722,156 396,255Z');
    assert.equal(named(chart)[0], '930,146 end levels off at 80Gi');
  });

  test('has its name below where the top is near, and over the measurements where they are wide', () => {
    const chart = markup({ retention: { sizeBytes: 95 * GIB, days: null } });
    assert.equal(named(chart)[0], '134,139 start retention 95Gi');
  });

  test('is not drawn above the size', () => {
    const chart = markup({ retention: { sizeBytes: 120 * GIB, days: 30 }, levelsOffAtBytes: 110 * GIB });
    assert.equal(path('limit', chart), undefined);
    assert.match(detail(chart) ?? '', / Retention: 120Gi, more than the volume has\.$/);
  });

  test('is the lower one of two', () => {
    const chart = markup({ retention: { sizeBytes: 40 * GIB, days: 30 }, levelsOffAtBytes: 90 * GIB });
    assert.equal(path('limit', chart), 'M124,288H940');
  });
});

describe('the time ahead', () => {
  const full = (likely: number) => ({ daysToFull: { likely, soonest: likely, latest: likely } });
  const slow = { daysToFull: { likely: 500, soonest: 400, latest: 900 } };
  const month = days(Array.from({ length: 30 }, () => 50));
  const rows: [string, object, ChartOptions | undefined, string][] = [
    ['ends some time after the volume is full', {}, undefined, '2026-01-25'],
    ['shows when the volume is full, up to 3 times the measured time', full(30), undefined, '2026-02-14'],
    ['is twice the measured time if the volume is full later', full(31), undefined, '2026-01-31'],
    ['is as long as asked for, if that is less', slow, { forDays: 15 }, '2026-01-26'],
    ['is twice the measured time, at most', slow, { forDays: 180 }, '2026-01-31'],
    [
      'is 30 days after a long time, if nothing else is asked for',
      { ...slow, history: month },
      undefined,
      '2026-03-02',
    ],
    ['does not follow days that are no number', slow, { forDays: '15' }, '2026-01-31'],
    ['is a tenth of the measured time, at least', full(0), undefined, '2026-01-12'],
    ['begins when the report was made', slow, { now: '2026-01-10T12:00:00Z' }, '2026-01-29'],
    [
      'begins at the end of the measurements if the report is older',
      slow,
      { now: '2020-01-01T00:00:00Z' },
      '2026-01-28',
    ],
  ];
  for (const [what, given, options, until] of rows)
    test(what, () =>
      assert.match(detail(markup(given, options)) ?? '', new RegExp(`expected until ${until}\\.`)),
    );

  const without: [string, object][] = [
    ['nothing uses the volume', { orphaned: true }],
    ['the growth is unknown', { growthBytesPerDay: null }],
    ['the present use is unknown', { usedBytes: null }],
  ];
  for (const [what, given] of without)
    test(`is left out if ${what}`, () => {
      const chart = markup(given);
      assert.deepEqual([path('likely', chart), path('now', chart)], [undefined, undefined]);
      assert.doesNotMatch(detail(chart) ?? '', /expected/);
    });
});

describe('the mark of a full volume', () => {
  const rows: [string, object, string | undefined, string | undefined][] = [
    ['is now', { likely: 0, soonest: 0, latest: 0 }, 'full now', 'full'],
    [
      'may be later without an end',
      { likely: 10, soonest: 5, latest: null },
      'full 2026-01-21 (2026-01-16 or later)',
      'full',
    ],
    ['has no range within a day', { likely: 10.3, soonest: 10.2, latest: 10.4 }, 'full 2026-01-21', 'full'],
    [
      'is the earliest day if it is unlikely',
      { likely: null, soonest: 5, latest: null },
      'full 2026-01-16 at the earliest',
      'early',
    ],
    [
      'is only a date if it is far away',
      { likely: 500, soonest: 400, latest: 900 },
      'full 2027-05-26 (2027-02-15 to 2028-06-29)',
      undefined,
    ],
    ['is left out beyond 1,000 days', { likely: 2_000, soonest: 1_500, latest: 3_000 }, undefined, undefined],
    [
      'is left out if the volume is never full',
      { likely: null, soonest: null, latest: null },
      undefined,
      undefined,
    ],
  ];
  for (const [what, daysToFull, text, circle] of rows)
    test(what, () => {
      const chart = markup({ daysToFull });
      assert.equal(/<circle class="(\w+)"/.exec(chart)?.[1], circle);
      assert.equal(/>(full [^<]*)<\/text>/.exec(chart)?.[1], text);
    });
});

describe('the legend', () => {
  const at = { daysToFull: { likely: 10, soonest: 10, latest: 10 } };
  const rows: [string, object, string[]][] = [
    ['what is measured and expected', {}, ['used', 'likely', 'range', 'day']],
    ['a limit', { ...at, retention: { sizeBytes: 80 * GIB } }, ['used', 'likely', 'range', 'limit', 'day']],
    [
      'no day that is not in the chart',
      { daysToFull: { likely: 500, soonest: 400, latest: 900 } },
      ['used', 'likely', 'range'],
    ],
    ['nothing expected of a volume that nothing uses', { orphaned: true }, ['used']],
  ];
  for (const [what, given, names] of rows)
    test(`has ${what}`, () => assert.deepEqual(legend(markup(given)), names));
});

describe('a volume whose use is low', () => {
  const low = {
    usedBytes: GIB,
    history: days([1, 2, 4.9, 1]),
    growthBytesPerDay: { likely: 0, low: -0.1 * GIB, high: 0.1 * GIB },
  };
  const never = { daysToFull: { likely: null, soonest: 900, latest: null } };

  test('has a sentence and no chart', () => {
    const chart = markup({ ...low, ...never });
    assert.doesNotMatch(chart, /<svg|<li/);
    assert.equal(
      caption(chart),
      '1Gi of 100Gi used, no clear growth (0 \u00b1 102Mi a day), unlikely to be full, at the earliest in 900 days. Use stays below 5% of the volume until 2026-01-13.',
    );
  });

  test('has no time ahead if its growth is unknown', () => {
    const chart = markup({ ...low, ...never, growthBytesPerDay: null });
    assert.equal(caption(chart), '1Gi of 100Gi used. Use was below 5% of the volume.');
  });

  for (const [what, given] of Object.entries({
    'was higher once': { history: days([1, 5, 1, 1]) },
    'is higher now': { usedBytes: 5 * GIB },
    'may be higher within the time ahead': { growthBytesPerDay: { likely: 0, low: 0, high: 0.6 * GIB } },
    'has no volume that is known': { fileSystemBytes: null, capacity: null, size: null },
  }))
    test(`has a chart if it ${what}`, () => assert.match(markup({ ...low, ...never, ...given }), /<svg/));
});

test('the claim gives the size if the one of the file system is unknown', () => {
  const unknown = { fileSystemBytes: null };
  assert.match(title(markup(unknown)) ?? '', /50Gi of 100Gi/);
  assert.match(title(markup({ ...unknown, capacity: null, size: '200Gi' })) ?? '', /50Gi of 200Gi/);
  const chart = markup({ ...unknown, capacity: null, size: 'large' });
  assert.match(title(chart) ?? '', /50Gi used/);
  assert.equal(path('size', chart), undefined);
});

test('a single measurement is a dot', () => {
  const chart = markup({ usedBytes: null, history: days([50, null]) });
  assert.deepEqual([path('used', chart), path('area', chart)], ['M124,255h0', '']);
});

test('a single measurement has a chart whenever the report was made', () => {
  for (const now of ['1970-01-01', '2026-01-01', '2026-01-02', '2099-12-31'])
    assert.match(path('used', markup({ history: days([50]) }, { now })) ?? '', /^M124,255 \d+,255$/);
});

const NONE: [string, unknown][] = [
  ['no history', null],
  ['a history without fields', {}],
  ['no values', days([])],
  ['gaps only', days([null, null])],
  ['a start that is no time', { ...days([1, 2]), start: 'today' }],
  ['no time between its values', { ...days([1, 2]), stepSeconds: 0 }],
  ['an end that no date has', { ...days([1, 2]), stepSeconds: 253_402_300_799 }],
];
for (const [what, history] of NONE)
  test(`there is no chart with ${what}`, () => assert.equal(volumeChart(volume({ history })), undefined));

test('the longest chart is 5 KB', () => {
  const { length } = volumeChart(longest)?.html ?? '';
  assert.ok(length > 3_000 && length <= 5_120, `${length}`);
});
