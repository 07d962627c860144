import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { build } from 'esbuild';
import { root } from '../scripts/root.ts';

/** What users get: every source file with its text, paths with slashes. */
const sources = globSync('{cmd,lib}/**/*.ts', { cwd: root }).map((file) => ({
  file: file.replaceAll('\\', '/'),
  text: readFileSync(join(root, file), 'utf8'),
}));

const withText = (pattern: RegExp): string[] =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .toSorted();

describe('the programs as they are written', () => {
  test('only credential plugins, git and promtool are run', () => {
    assert.deepEqual(withText(/child_process(?!'\) *;?$)/), [
      'cmd/shared/run-program.ts',
      'lib/kube/auth/exec-plugin.ts',
    ]);
  });

  test('nothing is called that Windows does not have', () => {
    const calls = /\b(getuid|geteuid|getgid|getgroups|setuid|umask|mkfifo|setsid)\b/;
    const places = /\/dev\/(tty|null|stdin)|\/bin\/sh|'(which|sh|bash|stty|tput)'/;
    assert.deepEqual(withText(calls), []);
    // Completion, and the recovery by hand, are text that shells run.
    const forShells = /^(lib\/cli\/completion\/|cmd\/kubectl-bmh\/payload\/commands\.ts$)/;
    assert.deepEqual(
      withText(places).filter((file) => !forShells.test(file)),
      [],
    );
  });

  test('nothing is fetched, no code is made from text, and no module is looked for at run time', () => {
    assert.deepEqual(
      withText(
        /\bfetch\((?!signal\))|\beval\(|new Function\(|\bimport\((?!\s*')|createRequire|node:(vm|worker_threads|inspector)/,
      ),
      [],
    );
  });

  test('what is written in the program is ASCII, so that every terminal can show it', () => {
    const beyond = sources.flatMap(({ file, text }) =>
      // The sign of micro is read in durations, not written; signs of charts are for terminals that have them.
      ['lib/kube/config/duration.ts', 'lib/cli/style.ts'].includes(file)
        ? []
        : [...text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').matchAll(/.*[^\n\t\x20-\x7e].*/g)].map(
            ([line]) => `${file}: ${line.trim()}`,
          ),
    );
    assert.deepEqual(beyond, []);
  });

  test('folders are made for their owner alone, and files too', () => {
    const made = sources.flatMap(({ file, text }) =>
      // A shim of completion is a program, for whoever has its folder on PATH.
      file === 'lib/cli/completion/install.ts'
        ? []
        : [...text.matchAll(/\b(writeFileSync|mkdirSync|writeFile|mkdir|appendFile)\(.*/g)].map(([line]) => ({
            file,
            line,
          })),
    );
    assert.ok(made.length > 0);
    const open = made.filter(({ line }) => !/mode: 0o[67]00/.test(line));
    assert.deepEqual(
      open
        .map(({ file, line }) => `${file}: ${line}`)
        .filter((found) => !REWRITTEN.some((known) => found.includes(known))),
      [],
    );
  });
});

for (const [plugin, packages] of [
  // 3 KB, by a flag that selects hosts.
  ['kubectl-bmh', ['json-merge-patch']],
  ['kubectl-monitoring', []],
] as const)
  test(`${plugin} loads no other package before it knows which command is called`, async () => {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: [`cmd/${plugin}/main.ts`],
      outdir: 'out',
      ...{ write: false, bundle: true, splitting: true, metafile: true },
      ...{ platform: 'node', format: 'esm', packages: 'external' },
    });
    const loaded = new Set<string>();
    const load = (output: string): void => {
      if (loaded.has(output)) return;
      loaded.add(output);
      for (const { path, kind } of metafile.outputs[output]?.imports ?? [])
        if (kind === 'import-statement') load(path);
    };
    load('out/main.js');
    assert.deepEqual(
      [...loaded].filter((path) => !path.startsWith('out/') && !isBuiltin(path)),
      packages,
    );
  });

/**
 * What is written over keeps the mode that it has; a file's copy is opened as its owner's alone. A template of a chart is for all
 * who work on the chart.
 */
const REWRITTEN = [
  'writeFileSync(file, document',
  'cmd/shared/text-file.ts: writeFileSync(handle, text)',
  'cmd/shared/create-file.ts: ',
];
