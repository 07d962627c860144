import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { orderSection } from '../../../lib/report/order.ts';
import { stepsIn } from '../../../lib/report/steps.ts';
import { shownIn } from './page-text.ts';

/** An object whose steps end one second after another; the last one without a time was not reached. */
const ordered = (
  label: string,
  {
    from,
    titles,
    wave = '',
    verdict = 'repaired',
  }: { from: number; titles: string; wave?: string; verdict?: string },
) => ({
  label,
  wave,
  verdict,
  steps: stepsIn({
    steps: titles.split(' ').map((title, index, all) => ({
      title: `${index + 1}/${all.length} ${title.replace('!', '')}`,
      ...(title.endsWith('!')
        ? { state: 'not-reached' }
        : { state: title === 'Patch' ? 'skipped' : 'done', time: `2026-01-02T00:00:0${from + index}Z` }),
    })),
  }),
});

const shown = (all: Parameters<typeof orderSection>[0], isBrief: boolean): string =>
  shownIn(orderSection(all, { name: 'Host', isBrief })?.html ?? '').trim();

describe('the order of a run on several objects', () => {
  const waves = [
    ordered('c', { from: 5, titles: 'Pause Resume', wave: 'Wave 2 of 2' }),
    ordered('b', { from: 3, titles: 'Pause Resume', wave: 'Wave 2 of 2' }),
    ordered('a', { from: 0, titles: 'Pause Resume!', wave: 'Canary', verdict: 'timed-out' }),
    ordered('d', { from: 0, titles: 'Pause! Resume!', verdict: 'not-started' }),
  ];

  test('is by wave and start, and leaves out what was not started', () => {
    assert.equal(
      shown(waves, true),
      [
        'Order of the run (times in UTC) of 2026-01-02 Host Result First step Last step',
        'Canary a timed out 00:00:00 00:00:00',
        'Wave 2 of 2 b repaired 00:00:03 00:00:04 c repaired 00:00:05 00:00:06',
        'A time is when a step ended.',
      ].join(' '),
    );
  });

  test('has a column for each step, in the order in which they were done', () => {
    const all = [
      ordered('b', { from: 1, titles: 'Validate Pause Patch Resume Verify' }),
      ordered('a', { from: 0, titles: 'Pause Resume Verify!' }),
    ];
    assert.equal(
      shown(all, false),
      [
        'Order of the run (times in UTC) of 2026-01-02 Host Result Validate Pause Patch Resume Verify',
        'a repaired 00:00:00 00:00:01',
        'b repaired 00:00:01 00:00:02 00:00:03 skipped 00:00:04 00:00:05',
        'A time is when a step ended. Steps without a time were not reached.',
      ].join(' '),
    );
  });

  test('says which objects were not part of a wave, if others were', () => {
    const all = [waves[1], ordered('e', { from: 7, titles: 'Pause' })].filter((one) => one !== undefined);
    assert.match(shown(all, true), /Wave 2 of 2 b repaired .* Not part of a wave e repaired 00:00:07/);
  });

  test('is left out with fewer than two objects that were started', () => {
    assert.equal(orderSection(waves.slice(2), { name: 'Host', isBrief: true }), undefined);
  });
});
