/** npm run bench -- NAME [RUNS]: measures ours beside theirs; the last line of stdout is the result as JSON. */
import { say } from './ground.ts';
import { hosts } from './hosts.ts';
import type { Row } from './measure.ts';
import { repair } from './repair.ts';
import { resize } from './resize.ts';
import { startup } from './startup.ts';

const MINIMUM = 20;
const benches: Record<string, (runs: number) => Promise<Row[]>> = { hosts, repair, resize, startup };

const [name = '', runs = String(MINIMUM + 1)] = process.argv.slice(2);
const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
if (!bench || !(Number(runs) >= MINIMUM)) {
  say(`usage: npm run bench -- ${Object.keys(benches).join('|')} [RUNS, at least ${MINIMUM}]`);
  process.exit(1);
}
const rows = await bench(Number(runs));
const widths = { row: 16, ours: 12, theirs: 12, ratio: 8 };
say(
  [
    'row'.padEnd(widths.row),
    'ours'.padStart(widths.ours),
    'theirs'.padStart(widths.theirs),
    'ratio'.padStart(widths.ratio),
  ].join(''),
);
for (const { row, ours, theirs, ratio, unit } of rows) {
  const cells = [
    `${ours.toFixed(1)} ${unit}`.padStart(widths.ours),
    `${theirs.toFixed(1)} ${unit}`.padStart(widths.theirs),
  ];
  say([row.padEnd(widths.row), ...cells, ratio.toFixed(2).padStart(widths.ratio)].join(''));
}
process.stdout.write(`${JSON.stringify(rows)}\n`);
