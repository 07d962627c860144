import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readGivenFile } from '../../../../lib/input/given-file.ts';
import type { Unread } from '../../../../lib/lint/finding.ts';
import { looksLikeTests, type TestFile, testFileIn } from '../../../../lib/rules/test-file.ts';
import { filesOf, READABLE } from '../../../shared/walk.ts';
import { parsedFile } from '../../shared/parsed-file.ts';

export interface FoundTest extends TestFile {
  /** As the user would call it, from the working directory. */
  name: string;
  /** Where its rule files are looked for. */
  folder: string;
}

/** The test files of these paths, each once, and what could not be read. */
export async function* testFilesOf(paths: string[], cwd: string): AsyncGenerator<FoundTest | Unread> {
  const seen = new Set<string>();
  for await (const entry of filesOf(paths, { cwd, hints: { path: READABLE, link: 'pass its target' } })) {
    if ('reason' in entry) {
      yield { path: entry.name, reason: entry.reason, hint: entry.hint };
      continue;
    }
    const isNamed = paths.includes(entry.name);
    const found = await testIn(entry.name, cwd, isNamed);
    const beside = found || !isNamed ? [] : besides(entry);
    const all = found ? [{ ...entry, found }] : beside;
    for (const { name, path } of all.filter((one) => !seen.has(one.path))) {
      seen.add(path);
      yield found ?? (await testIn(name, cwd, true)) ?? noTests(name);
    }
    if (isNamed && all.length === 0) yield noTests(entry.name);
  }
}

/**
 * The tests in a file, or why it cannot be read; undefined if it has none.
 *
 * @param isNamed whether the user has named the file: others are only read if they are meant as tests.
 */
async function testIn(name: string, cwd: string, isNamed: boolean): Promise<FoundTest | Unread | undefined> {
  const path = resolve(cwd, name);
  const read = await parsedFile(
    { path: name, hint: READABLE },
    () => readGivenFile(path),
    (text) => ({ tests: isNamed || looksLikeTests(text) ? testFileIn(text) : undefined }),
  );
  if ('reason' in read) return read;
  if (read.tests?.count === 0) return noTests(name);
  return read.tests && { ...read.tests, name, folder: dirname(path) };
}

/** The test files beside a file of rules. */
const besides = ({ name, path }: { name: string; path: string }): { name: string; path: string }[] =>
  ['.test.yaml', '_test.yaml']
    .map((ending) => ({ name: renamed(name, ending), path: renamed(path, ending) }))
    .filter((one) => existsSync(one.path));

const renamed = (path: string, ending: string): string => path.replace(/\.(?:ya?ml|json)$/, '') + ending;

const noTests = (path: string): Unread => ({
  path,
  reason: 'has no tests',
  hint: `list them under tests, in this file or in ${renamed(path, '.test.yaml')}`,
});
