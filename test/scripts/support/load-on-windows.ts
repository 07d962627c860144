/**
 * node load-on-windows.ts < SCRIPTS
 *
 * Runs `version --client -o json` from a program's scripts, given as JSON of their names and texts, and then loads each of
 * the others, in a Node whose paths and file addresses are those of Windows. A script that can't be loaded there ends it
 * with an error.
 */
import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';

const scripts = new Map<string, string>(JSON.parse(readFileSync(0, 'utf8')));

const url = process.getBuiltinModule('node:url');
const { createRequire, ...module } = process.getBuiltinModule('node:module');
const fileURLToPath = (address: string | URL): string => url.fileURLToPath(address, { windows: true });
const windows: Record<string, unknown> = {
  path: process.getBuiltinModule('node:path').win32,
  url: { ...url, fileURLToPath },
  module: {
    ...module,
    createRequire: (address: string | URL) => createRequire(`/${fileURLToPath(address)}`),
  },
};

const modules = new Map<string, { exports: unknown }>();

function load(name: string): unknown {
  if (!name.startsWith('./')) return windows[name.replace(/^node:/, '')] ?? process.getBuiltinModule(name);
  const file = name.slice('./'.length);
  const known = modules.get(file);
  if (known) return known.exports;
  const loaded = { exports: {} };
  modules.set(file, loaded);
  runInThisContext(scripts.get(file) ?? '', { filename: file })(load, loaded, loaded.exports);
  return loaded.exports;
}

Object.defineProperty(process, 'platform', { value: 'win32' });
process.argv = ['C:\\node.exe', 'C:\\program.exe', 'version', '--client', '-o', 'json'];
load('./main.js');
process.once('beforeExit', () => {
  for (const file of scripts.keys()) load(`./${file}`);
});
