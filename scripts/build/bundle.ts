import { basename } from 'node:path';
import { build, transform } from 'esbuild';
import { root } from '../root.ts';
import { lazyUnicode, namedImports, slimClient } from './esbuild-plugins.ts';

/** A program's scripts by name. Each is the text of a function of (require, module, exports); `main.js` is the first. */
export type Scripts = Map<string, string>;

/**
 * Bundles a program and its packages. What is reached by `await import()` alone becomes a script apart, which costs
 * nothing until it is asked for. They are CommonJS, as a single-executable file starts nothing else; esbuild splits
 * only ES modules, so each part is turned into CommonJS after the split.
 */
export async function bundle(program: string): Promise<Scripts> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [`cmd/${program}/main.ts`],
    outdir: 'out',
    write: false,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    legalComments: 'none',
    logLevel: 'warning',
    define: { 'import.meta.url': 'importMetaUrl' },
    plugins: [namedImports, slimClient, lazyUnicode],
  });
  const parts = outputFiles.map(async ({ path, text }) => [basename(path), await asFunction(text)] as const);
  return new Map(await Promise.all(parts));
}

async function asFunction(esm: string): Promise<string> {
  const { code } = await transform(esm, {
    format: 'cjs',
    platform: 'node',
    supported: { 'dynamic-import': false },
    minifySyntax: true,
    minifyWhitespace: true,
    charset: 'ascii',
    legalComments: 'none',
  });
  return `(function (require, module, exports) { const importMetaUrl = 'file:///program.js'; ${code}})`;
}
