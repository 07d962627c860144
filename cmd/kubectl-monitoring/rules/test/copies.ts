import { existsSync, globSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { readGivenFile } from '../../../../lib/input/given-file.ts';
import type { Unread } from '../../../../lib/lint/finding.ts';
import { unwrapped } from '../../../../lib/rules/test-file.ts';
import { READABLE } from '../../../shared/walk.ts';
import { parsedFile } from '../../shared/parsed-file.ts';
import type { FoundTest } from './find.ts';

/** A rule file as promtool gets it. */
export interface Copy {
  /** The original, as the user would call it. */
  name: string;
  text: string;
  /** Whether it is an object of the original, so that its lines have other numbers. */
  isUnwrapped: boolean;
}

/** The rule files of a test file, each once, or why there are none. */
export async function copiesFor({ name, folder, ruleFiles }: FoundTest): Promise<Copy[] | Unread> {
  const copies = new Map<string, Copy[]>();
  for (const entry of ruleFiles) {
    const matches = matchesOf(entry, folder);
    if (matches.length === 0)
      return {
        path: name,
        reason: `no file matches ${JSON.stringify(entry)} of its rule_files`,
        hint: 'correct the path, which is relative to the folder of the test file',
      };
    for (const match of matches) {
      const path = resolve(folder, match);
      if (copies.has(path)) continue;
      const original = isAbsolute(match) ? match : join(dirname(name), match);
      const read = await parsedFile(
        { path: original, hint: READABLE },
        () => readGivenFile(path),
        async (given) => {
          const text = given.includes('{{`') ? ((await withoutEscapesOf(given)) ?? given) : given;
          const texts = unwrapped(text);
          const isUnwrapped = texts !== undefined;
          return (texts ?? [text]).map((one) => ({ name: original, text: one, isUnwrapped }));
        },
      );
      if ('reason' in read) return read;
      if (read.length === 0)
        return { path: original, reason: 'no alert rules found', hint: `${name} has it in rule_files` };
      copies.set(path, read);
    }
  }
  return [...copies.values()].flat();
}

/** A rule in the template of a chart is tested as Helm renders it. */
const withoutEscapesOf = async (text: string): Promise<string | undefined> =>
  (await import('../../../../lib/words/chart-template.ts')).withoutEscapes(text);

/** As promtool reads a pattern: two stars are one. */
const matchesOf = (entry: string, folder: string): string[] =>
  existsSync(resolve(folder, entry))
    ? [entry]
    : globSync(entry.replace(/\*+/g, '*'), { cwd: folder }).toSorted();
