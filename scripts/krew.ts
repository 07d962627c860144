import { parse, stringify } from 'yaml';
import { homepage, type Platform, type Plugin, platforms, version } from './plugins.ts';

/** One platform's archive, as a release holds it. */
export interface Release extends Platform {
  /** Where krew fetches the archive: a zip or tar.gz with the executable and the licence at its root. */
  uri: string;
  /** Of the archive, in lower-case hexadecimal digits. */
  sha256: string;
}

/** What krew reads of a plugin: one file in the `plugins` folder of an index. */
export interface Manifest {
  apiVersion: 'krew.googlecontainertools.github.com/v1alpha2';
  kind: 'Plugin';
  metadata: { name: string };
  spec: {
    /** With a leading `v`. */
    version: string;
    homepage?: string;
    shortDescription: string;
    description: string;
    /** Shown once, after an install. */
    caveats?: string;
    platforms: ManifestPlatform[];
  };
}

export interface ManifestPlatform {
  selector: { matchLabels: Platform };
  /** Absent, like `sha256`, until there is a release. */
  uri?: string;
  sha256?: string;
  /** The executable's path in the archive. */
  bin: string;
}

const HEADING = '# Generated from plugin.yaml: change that, and run `npm run manifests`.\n';

/** A plugin's manifest for an index; without releases, one with no archives yet. */
export function manifestText(plugin: Plugin, releases: readonly Release[] = [], of = version): string {
  return HEADING + stringify(manifestOf(plugin, releases, of), { lineWidth: 0 });
}

/** The archives that a manifest's text names, those of the version `of` alone; none of an empty text. */
export function releasesIn(text: string, of = version): Release[] {
  const { spec } = (parse(text) ?? {}) as Partial<Manifest>;
  if (spec?.version !== of) return [];
  return spec.platforms.flatMap(({ selector, uri, sha256 }) =>
    uri && sha256 ? [{ ...selector.matchLabels, uri, sha256 }] : [],
  );
}

/** The same before it is text. */
export function manifestOf(plugin: Plugin, releases: readonly Release[], of: string): Manifest {
  const { name, program, shortDescription, description, caveats } = plugin;
  return {
    apiVersion: 'krew.googlecontainertools.github.com/v1alpha2',
    kind: 'Plugin',
    metadata: { name },
    spec: {
      version: of,
      ...(homepage && { homepage }),
      shortDescription,
      description,
      ...(caveats && { caveats }),
      platforms: platforms.map(({ os, arch }) => {
        const release = releases.find((one) => one.os === os && one.arch === arch);
        return {
          selector: { matchLabels: { os, arch } },
          ...(release && { uri: release.uri, sha256: release.sha256 }),
          bin: os === 'windows' ? `${program}.exe` : program,
        };
      }),
    },
  };
}
