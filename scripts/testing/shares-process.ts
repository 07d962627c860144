import type { Imports, importGraph, Other } from './import-graph.ts';

/**
 * Whether a file of tests may run in one process with others: nothing that it can reach starts servers, connections or
 * programs, or changes what is the process' own. What is not known to be harmless is not.
 */
export function sharesProcess(file: string, { importsOf, reach }: ReturnType<typeof importGraph>): boolean {
  return [...reach(file).keys()].every((one) => isHarmless(importsOf(one)));
}

const isHarmless = ({ text, others }: Imports): boolean =>
  others.every(isHarmlessPackage) && !CHANGES_PROCESS.test(text);

/** Time that a test makes up, and writing to what the process has once. */
const CHANGES_PROCESS =
  /\bmock\b|\bprocess\.(on|once|chdir|umask|exit|exitCode|kill)\b|\bprocess\.env\b(\.\w+|\[[^\]]*\])? (\?\?|\|\||&&)?=(?!=)|\bdelete process\.env\b|\((process\.env|globalThis),|\bglobalThis\.\w+ =/;

/** Of sockets, only what reads addresses. */
const OF_NET = ['BlockList', 'isIP', 'isIPv4', 'isIPv6'];

function isHarmlessPackage({ specifier, names }: Other): boolean {
  if (specifier === 'node:net') return names?.every((name) => OF_NET.includes(name)) ?? false;
  if (specifier.endsWith('/package.json')) return true;
  return HARMLESS.has(specifier.startsWith('node:') ? specifier : packageOf(specifier));
}

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const HARMLESS = new Set([
  'node:assert',
  'node:assert/strict',
  'node:crypto',
  'node:events',
  'node:fs',
  'node:fs/promises',
  'node:os',
  'node:path',
  'node:path/posix',
  'node:querystring',
  'node:readline/promises',
  'node:stream',
  'node:stream/consumers',
  'node:stream/promises',
  'node:test',
  'node:timers/promises',
  'node:url',
  'node:util',
  'node:zlib',
  '@rgrove/parse-xml',
  '@xterm/headless',
  'ajv',
  'cli-truncate',
  'diff',
  'fast-check',
  'fast-json-patch',
  'js-yaml',
  'json-merge-patch',
  'jsonc-parser',
  'leven',
  'listr2',
  'log-update',
  'shell-quote',
  'string-width',
  'yaml',
  'yargs',
]);
