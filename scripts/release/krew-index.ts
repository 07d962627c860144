import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { manifestText } from '../krew.ts';
import { plugins } from '../plugins.ts';
import type { Archive } from './parts.ts';

const README = `# An index for krew

Pushed to a git repository, this folder is a custom index:

    kubectl krew index add NAME REPOSITORY-URL
${plugins.map(({ name }) => `    kubectl krew install NAME/${name}`).join('\n')}
`;

/** Makes `folder` anew: an index that holds a manifest of each plugin, whose archives lie at `baseUrl`. */
export async function writeKrewIndex(folder: string, archives: Archive[], baseUrl: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'plugins'), { recursive: true });
  await writeFile(join(folder, 'README.md'), README);
  for (const plugin of plugins) {
    const releases = archives
      .filter((archive) => archive.plugin.name === plugin.name)
      .map(({ platform, file, sha256 }) => ({
        ...platform,
        uri: baseUrl ? `${baseUrl}/${file}` : file,
        sha256,
      }));
    await writeFile(join(folder, 'plugins', `${plugin.name}.yaml`), manifestText(plugin, releases));
  }
}
