/**
 * npm run test:fuzz [-- --runs N] [--seed S] [--area NAME] [--path P]: N calls (2,000 when absent) of both plugins with spoilt
 * command lines, kubeconfigs, files and answers of the server. What fails is printed with the command that does it again.
 */
import { parseArgs } from 'node:util';
import { AREAS } from './areas.ts';
import { fuzz } from './run.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    area: { type: 'string' },
    path: { type: 'string' },
  },
});
const names = Object.keys(AREAS);
if (values.area !== undefined && !names.includes(values.area)) {
  process.stderr.write(`error: there is no area "${values.area}"\nGive one of: ${names.join(', ')}.\n`);
  process.exit(2);
}
const areas = values.area === undefined ? names : [values.area];
const { cases, defects, hangs } = await fuzz({
  areas,
  seed: Number(values.seed),
  runs: Math.ceil(Number(values.runs) / (values.area === undefined ? areas.length : 1)),
  ...(values.path !== undefined && { path: values.path }),
});
for (const finding of [...defects, ...hangs]) process.stderr.write(`${finding}\n\n`);
process.stdout.write(
  `fuzz: cases ${cases}, defects ${defects.length}, hangs ${hangs.length} (seed ${values.seed})\n`,
);
if (defects.length + hangs.length > 0) process.exitCode = 1;
