import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepsIn, timelines } from '../../../lib/report/steps.ts';
import { shownIn } from './page-text.ts';

const steps = (...titles: string[]) =>
  stepsIn({
    steps: titles.map((title, index) => ({
      title: `${index + 1}/${titles.length} ${title}`,
      state: title === 'Patch' ? 'skipped' : 'done',
      time: `2026-01-02T00:00:0${index}Z`,
    })),
  });

test('steps of many objects have one column each, in the order in which they were done', () => {
  const all = [
    { label: 'a', steps: steps('Pause', 'Resume') },
    { label: 'b', steps: steps('Validate', 'Pause', 'Patch', 'Resume', 'Verify') },
    { label: 'c', steps: [] },
  ];
  assert.equal(
    shownIn(timelines(all, 'Host')?.html ?? '').trim(),
    [
      'Host Validate Pause Patch Resume Verify',
      'a 00:00:00 00:00:01',
      'b 00:00:00 00:00:01 00:00:02 skipped 00:00:03 00:00:04',
    ].join(' '),
  );
  assert.equal(timelines([{ label: 'a', steps: [] }], 'Host'), undefined);
});
