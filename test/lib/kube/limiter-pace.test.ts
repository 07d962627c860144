import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Pace, paceAfter, type Taking, UNLIMITED } from '../../../lib/kube/http/limiter.ts';

const rows: [
  what: string,
  pace: Pace,
  taking: Taking,
  answered: [begun: number, underWay: number],
  after: Pace,
][] = [
  ['nothing was refused: no limit', UNLIMITED, 'taken', [0, 9], UNLIMITED],
  ['half of what was under way', UNLIMITED, 'refused', [0, 9], { limit: 4, lowered: 1 }],
  ['never less than one', UNLIMITED, 'refused', [0, 1], { limit: 1, lowered: 1 }],
  [
    'half of the limit where more are under way',
    { limit: 4, lowered: 1 },
    'refused',
    [1, 8],
    { limit: 2, lowered: 2 },
  ],
  [
    'half of those under way where they are less',
    { limit: 8, lowered: 1 },
    'refused',
    [1, 4],
    { limit: 2, lowered: 2 },
  ],
  ['refused together is refused once', { limit: 4, lowered: 1 }, 'refused', [0, 8], { limit: 4, lowered: 1 }],
  ['begun at the old pace, and taken', { limit: 4, lowered: 1 }, 'taken', [0, 8], { limit: 4, lowered: 1 }],
  ['taken: a part of one more', { limit: 4, lowered: 1 }, 'taken', [1, 4], { limit: 4.25, lowered: 1 }],
  ['taken, one at a time: one more', { limit: 1, lowered: 3 }, 'taken', [3, 1], { limit: 2, lowered: 3 }],
];
for (const [what, pace, taking, [begun, underWay], after] of rows) {
  test(what, () => assert.deepEqual(paceAfter(pace, taking, { begun, underWay }), after));
}

test('whatever is refused and taken, one may always go, and who is refused is never given more', () => {
  const answers = fc.array(
    fc.record({
      taking: fc.constantFrom<Taking>('taken', 'refused'),
      late: fc.nat(2),
      underWay: fc.integer({ min: 1, max: 500 }),
    }),
  );
  fc.assert(
    fc.property(answers, (all) => {
      let pace = UNLIMITED;
      for (const { taking, late, underWay } of all) {
        const next = paceAfter(pace, taking, { begun: Math.max(0, pace.lowered - late), underWay });
        assert(next.limit >= 1);
        assert(taking === 'taken' ? next.limit >= pace.limit : next.limit <= pace.limit);
        pace = next;
      }
    }),
  );
});

test('a server that takes eight at a time, and is always asked for more, is given between four and nine', () => {
  let pace = UNLIMITED;
  const limits: number[] = [];
  for (let round = 0; round < 40; round += 1) {
    const underWay = Math.min(20, Math.floor(pace.limit));
    const begun = pace.lowered;
    for (let one = 0; one < underWay; one += 1)
      pace = paceAfter(pace, one < 8 ? 'taken' : 'refused', { begun, underWay });
    limits.push(Math.floor(pace.limit));
  }
  const settled = limits.slice(2);
  assert.equal(Math.min(...settled), 4);
  assert.equal(Math.max(...settled), 9);
});
