import type { Unit } from './amount.ts';

/**
 * How values of a unit of the UI are written, by its identifier: `bytes`, `percentunit`, `suffix:requests`. A unit that is not known
 * is written after the number.
 */
export function unitOf(id: string | undefined, decimals?: number): Unit {
  const known = (id ? KNOWN.get(id) : undefined) ?? written(id ?? '');
  return { ...PLAIN, ...known, decimals };
}

/** What a unit is called beside a title; undefined if there is none to speak of. */
export const unitText = (id: string | undefined): string | undefined =>
  id === undefined || id === '' || id === 'none' || id === 'short'
    ? undefined
    : (NAMES.get(id) ?? id.replace(/^(suffix|prefix|currency|si|count|time):/, '').trim());

type Written = Pick<Unit, 'steps'> & Partial<Unit>;

const PLAIN: Unit = { factor: 1, prefix: '', steps: [] };

const ends = (suffix: string, factor = 1): Written => ({ factor, steps: [{ from: 0, by: 1, suffix }] });

/** Steps of a base: `scaled(1024, ['B', 'KiB', 'MiB'])`. */
const scaled = (base: number, suffixes: readonly string[], factor = 1): Written => ({
  factor,
  steps: suffixes
    .map((suffix, power) => ({
      from: power === 0 ? 0 : base ** power,
      by: base ** power,
      suffix: ` ${suffix}`,
    }))
    .reverse(),
});

const decimal = (unit: string, factor = 1): Written =>
  scaled(
    1000,
    ['', 'k', 'M', 'G', 'T', 'P'].map((lead) => `${lead}${unit}`),
    factor,
  );
const binary = (unit: string, factor = 1): Written =>
  scaled(
    1024,
    ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi'].map((lead) => `${lead}${unit}`),
    factor,
  );

const SHORT: Written = {
  steps: [
    { from: 1e12, by: 1e12, suffix: ' Tri' },
    { from: 1e9, by: 1e9, suffix: ' Bil' },
    { from: 1e6, by: 1e6, suffix: ' Mil' },
    { from: 1e3, by: 1e3, suffix: ' K' },
    { from: 0, by: 1, suffix: '' },
  ],
};

/** Seconds. */
const TIME = [
  { from: 31_536_000, suffix: ' years' },
  { from: 604_800, suffix: ' weeks' },
  { from: 86_400, suffix: ' days' },
  { from: 3600, suffix: ' hours' },
  { from: 60, suffix: ' min' },
  { from: 1, suffix: ' s' },
  { from: 1e-3, suffix: ' ms' },
  { from: 1e-6, suffix: ' \u00b5s' },
  { from: 1e-9, suffix: ' ns' },
];
const time = (seconds: number): Written => ({
  factor: seconds,
  steps: [...TIME.map(({ from, suffix }) => ({ from, by: from, suffix })), { from: 0, by: 1, suffix: ' s' }],
});

const BYTES = { k: 1, m: 2, g: 3, t: 4, p: 5 } as const;
const sizes = Object.entries(BYTES).flatMap(([lead, power]): [string, Written][] => [
  [`${lead}bytes`, binary('B', 1024 ** power)],
  [`dec${lead}bytes`, decimal('B', 1000 ** power)],
  [`${lead.toUpperCase()}Bs`, decimal('B/s', 1000 ** power)],
  [`${lead.toUpperCase()}iBs`, binary('B/s', 1024 ** power)],
  [`${lead.toUpperCase()}bits`, decimal('b/s', 1000 ** power)],
]);

const RATES: [string, string][] = [
  ['cps', 'c/s'],
  ['ops', 'ops/s'],
  ['reqps', 'req/s'],
  ['rps', 'rd/s'],
  ['wps', 'wr/s'],
  ['iops', 'io/s'],
  ['eps', 'evt/s'],
  ['mps', 'msg/s'],
  ['recps', 'rec/s'],
  ['rowsps', 'rows/s'],
  ['opm', 'ops/min'],
  ['reqpm', 'req/min'],
  ['rpm', 'rd/min'],
  ['wpm', 'wr/min'],
];

const DEGREES: [string, string][] = [
  ['celsius', '\u00b0C'],
  ['fahrenheit', '\u00b0F'],
  ['kelvin', 'K'],
];

const KNOWN = new Map<string, Written>([
  ['none', { steps: [] }],
  ['string', { steps: [] }],
  ['locale', { steps: [] }],
  ['short', SHORT],
  ['sishort', scaled(1000, ['', 'k', 'M', 'G', 'T', 'P'])],
  ['percent', ends('%')],
  ['percentunit', ends('%', 100)],
  ['bytes', binary('B')],
  ['decbytes', decimal('B')],
  ['bits', binary('b')],
  ['decbits', decimal('b')],
  ['Bps', decimal('B/s')],
  ['binBps', binary('B/s')],
  ['bps', decimal('b/s')],
  ['binbps', binary('b/s')],
  ['pps', decimal('p/s')],
  ...sizes,
  ['s', time(1)],
  ['ms', time(1e-3)],
  ['\u00b5s', time(1e-6)],
  ['us', time(1e-6)],
  ['ns', time(1e-9)],
  ['m', time(60)],
  ['h', time(3600)],
  ['d', time(86_400)],
  ['dtdurations', time(1)],
  ['dtdurationms', time(1e-3)],
  ['dthms', time(1)],
  ['clocks', time(1)],
  ['clockms', time(1e-3)],
  ['hertz', decimal('Hz')],
  ['watt', decimal('W')],
  ['volt', decimal('V')],
  ['amp', decimal('A')],
  ['joule', decimal('J')],
  ['currencyUSD', { ...SHORT, prefix: '$' }],
  ['currencyEUR', { ...SHORT, prefix: '\u20ac' }],
  ...DEGREES.map(([id, suffix]): [string, Written] => [id, ends(` ${suffix}`)]),
  ...RATES.map(([id, suffix]): [string, Written] => [id, decimal(suffix)]),
]);

const NAMES = new Map([
  ['percent', '%'],
  ['percentunit', '%'],
  ['Bps', 'bytes per second'],
  ['binBps', 'bytes per second'],
  ['bps', 'bits per second'],
  ['binbps', 'bits per second'],
  ['s', 'seconds'],
  ['ms', 'milliseconds'],
  ['ns', 'nanoseconds'],
  ['dtdurations', 'duration'],
  ['decbytes', 'bytes'],
  ['cps', 'per second'],
  ['reqps', 'requests per second'],
  ['ops', 'operations per second'],
]);

/** A unit that the author of a dashboard made up, or one that is not known. */
function written(id: string): Written {
  const [, kind, text = ''] = /^(suffix|prefix|si|count|currency):(.*)$/s.exec(id) ?? [];
  if (kind === 'prefix' || kind === 'currency') return { ...SHORT, prefix: text };
  if (kind === 'si') return decimal(text);
  if (kind === 'suffix') return ends(text);
  if (kind === 'count') return ends(` ${text}`);
  return id === '' ? SHORT : ends(` ${id}`);
}
