/**
 * node --random-seed=1 rehearse.ts START FOLDER CALLS
 *
 * Runs a program's scripts as the packed file will, one call after the other, and writes beside each script that was
 * loaded on the way what V8 makes of the whole of it: the packed file then starts without compiling anything that every
 * user needs. Only the functions that were called would be a little less, but which those are is a matter of timing, and
 * the same sources are to give the same file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import v8 from 'node:v8';
import vm from 'node:vm';

const [start = '', folder = '', calls = '[]'] = process.argv.slice(2);
const scripts = new Map<string, vm.Script>();

for (const words of JSON.parse(calls) as string[][]) await run(words);

async function run(words: string[]): Promise<void> {
  process.argv = [process.execPath, start, ...words];
  process.exitCode = undefined;
  const ended = new Promise((resolve) => process.once('beforeExit', resolve));
  // Without anything to wait for, the process would end after the previous call's `beforeExit` without another.
  setImmediate(() => {});
  vm.runInThisContext(`(function (require) {${readFileSync(start, 'utf8')}})`)(requireForStart);
  await ended;
  if (process.exitCode)
    throw new Error(`The rehearsal of \`${words.join(' ')}\` ended with ${process.exitCode}.`);
}

/** Node's modules, but for the two that `start.cjs` reads and compiles its assets with. */
function requireForStart(name: string): unknown {
  if (name === 'node:sea') return { getRawAsset: readAsset };
  if (name === 'node:vm') return { Script: compiled };
  return process.getBuiltinModule(name);
}

function readAsset(name: string): ArrayBufferLike {
  return name.endsWith('.cache')
    ? new ArrayBuffer(0)
    : Uint8Array.from(readFileSync(join(folder, name))).buffer;
}

/** Replaces `Script`: the first call that loads a script compiles it for all, and caches the result. */
function compiled(source: string, { filename }: { filename: string }): vm.Script {
  return scripts.get(filename) ?? compile(source, filename);
}

function compile(source: string, filename: string): vm.Script {
  v8.setFlagsFromString('--no-lazy');
  const script = new vm.Script(source, { filename });
  // V8 refuses a cache that was written under other flags than it is read under.
  v8.setFlagsFromString('--lazy');
  // Before it runs, which would change what is in it.
  writeFileSync(join(folder, `${filename}.cache`), script.createCachedData());
  scripts.set(filename, script);
  return script;
}
