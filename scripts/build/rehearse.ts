/**
 * node --random-seed=1 rehearse.ts START FOLDER CALLS
 *
 * Runs a program's scripts as the packed file will, one call after the other, and writes beside each script what V8
 * compiled on the way: the packed file then starts without compiling anything that every user needs. A cache that is
 * made without running holds little, as V8 compiles a function only when it is called.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import v8 from 'node:v8';
import vm from 'node:vm';

const [start = '', folder = '', calls = '[]'] = process.argv.slice(2);
const scripts = new Map<string, vm.Script>();

// V8 drops what has not run for a while, and refuses a cache that was written under other flags than it is read under.
v8.setFlagsFromString('--no-flush-bytecode');
for (const words of JSON.parse(calls) as string[][]) await run(words);
v8.setFlagsFromString('--flush-bytecode');
for (const [name, script] of scripts) writeFileSync(join(folder, `${name}.cache`), script.createCachedData());

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

/** Stands in for `Script`: each script is compiled once for all calls, so that its cache has what any of them needed. */
function compiled(source: string, { filename }: { filename: string }): vm.Script {
  const script = scripts.get(filename) ?? new vm.Script(source, { filename });
  scripts.set(filename, script);
  return script;
}
