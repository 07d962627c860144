/**
 * node scripts/manifests.ts [--check] [--release FOLDER]: writes krew's manifests from plugin.yaml and package.json, or
 * with --check says whether they are as they would be written. `uri` and `sha256` of each platform come from a
 * release: from the manifests in FOLDER, which `npm run release` wrote; else those that are there already are kept.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { manifestText, releasesIn } from './krew.ts';
import { manifestProblems } from './krew-rules.ts';
import { type Plugin, plugins, version } from './plugins.ts';
import { root } from './root.ts';

const { values } = parseArgs({ options: { check: { type: 'boolean' }, release: { type: 'string' } } });
const problems = plugins.flatMap((plugin) => refresh(plugin, values));
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;

/** @returns what keeps the manifest from being right. */
function refresh(plugin: Plugin, { check, release }: typeof values): string[] {
  const file = join(root, 'krew-manifest', `${plugin.name}.yaml`);
  const source = release === undefined ? file : join(release, `${plugin.name}.yaml`);
  const releases = releasesIn(readIfThere(source));
  if (release !== undefined && releases.length === 0)
    return [`${source} names no archive of ${version}: run \`npm run release\`.`];

  const fresh = manifestText(plugin, releases);
  const problems = manifestProblems(fresh, { name: plugin.name, isReleased: releases.length > 0 });
  const shown = relative(root, file);
  if (problems.length > 0)
    return problems.map(
      ({ rule, message }) =>
        `${shown} breaks krew's rule "${rule}": ${message}. Fix plugin.yaml, or build the release again (\`npm run release -- --base-url URL\`).`,
    );
  if (readIfThere(file) === fresh) return [];
  const words = release === undefined ? '' : ` -- --release ${release}`;
  if (check)
    return [`${shown} would be written otherwise: run \`npm run manifests${words}\` and commit the result.`];
  writeFileSync(file, fresh);
  return [];
}

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
