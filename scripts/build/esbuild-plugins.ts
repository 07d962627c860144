import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Removes what is never called from client-node's config module: the generated APIs (2 MB), undici, its own OpenID Connect
 * logins and credential plugins, for which there are ours, and the clouds' auth providers, which kubectl has no more. What
 * only some kubeconfigs need (proxies) is evaluated when one does.
 */
export const slimClient: Plugin = {
  name: 'slim-client',
  setup(build) {
    build.onLoad({ filter: /client-node[\\/]dist[\\/]config\.js$/ }, async ({ path }) => ({
      contents: importOnUse(await readFile(path, 'utf8')),
    }));
    build.onLoad({ filter: /client-node[\\/]dist[\\/](gen[\\/]index|middleware)\.js$/ }, () => ({
      contents: absent('createConfiguration', 'ServerConfiguration', 'setHeaderMiddleware'),
    }));
    build.onLoad({ filter: /client-node[\\/]dist[\\/](azure|gcp)_auth\.js$/ }, () => ({
      contents: ['AzureAuth', 'GoogleCloudPlatformAuth']
        .map((name) => `export class ${name} { isAuthProvider() { return false; } }`)
        .join('\n'),
    }));
    // By another name than its own: nothing of it is in the program.
    build.onResolve({ filter: /^(undici|openid-client|node:child_process)$/ }, ({ path, importer }) =>
      path === 'node:child_process' && !RUNS.test(importer) ? undefined : { path, namespace: 'absent' },
    );
    build.onLoad({ filter: /.*/, namespace: 'absent' }, ({ path }) => {
      const names = ABSENT[path] ?? [];
      return { contents: `${absent(...names)}\nexport default { ${names.join(', ')} };` };
    });
  },
};

/** What would look for a kubeconfig in Windows' Linux, and run credential plugins: it starts no process. */
const RUNS = /client-node[\\/]dist[\\/](config|exec_auth)\.js$/;

/** What is taken from a module where it is left out. */
const ABSENT: Record<string, string[]> = {
  undici: ['Agent', 'ProxyAgent'],
  'openid-client': ['customFetch', 'discovery', 'refreshTokenGrant'],
  'node:child_process': ['spawn', 'spawnSync'],
};

const absent = (...names: string[]): string =>
  names
    .map((name) => `export function ${name}() { throw new Error('${name} is left out of this program'); }`)
    .join('\n');

/**
 * esbuild gives `import()` of a CommonJS package nothing but its default, where Node gives the names that it finds in
 * it, too. So each package that is reached so is passed on by the names under which Node knows it.
 */
export const namedImports: Plugin = {
  name: 'named-imports',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ kind, path, resolveDir }) =>
      kind === 'dynamic-import' && !isBuiltin(path)
        ? { path, namespace: 'named', pluginData: resolveDir }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'named' }, async ({ path, pluginData: resolveDir }) => {
      const names = Object.keys(await import(path)).filter((name) => /^\w+$/.test(name));
      return { contents: `export { ${names.join(', ')} } from '${path}';`, resolveDir };
    });
  },
};

/**
 * Text-width packages make segmenters and Unicode regular expressions while they load, for 20 to 30 ms that a command
 * without a prompt or progress needn't pay: each is made on first use.
 */
export const lazyUnicode: Plugin = {
  name: 'lazy-unicode',
  setup(build) {
    const widthModules = /[\\/](string-width|wrap-ansi|slice-ansi|cli-truncate)[\\/][^\\/]+\.js$/;
    build.onLoad({ filter: widthModules }, async ({ path }) => ({
      contents: makeOnUse(await readFile(path, 'utf8')),
    }));
  },
};

/**
 * Puts the texts of uPlot into the program: pages of dashboards have them, and a packed program has no package to read them from.
 */
export const uplotTexts: Plugin = {
  name: 'uplot-texts',
  setup(build) {
    build.onLoad({ filter: /[\\/]dashboards[\\/]preview[\\/]uplot\.ts$/ }, ({ path }) => ({
      contents: [
        "import script from 'uplot/dist/uPlot.iife.min.js';",
        "import style from 'uplot/dist/uPlot.min.css';",
        'export const uplotTexts = () => ({ script, style });',
      ].join('\n'),
      resolveDir: dirname(path),
    }));
    build.onLoad({ filter: /[\\/]uplot[\\/]dist[\\/][^\\/]+\.min\.(js|css)$/ }, async ({ path }) => ({
      contents: await readFile(path, 'utf8'),
      loader: 'text',
    }));
  },
};

/** The same module with each import of a package turned into a `require` where the imported name is used. */
function importOnUse(source: string): string {
  return [...source.matchAll(packageImport)].reduce((text, [statement, namespace, names, from]) => {
    const loaded = `require('${from}')`;
    const uses = namespace
      ? [{ local: namespace, value: loaded }]
      : importedNames(names ?? '').map(({ name, local }) => ({ local, value: `(${loaded}.${name})` }));
    return uses.reduce(
      (all, { local, value }) => replaceUses(all, local, value),
      text.replace(statement, ''),
    );
  }, source);
}

const packageImport = /^import (?:\* as (\w+)|\{([^}]+)\}) from '(hpagent|socks|socks-proxy-agent)';$/gm;

const importedNames = (clause: string): { name: string; local: string }[] =>
  [...clause.matchAll(/(\w+)(?: as (\w+))?/g)].map(([, name = '', local = name]) => ({ name, local }));

/** The same module with each heavy constant of its top level made where it is first used. */
function makeOnUse(source: string): string {
  return [...source.matchAll(heavyConstant)].reduce(
    (text, [statement, name = '', value]) =>
      `let made_${name};\n${replaceUses(
        text.replace(statement, () => ''),
        name,
        `(made_${name} ??= ${value})`,
      )}`,
    source,
  );
}

const heavyConstant = /^const (\w+) = (new Intl\.Segmenter\(.*\)|\/.*\\p\{.*\/\w*);$/gm;

const replaceUses = (source: string, name: string, value: string): string =>
  source.replace(new RegExp(`(?<![.\\w'])${name}(?![\\w'])`, 'g'), () => value);
