import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TimeInterval } from '../../../lib/alerts/alert-facts.ts';
import { containsMoment, mutedBy } from '../../../lib/alerts/time-intervals.ts';

/** 2024 is a leap year. The 28th of February was a Wednesday. */
const CONTAINS: [what: string, interval: TimeInterval, at: string, contains: boolean][] = [
  ['nothing', {}, '2024-02-28T12:00Z', true],
  ['the first minute', { times: [[540, 600]] }, '2024-02-28T09:00Z', true],
  ['the last minute', { times: [[540, 600]] }, '2024-02-28T09:59:59Z', true],
  ['the end', { times: [[540, 600]] }, '2024-02-28T10:00Z', false],
  ['the end of the day', { times: [[540, 1440]] }, '2024-02-28T23:59Z', true],
  ['the begin of the day', { times: [[0, 60]] }, '2024-02-28T00:00Z', true],
  ['a weekday', { weekdays: [[1, 5]] }, '2024-02-28T12:00Z', true],
  ['another weekday', { weekdays: [[0, 2]] }, '2024-02-28T12:00Z', false],
  [
    'the second of two ranges',
    {
      weekdays: [
        [0, 0],
        [3, 3],
      ],
    },
    '2024-02-28T12:00Z',
    true,
  ],
  ['no range', { weekdays: [] }, '2024-02-28T12:00Z', false],
  ['the last day', { daysOfMonth: [[-1, -1]] }, '2024-02-29T12:00Z', true],
  ['the last day but one', { daysOfMonth: [[-1, -1]] }, '2024-02-28T12:00Z', false],
  ['days up to the end', { daysOfMonth: [[28, -1]] }, '2024-02-28T12:00Z', true],
  ['days that the month does not have', { daysOfMonth: [[30, 31]] }, '2024-02-29T12:00Z', false],
  ['more days than the month has', { daysOfMonth: [[-31, -29]] }, '2024-02-01T12:00Z', true],
  ['a month', { months: [[1, 2]] }, '2024-02-28T12:00Z', true],
  ['another month', { months: [[3, 12]] }, '2024-02-28T12:00Z', false],
  ['a year', { years: [[2020, 2024]] }, '2024-02-28T12:00Z', true],
  ['another year', { years: [[2025, 2030]] }, '2024-02-28T12:00Z', false],
  ['one condition of two', { months: [[2, 2]], weekdays: [[0, 0]] }, '2024-02-28T12:00Z', false],
  [
    'the day of a zone to the east',
    { daysOfMonth: [[29, 29]], location: 'Asia/Tokyo' },
    '2024-02-28T15:00Z',
    true,
  ],
  ['the weekday of that zone', { weekdays: [[4, 4]], location: 'Asia/Tokyo' }, '2024-02-28T15:00Z', true],
  [
    'the year of a zone to the west',
    { years: [[2023, 2023]], location: 'America/New_York' },
    '2024-01-01T04:59Z',
    true,
  ],
  ['a time in winter', { times: [[540, 600]], location: 'Europe/Paris' }, '2024-01-15T08:00Z', true],
  ['a time in summer', { times: [[540, 600]], location: 'Europe/Paris' }, '2024-07-15T07:00Z', true],
  ['midnight in a zone', { times: [[0, 1]], location: 'Asia/Kolkata' }, '2024-02-28T18:30Z', true],
];
for (const [what, interval, at, contains] of CONTAINS)
  test(`an interval of ${what} ${contains ? 'contains' : 'does not contain'} ${at}`, () =>
    assert.equal(containsMoment(interval, new Date(at)), contains));

const now = new Date('2024-02-28T12:00Z');
const intervals = new Map<string, TimeInterval[]>([
  ['now', [{ years: [[2000, 2000]] }, {}]],
  ['never', [{ years: [[2000, 2000]] }]],
  ['empty', []],
]);

const MUTED: [mute: string[], active: string[], by: string[]][] = [
  [[], [], []],
  [['now'], [], ['now']],
  [['never', 'now', 'empty'], [], ['now']],
  [[], ['now'], []],
  [[], ['never'], ['never']],
  [[], ['never', 'now'], []],
  [[], ['never', 'empty'], ['never', 'empty']],
  [['now'], ['never'], ['never']],
  [['now'], ['now'], ['now']],
  [['unknown'], [], []],
];
for (const [muteIntervals, activeIntervals, by] of MUTED)
  test(`a route muted in [${muteIntervals}] and active in [${activeIntervals}] is muted by [${by}]`, () =>
    assert.deepEqual(mutedBy({ muteIntervals, activeIntervals }, intervals, now), by));
