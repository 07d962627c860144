/**
 * npm run bench -- NAME [RUNS] [--row ROW]: measures ours beside theirs; the last line of stdout is the result as JSON.
 * Of the benches `estate`, `hosts`, `rules` and `values` one row may be measured alone.
 */
import { parseArgs } from 'node:util';
import { ESTATE_ROWS, estate } from './estate.ts';
import { say } from './ground.ts';
import { HOST_ROWS, hosts } from './hosts.ts';
import type { Row } from './measure.ts';
import { repair } from './repair.ts';
import { resize } from './resize.ts';
import { RULE_ROWS, rules } from './rules.ts';
import { startup } from './startup.ts';
import { VALUES_ROWS, values as valuesBench } from './values.ts';

const MINIMUM = 20;
const benches: Record<string, (runs: number, only?: string) => Promise<Row[]>> = {
  estate,
  hosts,
  repair,
  resize,
  rules,
  startup,
  values: valuesBench,
};

const {
  positionals: [name = '', runs = String(MINIMUM + 1)],
  values: { row: only },
} = parseArgs({ allowPositionals: true, options: { row: { type: 'string' } } });
const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
const ROWS: Record<string, readonly string[]> = {
  estate: ESTATE_ROWS,
  hosts: HOST_ROWS,
  rules: RULE_ROWS,
  values: VALUES_ROWS,
};
const hasRow = only === undefined || ROWS[name]?.includes(only) === true;
if (!bench || !hasRow || !(Number(runs) >= MINIMUM)) {
  say(`usage: npm run bench -- ${Object.keys(benches).join('|')} [RUNS, at least ${MINIMUM}] [--row ROW]`);
  for (const [of, rows] of Object.entries(ROWS)) say(`rows of ${of}: ${rows.join(', ')}`);
  process.exit(1);
}
const rows = await bench(Number(runs), only);
const widths = { row: 20, ours: 12, theirs: 12, ratio: 8 };
say(
  [
    'row'.padEnd(widths.row),
    'ours'.padStart(widths.ours),
    'theirs'.padStart(widths.theirs),
    'ratio'.padStart(widths.ratio),
  ].join(''),
);
for (const { row, ours, theirs, ratio, unit, note } of rows) {
  const cells = [
    `${ours.toFixed(1)} ${unit}`.padStart(widths.ours),
    `${theirs.toFixed(1)} ${unit}`.padStart(widths.theirs),
  ];
  say(
    [row.padEnd(widths.row), ...cells, ratio.toFixed(2).padStart(widths.ratio), note && `  ${note}`].join(''),
  );
}
process.stdout.write(`${JSON.stringify(rows)}\n`);
