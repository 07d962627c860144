/**
 * Starts a packed program: what a single-executable file runs first. The program's scripts, and what V8 made of each
 * while the program was built, are assets of the file; a cache that V8 can't use costs time only.
 */
// By this signal Node opens its inspector, through which any user of the machine reads this program's memory. Node is told so before
// it starts (`--disable-sigusr1`), from when on the signal would end the program.
process.on('SIGUSR1', () => {});

const { getRawAsset } = require('node:sea');
const { Script } = require('node:vm');

const modules = new Map();

load('./main.js');

function load(name) {
  if (!name.startsWith('./')) return require(name);
  const known = modules.get(name);
  if (known) return known.exports;
  const module = { exports: {} };
  modules.set(name, module);
  const cachedData = asset(`${name}.cache`);
  const script = new Script(asset(name).latin1Slice(), {
    filename: name.slice('./'.length),
    ...(cachedData.length > 0 && { cachedData }),
  });
  script.runInThisContext()(load, module, module.exports);
  return module.exports;
}

function asset(name) {
  return Buffer.from(getRawAsset(name));
}
