import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundle, type Scripts } from '../../scripts/build/bundle.ts';
import { plugins } from '../../scripts/plugins.ts';
import { root } from '../../scripts/root.ts';
import { callsIn, type ScriptCall } from './support/script-calls.ts';

/** Whom each program runs: the credential plugin, git and promtool. */
const RUN: Record<string, string[]> = {
  'kubectl-bmh': ['spawn(start.file)'],
  'kubectl-monitoring': ['execFile(file)', 'spawn(start.file)'],
};

/** Modules of Node by which code can be loaded, made from text or sent elsewhere. */
const LOADERS = /^(node:)?(cluster|inspector|module|repl|sea|vm|wasi|worker_threads)(\/.*)?$/;

const STARTERS = ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'];

for (const { program } of plugins)
  describe(`the scripts of ${program}`, () => {
    let scripts: Scripts;
    /** Of each script, by its name. */
    let callsOf: Map<string, ScriptCall[]>;
    let calls: ScriptCall[];
    before(async () => {
      ({ scripts } = await bundle(program));
      callsOf = new Map([...scripts].map(([file, text]) => [file, callsIn(file, text)]));
      calls = [...callsOf.values()].flat();
    });
    const loaded = (): string[] => calls.flatMap((call) => (isLoad(call) ? (call.literal ?? []) : []));
    const among = (names: string[]): ScriptCall[] => calls.filter(({ name }) => names.includes(name));

    test("scripts load Node's own modules and each other", () => {
      assert.ok(loaded().includes('node:https'), 'no module is seen');
      assert.deepEqual(
        loaded().filter((name) => !isBuiltin(name) && !scripts.has(name.replace(/^\.\//, ''))),
        [],
      );
    });

    test('only yargs has a computed import, for configuration files that are never used', () => {
      const files = [...callsOf].filter(([, own]) =>
        own.some((call) => isLoad(call) && call.literal === undefined),
      );
      assert.deepEqual(
        files.map(([file]) => file.replace(/-\w{8}\.js$/, '')),
        ['yargs'],
      );
      const asking = /\.(config|pkgConf|commandDir|extends)\(/;
      const own = globSync('{cmd,lib}/**/*.ts', { cwd: root });
      assert.deepEqual(
        own.filter((file) => asking.test(readFileSync(join(root, file), 'utf8'))),
        [],
      );
    });

    test('fetches nothing and evaluates no code', () => {
      const makers = [
        'eval',
        'Function',
        'fetch',
        'import',
        'importScripts',
        'dlopen',
        'WebSocket',
        'Worker',
      ];
      // A spinner's next sign, credentials by the function that is given for them, and what a server of ws would make of a client's
      // connection.
      const harmless = ['fetch()', 'fetch(signal)', 'WebSocket(null)'];
      assert.deepEqual(
        among(makers)
          // A method of re2js has that name.
          .filter(({ name, callee }) => name !== 'eval' || callee === 'eval')
          .map(shown)
          .filter((call) => !harmless.includes(call)),
        [],
      );
      assert.deepEqual([...new Set(loaded().filter((name) => LOADERS.test(name)))], ['node:module']);
      assert.deepEqual([...new Set(among(['createRequire']).map(shown))], ['createRequire(importMetaUrl)']);
    });

    test('runs only credential plugins, git and promtool', () => {
      const started = among(STARTERS).filter(
        // A regular expression has an `exec` too.
        ({ name, callee }) => name !== 'exec' || callee.includes('child_process'),
      );
      // client-node would look for a kubeconfig in Windows' Linux: what that is given in place of Node's own throws.
      const [absent, real] = [true, false].map((isAbsent) =>
        started.filter(({ callee }) => callee.startsWith('node_child_process_default.') === isAbsent),
      );
      assert.deepEqual(real?.map(shown).toSorted(), RUN[program]);
      assert.deepEqual(new Set(absent?.map(shown)), new Set(['spawnSync("wsl.exe")']));
      assert.match(
        [...scripts.values()].join('\n'),
        /function spawnSync\(\)\{throw new Error\("spawnSync is left out of this program"\)\}/,
      );
      const holders = loaded().filter((name) => /^(node:)?child_process$/.test(name));
      assert.equal(holders.length, RUN[program]?.length);
    });

    test('every script loads with Windows paths and reads flags', async () => {
      const actor = fileURLToPath(new URL('support/load-on-windows.ts', import.meta.url));
      const running = promisify(execFile)(process.execPath, [actor], { env: {} });
      running.child.stdin?.end(JSON.stringify([...scripts]));
      const { stdout } = await running;
      assert.equal(typeof JSON.parse(stdout).clientVersion, 'object', stdout);
    });
  });

const isLoad = ({ name, argument }: ScriptCall): boolean => /^_*require\d*$/.test(name) && argument !== '';

const shown = ({ name, argument }: ScriptCall): string => `${name}(${argument})`;
