/** npm run check: fails for words in code and docs that no native speaker would write there (see CONTRIBUTING.md). */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';

const BANNED =
  /\b(mend(s|ed|ing)?|gone on with|goes on|begun|anew|can not|lets? go of|what others|(?<!there )is none|somebody|nobody|the document)\b/gi;

const FILES = ['cmd/**/*.ts', 'lib/**/*.ts', '*.md', 'docs/**/*.md', 'docs/man/*'];

/** The banned words of a text. */
export const bannedIn = (text: string): string[] => [...text.matchAll(BANNED)].map(([word]) => word);

if (import.meta.main) {
  const found = globSync(FILES, { cwd: root }).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        bannedIn(line).map((word) => `${file}:${index + 1}: "${word}" in: ${line.trim()}\n`),
      ),
  );
  process.stderr.write(found.join(''));
  if (found.length > 0) process.exitCode = 1;
}
