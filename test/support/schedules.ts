/** Schedules that the CronJob controller can read. */
export const SCHEDULES = [
  '0 6 * * *',
  '*/15 * * * *',
  '0-30/10,45 0,12 1-15 jan-MAR,12 Mon-fri',
  '5/20 ? ? * 0',
  '59 23 31 12 6',
  ' 0  6 * * * ',
  '@daily',
  '@hourly',
  '@every 1h30m',
];

/** Texts that it cannot read as schedules. */
export const NO_SCHEDULES = [
  '0 6 * *',
  '0 0 6 * * *',
  '60 * * * *',
  '* 24 * * *',
  '* * 0 * *',
  '* * * 13 *',
  '* * * * 7',
  '30-10 * * * *',
  '*/0 * * * *',
  'a * * * *',
  '-1 * * * *',
  '1-2-3 * * * *',
  '1.5 * * * *',
  '@sometimes',
  'daily',
];
