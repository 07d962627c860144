import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { basename, join } from 'node:path';
import { manifestText, type Release, releasesIn } from '../../../scripts/krew.ts';
import type { Platform, Plugin } from '../../../scripts/plugins.ts';
import { root } from '../../../scripts/root.ts';

const dist = join(root, 'dist');

/** This machine, in Go's words. */
const host: Platform = {
  os: process.platform === 'win32' ? 'windows' : (process.platform as Platform['os']),
  arch: process.arch === 'x64' ? 'amd64' : (process.arch as Platform['arch']),
};

/** A plugin's manifest, as a release leaves it. */
export const manifestFile = ({ name }: Plugin): string => join(dist, 'krew-index', 'plugins', `${name}.yaml`);

/**
 * A plugin's archives as the index in `dist/krew-index` names them, but at another address: that of a folder.
 *
 * @throws where there is no such index, or it is not written as this version of plugin.yaml would have it.
 */
export async function releasesAt(address: string, plugin: Plugin): Promise<Release[]> {
  const file = manifestFile(plugin);
  const text = existsSync(file) ? await readFile(file, 'utf8') : '';
  const releases = releasesIn(text);
  if (releases.length === 0 || text !== manifestText(plugin, releases))
    throw new Error(
      `dist/krew-index has no manifest of this version of ${plugin.name}: run "npm run release".`,
    );
  return releases.map((release) => ({ ...release, uri: `${address}/${basename(release.uri)}` }));
}

/** The file in `dist/release` that a release names. */
export const archiveOf = ({ uri }: Release): string => join(dist, 'release', basename(uri));

/** Among them, the one for this machine. */
export function forHost(releases: readonly Release[]): Release {
  const release = releases.find(({ os, arch }) => os === host.os && arch === host.arch);
  if (release === undefined) throw new Error(`There is no release for ${host.os}/${host.arch}.`);
  return release;
}

/** Serves the archives of `dist/release`, and notes which were asked for. */
export function serveArchives(): { asked: string[]; listener: RequestListener } {
  const asked: string[] = [];
  return {
    asked,
    listener: ({ url = '' }, response) => {
      const name = basename(url);
      asked.push(name);
      createReadStream(join(dist, 'release', name))
        .on('error', () => response.writeHead(404).end())
        .pipe(response);
    },
  };
}
