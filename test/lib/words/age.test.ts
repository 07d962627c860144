import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ageText } from '../../../lib/words/age.ts';

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];

const ages: [number, string][] = [
  [-5, '0s'],
  [0, '0s'],
  [119, '119s'],
  [2 * MINUTE, '2m'],
  [5 * MINUTE + 30, '5m30s'],
  [10 * MINUTE + 30, '10m'],
  [179 * MINUTE, '179m'],
  [3 * HOUR, '3h'],
  [3 * HOUR + 20 * MINUTE, '3h20m'],
  [8 * HOUR + 20 * MINUTE, '8h'],
  [47 * HOUR, '47h'],
  [2 * DAY + 5 * HOUR, '2d5h'],
  [8 * DAY + 5 * HOUR, '8d'],
  [729 * DAY, '729d'],
  [730 * DAY, '2y'],
  [744 * DAY, '2y14d'],
  [8 * 365 * DAY + 14 * DAY, '8y'],
];
for (const [seconds, text] of ages)
  test(`prints an age of ${seconds} seconds as ${text}`, () => assert.equal(ageText(seconds * 1000), text));
