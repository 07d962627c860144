import assert from 'node:assert/strict';
import { test } from 'node:test';
import { untouchable } from '../../../lib/hosts/guards/untouchable.ts';
import { HELD_VALUE } from '../../../lib/objects/names.ts';
import { refusalsOf } from '../../../lib/procedure/guard.ts';
import { all, annotations, NEW, PAUSED, seen, specImage } from '../../support/records.ts';

const AIM = { goal: 'repair', order: 'documented', target: NEW } as const;

const CASES: { what: string; patch: object; hint: string }[] = [
  {
    what: "another tool's pause",
    patch: annotations({ [PAUSED]: 'theirs' }),
    hint: 'ask its owner',
  },
  {
    what: 'a pause by kubectl bmh pause',
    patch: annotations({ [PAUSED]: HELD_VALUE }),
    hint: 'if whoever paused it agrees, remove the pause: kubectl bmh resume worker-0 -n metal',
  },
  ...['theirs', HELD_VALUE].map((value) => ({
    what: `the pause ${value} of a host whose addresses differ`,
    patch: all(annotations({ [PAUSED]: value }), specImage({ ...NEW })),
    hint: 'leave the pause in place: without it, the operator wipes the host',
  })),
];

for (const { what, patch, hint } of CASES)
  test(`${what}: ${hint}`, () => {
    const refusals = refusalsOf(untouchable, seen(patch), { ...AIM, accepted: new Set() });
    assert.deepEqual(
      refusals.map((refusal) => [refusal.guard, refusal.hint]),
      [['foreign-pause', `${hint}; --accept foreign-pause works under the pause and leaves it in place`]],
    );
  });
