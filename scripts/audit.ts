/**
 * npm run audit: what is known against the packages that are shipped, and their licences. A finding that is rated high or
 * worse in what is shipped fails, as does a licence that is not allowed. A registry that answers no audits is only said.
 */
import { execFile } from 'node:child_process';
import { dirname, join, relative } from 'node:path';
import { verdictOf } from './audit-report.ts';
import { bundle } from './build/bundle.ts';
import { licenceOf } from './licences.ts';
import { plugins } from './plugins.ts';
import { root } from './root.ts';

const bundles = await Promise.all(plugins.map(({ program }) => bundle(program)));
const shipped = [...new Set(bundles.flatMap(({ packages }) => packages))].sort();
/** The package that this Node is from, which is in the programs as well. */
const node = relative(root, dirname(dirname(process.execPath)));

for (const folder of [...shipped, node]) {
  const licence = await licenceOf(join(root, folder));
  process.stdout.write(`${licence.padEnd(14)}${folder.replace(/^node_modules\//, '')}\n`);
}

const { lines, isGood } = verdictOf(await audited(), shipped);
for (const line of lines) process.stdout.write(`${line}\n`);
if (!isGood) process.exitCode = 1;

/** What `npm audit` prints; it exits with 1 where it finds anything. */
function audited(): Promise<string> {
  const { npm_execpath: npm } = process.env;
  const [file, words] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  return new Promise((resolve) => {
    const args = [...words, 'audit', '--omit=dev', '--audit=true', '--json'];
    execFile(file, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout) => resolve(stdout));
  });
}
