import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { manifestText } from '../krew.ts';
import { plugins } from '../plugins.ts';
import type { Archive } from './parts.ts';

const HOW_TO_USE = `Pushed to a git repository, this folder is a custom index:

    kubectl krew index add NAME REPOSITORY-URL
${plugins.map(({ name }) => `    kubectl krew install NAME/${name}`).join('\n')}
`;

const HOW_TO_FINISH = `Its manifests name the archives without an address, so that krew can install them from files alone:

${plugins.map(({ name }) => `    kubectl krew install --manifest=plugins/${name}.yaml --archive=FILE`).join('\n')}

To push it as a custom index, build it again with the address: npm run release -- --base-url URL
`;

/** Recreates `folder` as an index with a manifest of each plugin, whose archives are at `baseUrl`. */
export async function writeKrewIndex(folder: string, archives: Archive[], baseUrl: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'plugins'), { recursive: true });
  await writeFile(
    join(folder, 'README.md'),
    `# An index for krew\n\n${baseUrl ? HOW_TO_USE : HOW_TO_FINISH}`,
  );
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
