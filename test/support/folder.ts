import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';

/** A temporary folder with these files, for as long as the test runs. */
export async function folderWith(
  t: TestContext,
  files: Record<string, string | Uint8Array>,
): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'files-')));
  t.after(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}
