import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide, decideUndo } from '../../../../lib/hosts/decide.ts';
import { diagnose } from '../../../../lib/hosts/diagnosis/diagnose.ts';
import { resuming } from '../../../../lib/hosts/manual-pause.ts';
import type { Observed } from '../../../../lib/hosts/observed.ts';
import { decideReenroll } from '../../../../lib/hosts/reenroll/decide.ts';
import { rows } from './cause-rows.ts';

const given = (words: string[], flag: string): string | undefined =>
  words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined;

/** What the command that is printed would come to on the host that it is printed for. */
function refusalsOf(observed: Observed, words: string[]): string[] | string {
  const accepted = new Set(words.flatMap((word, at) => (word === '--accept' ? [words[at + 1] ?? ''] : [])));
  const service = given(words, '--service');
  const checksumType = given(words, '--checksum-type');
  const options = {
    accepted,
    preventive: words.includes('--preventive'),
    order: 'documented' as const,
    ...(service !== undefined && { service }),
    ...(checksumType !== undefined && { checksumType: checksumType as 'md5' }),
  };
  if (words[2] === 'resume') {
    const step = resuming().steps[0];
    return step?.due(observed) ? step.refusals(observed).map(({ guard }) => guard) : 'nothing to do';
  }
  const decision =
    words[2] === 'repair'
      ? decide(observed, options)
      : words[2] === 'undo'
        ? decideUndo(observed, options)
        : decideReenroll(observed, accepted);
  if (decision.kind === 'refuse') return decision.refusals.map(({ guard }) => guard);
  return ['healthy', 'unknown', 'nothing'].includes(decision.kind) ? `nothing to do: ${decision.kind}` : [];
}

for (const { name, seen, next = '' } of rows) {
  if (!/^kubectl bmh (repair|undo|resume|reenroll) /.test(next)) continue;
  test(`${name}: ${next} is not refused`, () => {
    assert.deepEqual(refusalsOf(seen.observed, next.split(' ')), []);
  });
}

test('no next step is a diagnosis', () => {
  for (const { name, seen } of rows) {
    const { next } = diagnose(seen);
    assert.doesNotMatch(
      `${next.command?.words.join(' ')} ${next.advice}`,
      /kubectl bmh diagnose|run this again/,
      name,
    );
  }
});
