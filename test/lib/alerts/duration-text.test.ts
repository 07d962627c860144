import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { durationText } from '../../../lib/alerts/duration-text.ts';
import { secondsOf } from '../../../lib/objects/duration.ts';

for (const [seconds, text] of [
  [0, '0s'],
  [0.25, '250ms'],
  [30, '30s'],
  [5_400, '1h30m'],
  [14_400, '4h'],
  [7 * 86_400, '7d'],
] as const)
  test(`${seconds} seconds are ${text}`, () => assert.equal(durationText(seconds), text));

test('what is written is read as the same duration', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (milliseconds) =>
      assert.equal(Math.round((secondsOf(durationText(milliseconds / 1000)) ?? -1) * 1000), milliseconds),
    ),
  ));
