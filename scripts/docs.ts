/**
 * node scripts/docs.ts [--check]: writes docs/ from the programs' commands and guards, as Markdown and as man pages, or with
 * --check says what would be written otherwise.
 */
import { join } from 'node:path';
import { filesOf, staleIn, update } from './docs/folder.ts';
import { manuals } from './docs/manuals.ts';
import { root } from './root.ts';

const folder = join(root, 'docs');
const files = filesOf(manuals());

if (process.argv.includes('--check')) {
  const { written, left } = await staleIn(folder, files);
  const stale = [...written, ...left].toSorted().map((path) => `  docs/${path}\n`);
  if (stale.length > 0) {
    process.stderr.write(
      `These files are out of date: run \`npm run docs\` and commit the result.\n${stale.join('')}`,
    );
    process.exitCode = 1;
  }
} else await update(folder, files);
