import fc from 'fast-check';
import { trick } from './answers.ts';
import type { Attempt } from './attempt.ts';
import { changingCalls, looks } from './calls.ts';
import { fileAttempt } from './files.ts';
import { kubeconfigAttempt } from './kubeconfigs.ts';
import { lineAttempt } from './lines.ts';

/** The number of the last request that a trick is played at; looking at a whole monitoring block takes about so many. */
const MOST = 23;

/** What comes from outside, and calls that get it spoilt. */
export const AREAS: Record<string, fc.Arbitrary<Attempt>> = {
  lines: lineAttempt,
  kubeconfigs: kubeconfigAttempt,
  files: fileAttempt,
  answers: fc
    .record({
      call: fc.oneof({ arbitrary: looks, weight: 3 }, { arbitrary: changingCalls, weight: 1 }),
      tricks: fc.array(fc.tuple(fc.nat(MOST), trick), { minLength: 1, maxLength: 3 }),
    })
    .map(({ call, tricks }) => ({ ...call, tricks })),
};
