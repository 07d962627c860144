const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** Up to which age, in seconds, it is told in which units; the second one only while it says something. */
const SCALE: { below: number; units: [string, number][] }[] = [
  { below: 2 * MINUTE, units: [['s', 1]] },
  {
    below: 10 * MINUTE,
    units: [
      ['m', MINUTE],
      ['s', 1],
    ],
  },
  { below: 3 * HOUR, units: [['m', MINUTE]] },
  {
    below: 8 * HOUR,
    units: [
      ['h', HOUR],
      ['m', MINUTE],
    ],
  },
  { below: 2 * DAY, units: [['h', HOUR]] },
  {
    below: 8 * DAY,
    units: [
      ['d', DAY],
      ['h', HOUR],
    ],
  },
  { below: 2 * YEAR, units: [['d', DAY]] },
  {
    below: 8 * YEAR,
    units: [
      ['y', YEAR],
      ['d', DAY],
    ],
  },
  { below: Number.POSITIVE_INFINITY, units: [['y', YEAR]] },
];

/** How old something is, as kubectl prints it: `45s`, `5m30s`, `12d`, `2y14d`. */
export function ageText(milliseconds: number): string {
  let rest = Math.max(0, Math.floor(milliseconds / 1000));
  const units = SCALE.find(({ below }) => rest < below)?.units ?? [];
  return units
    .map(([name, size], place) => {
      const count = Math.floor(rest / size);
      rest %= size;
      return count > 0 || place === 0 ? `${count}${name}` : '';
    })
    .join('');
}
