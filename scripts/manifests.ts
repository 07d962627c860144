/**
 * node scripts/manifests.ts [--check]: writes krew's manifests from plugin.yaml and package.json, or with --check says
 * whether they are as they would be written. A release adds `uri` and `sha256` to each platform: those that a
 * manifest has already are kept.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { type Platform, type Plugin, platforms, plugins, version } from './plugins.ts';
import { root } from './root.ts';

const HEADING = '# Generated from plugin.yaml by `npm run manifests`.\n';

interface Manifest {
  apiVersion: 'krew.googlecontainertools.github.com/v1alpha2';
  kind: 'Plugin';
  metadata: { name: string };
  spec: {
    version: string;
    shortDescription: string;
    description: string;
    platforms: Release[];
  };
}

/** One platform's archive: a zip or tar.gz with the executable and the licence at its root. */
interface Release {
  selector: { matchLabels: Platform };
  uri?: string;
  /** In lower-case hexadecimal digits. */
  sha256?: string;
  bin: string;
}

const stale = plugins.filter((plugin) => {
  checkLengths(plugin);
  const file = join(root, 'krew-manifest', `${plugin.name}.yaml`);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const fresh = HEADING + stringify(manifest(plugin, released(text)), { lineWidth: 0 });
  if (text === fresh) return false;
  if (!process.argv.includes('--check')) writeFileSync(file, fresh);
  return true;
});
if (process.argv.includes('--check') && stale.length > 0) {
  const files = stale.map(({ name }) => `krew-manifest/${name}.yaml`).join(' and ');
  process.stderr.write(
    `${files} would be written otherwise: run \`npm run manifests\` and commit the result.\n`,
  );
  process.exitCode = 1;
}

function manifest({ name, program, shortDescription, description }: Plugin, earlier: Release[]): Manifest {
  return {
    apiVersion: 'krew.googlecontainertools.github.com/v1alpha2',
    kind: 'Plugin',
    metadata: { name },
    spec: {
      version,
      shortDescription,
      description,
      platforms: platforms.map((platform) => {
        const { uri, sha256 } = earlier.find(({ selector }) => isSame(selector.matchLabels, platform)) ?? {};
        return {
          selector: { matchLabels: platform },
          ...(uri && { uri }),
          ...(sha256 && { sha256 }),
          bin: platform.os === 'windows' ? `${program}.exe` : program,
        };
      }),
    },
  };
}

/** A release's addresses and digests hold for its version alone. */
function released(text: string): Release[] {
  const { spec } = (parse(text) ?? {}) as Partial<Manifest>;
  return spec?.version === version ? spec.platforms : [];
}

function isSame(one: Platform, other: Platform): boolean {
  return one.os === other.os && one.arch === other.arch;
}

function checkLengths({ name, shortDescription, description }: Plugin): void {
  const isWide = description.split('\n').some((line) => line.length > 80);
  if (shortDescription.length > 50 || shortDescription.includes('\n') || isWide)
    throw new Error(`plugin.yaml: ${name}: krew takes one line of 50 characters, and lines of 80 below it.`);
}
