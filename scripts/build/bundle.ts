import { basename } from 'node:path';
import { build, type Metafile, transform } from 'esbuild';
import { root } from '../root.ts';
import { embedFiles } from './embed.ts';
import { lazyUnicode, namedImports, slimClient, uplotTexts } from './esbuild-plugins.ts';

/** A program's scripts by name. Each is the text of a function of (require, module, exports); `main.js` is the first. */
export type Scripts = Map<string, string>;

export interface Bundle {
  scripts: Scripts;
  /** The folder of each package that something of is in them, from the project's: `node_modules/yargs`. */
  packages: string[];
}

/**
 * Bundles a program and its packages. What is reached by `await import()` alone becomes a script apart, which costs
 * nothing until it is asked for. They are CommonJS, as a single-executable file starts nothing else; esbuild splits
 * only ES modules, so each part is turned into CommonJS after the split.
 */
export async function bundle(program: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [`cmd/${program}/main.ts`],
    outdir: 'out',
    write: false,
    bundle: true,
    metafile: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    legalComments: 'none',
    logLevel: 'warning',
    define: {
      'import.meta.url': 'importMetaUrl',
      // Native parts that ws would look for wherever the program lies.
      'process.env.WS_NO_BUFFER_UTIL': '"1"',
      'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
    },
    // What Node loads of it hands `require` around, which esbuild does not follow.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    plugins: [namedImports, slimClient, lazyUnicode, uplotTexts, embedFiles],
  });
  const parts = outputFiles.map(async ({ path, text }) => [basename(path), await asFunction(text)] as const);
  return { scripts: new Map(await Promise.all(parts)), packages: packagesIn(metafile) };
}

function packagesIn({ outputs }: Metafile): string[] {
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  const folders = files.map((file) => PACKAGE.exec(file)?.[0]).filter((folder) => folder !== undefined);
  return [...new Set(folders)].sort();
}

/** The innermost of a path's package folders. What a plugin of the build made (`named:yargs`) lies in none. */
const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

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
  return `(function (require, module, exports) { const importMetaUrl = '${MODULE_URL}'; ${code}})`;
}

/** Where a packed script says that it is: nowhere, by a path that is whole on every system (Windows wants a drive). */
const MODULE_URL = 'file:///C:/program.js';
