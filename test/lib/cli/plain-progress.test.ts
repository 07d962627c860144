import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Host, Progress } from '../../../lib/cli/command.ts';
import { showProgress } from '../../../lib/cli/progress.ts';

/** What is printed for steps with these titles. */
async function printed(titles: string[], play: (progress: Progress) => void): Promise<string> {
  let text = '';
  const stderr = {
    write(piece: string) {
      text += piece;
    },
  };
  const progress = await showProgress(titles, { stderr, env: {} } as unknown as Host, (_, word) => word);
  play(progress);
  await progress.end();
  return text;
}

const TITLES = ['1/5 Open', '2/5 One', '3/5 Two', '4/5 Three', '5/5 Close'];

test('several steps in a row with nothing to do are one line', async () => {
  const text = await printed(TITLES, ({ done, skipped }) => {
    done(1);
    for (const step of [2, 3, 4]) skipped(step, 'nothing to do');
    done(5);
  });
  assert.equal(text, '1/5 Open: done\n2-4/5 Other steps: not needed (nothing to do)\n5/5 Close: done\n');
});

test('a single step with nothing to do keeps its line, and so do steps with other reasons', async () => {
  const text = await printed(TITLES, ({ done, skipped, failed }) => {
    skipped(1, 'already done');
    skipped(2, 'nothing to do');
    done(3);
    skipped(4, 'nothing to do');
    failed(5, 'no');
  });
  assert.equal(
    text,
    `1/5 Open: not needed (already done)
2/5 One: not needed (nothing to do)
3/5 Two: done
4/5 Three: not needed (nothing to do)
5/5 Close: failed (no)
`,
  );
});

test('skipped steps are printed before a note, and at the end of a run', async () => {
  const text = await printed(TITLES, ({ note, skipped }) => {
    for (const step of [1, 2]) skipped(step, 'nothing to do');
    note('waiting');
    for (const step of [3, 4, 5]) skipped(step, 'nothing to do');
  });
  assert.equal(
    text,
    `1-2/5 Other steps: not needed (nothing to do)
waiting
3-5/5 Other steps: not needed (nothing to do)
`,
  );
});
