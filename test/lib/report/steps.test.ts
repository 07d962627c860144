import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepsIn, timeline } from '../../../lib/report/steps.ts';
import { shownIn } from './page-text.ts';

test('a timeline has when each step ended, what came of it, and how long it took', () => {
  const steps = stepsIn({
    steps: [
      { title: '1/6 Validate', state: 'done', time: '2026-01-02T00:00:00.900Z' },
      { title: '2/6 Pause', state: 'done', time: '2026-01-02T00:00:19.100Z' },
      { title: '3/6 Write', state: 'skipped', time: '2026-01-02T00:00:20Z', note: 'already done' },
      { title: '4/6 Patch', state: 'interrupted', time: '2026-01-02T00:00:23Z', note: 'Ctrl-C' },
      { title: '5/6 Resume', state: 'not-reached' },
      { title: '6/6 Verify', state: 'not-reached', time: 7 },
    ],
  });
  assert.equal(
    shownIn(timeline({ label: 'a', steps })?.html ?? '').trim(),
    [
      'Step Result Ended Took',
      'Validate done 00:00:00',
      // As the clocks say, though it is 18.2 seconds.
      'Pause done 00:00:19 19s',
      'Write already done skipped 00:00:20',
      'Patch Ctrl-C interrupted 00:00:23 3s',
      'Resume not reached',
      'Verify not reached 7',
    ].join(' '),
  );
});
